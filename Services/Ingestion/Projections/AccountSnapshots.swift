import EventContracts
import Messaging
import Postgres

/// Sends the accounts there are again, with what belongs to each, for projections that are rebuilt.
package struct AccountSnapshots: SnapshotSource {
    package let topic = Topic.account

    package init() {}

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let accounts = try await AccountRepository.registrations(
            after: cursor.flatMap(AccountID.init(text:)), limit: limit, in: transaction)
        for account in accounts {
            try transaction.append(account, key: account.accountID, subject: account.accountID, isSnapshot: true)
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
        return accounts.count == limit ? accounts.last?.accountID.description : nil
    }
}
