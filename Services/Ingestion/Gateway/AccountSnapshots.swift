import EventContracts
import IngestionAccounts
import IngestionCore
import IngestionSpending
import Messaging
import Postgres
import Sealing

/// Republishes all accounts with their settings, for rebuilding projections.
package struct AccountSnapshots: SnapshotSource {
    package let topic = Topic.account

    private let sealer: Sealer

    package init(sealer: Sealer) { self.sealer = sealer }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        if let cursor, cursor.hasPrefix(Self.erased) {
            let last = AccountID(text: String(cursor.dropFirst(Self.erased.count)))
            return try await appendErased(after: last, limit: limit, in: transaction)
        }
        if let cursor, cursor.hasPrefix(Self.shared) {
            let last = ReceiptID(text: String(cursor.dropFirst(Self.shared.count)))
            return try await appendShared(after: last, limit: limit, in: transaction)
        }
        let accounts = try await AccountRepository.registrations(
            after: cursor.flatMap(AccountID.init(text:)), limit: limit, in: transaction)
        for account in accounts {
            try transaction.append(account, key: account.accountID, subject: account.accountID, isSnapshot: true)
        }
        for stored in try await AccountRepository.lockContacts(of: accounts.map(\.accountID), in: transaction) {
            try await append(stored, in: transaction)
        }
        let subscriptions = try await PushSubscriptionRepository.lock(of: accounts.map(\.accountID), in: transaction)
        for stored in subscriptions {
            try transaction.append(
                PushSubscriptionChanged(
                    accountID: stored.account, subscriptionID: stored.id, details: stored.details,
                    changedAt: stored.createdAt),
                key: stored.account, subject: stored.id, isSnapshot: true)
        }
        let preferences = try await NotificationPreferencesRepository.lock(
            of: accounts.map(\.accountID), in: transaction)
        for stored in preferences {
            try transaction.append(stored, key: stored.accountID, subject: stored.accountID, isSnapshot: true)
        }
        for consents in try await ConsentRepository.list(of: accounts.map(\.accountID), in: transaction) {
            try transaction.append(
                consents.event, key: consents.account, subject: consents.account, isSnapshot: true)
        }
        let standings = try await AccountRecordRepository.lockStandings(
            of: accounts.map(\.accountID), at: transaction.eventTime(), in: transaction)
        for standing in standings {
            try transaction.append(standing, key: standing.accountID, subject: standing.accountID, isSnapshot: true)
        }
        for member in try await HouseholdRepository.memberships(of: accounts.map(\.accountID), in: transaction) {
            try transaction.append(member, key: member.accountID, subject: member.memberID, isSnapshot: true)
        }
        return accounts.count == limit ? accounts.last?.accountID.description : Self.shared
    }

    /// Prefix of cursors after the last account, where shared purchases follow.
    private static let shared = "shared/"

    private func appendShared(
        after last: ReceiptID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let page = try await HouseholdRepository.sharings(after: last, limit: limit, in: transaction)
        for sharing in page {
            try transaction.append(sharing, key: sharing.accountID, subject: sharing.receiptID, isSnapshot: true)
        }
        return page.count == limit ? page.last.map { "\(Self.shared)\($0.receiptID)" } : Self.erased
    }

    /// Prefix of cursors after everything else.
    private static let erased = "erased/"

    /// Republishes erased accounts, for services that were down longer than events are kept.
    private func appendErased(
        after last: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let accounts = try await ErasedAccounts.page(after: last, limit: limit, in: transaction)
        for erased in accounts {
            try transaction.append(
                AccountErased(accountID: erased.account, erasureID: erased.erasure, erasedAt: erased.erasedAt),
                key: erased.account, subject: erased.account, isSnapshot: true)
        }
        return accounts.count == limit ? accounts.last.map { "\(Self.erased)\($0.account)" } : nil
    }

    /// An account whose address cannot be decrypted is not published.
    private func append(_ stored: StoredContact, in transaction: borrowing Transaction) async throws {
        let account = stored.account, bytes: [UInt8]
        do {
            bytes = try await sealer.open(bytes: stored.emailSealed, .emailAddress(of: account))
        } catch .erased {
            return
        }
        let contact = try await AccountMails(sealer: sealer).contact(
            String(decoding: bytes, as: UTF8.self), of: account)
        try transaction.append(
            ContactChanged(
                accountID: account, version: stored.version, address: contact, isVerified: stored.isVerified,
                changedAt: try transaction.eventTime()),
            key: account, subject: account, isSnapshot: true)
    }
}
