import EventContracts
import Messaging
import Postgres

/// Sends the accounts there are again, for projections that are rebuilt.
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
        return accounts.count == limit ? accounts.last?.accountID.description : nil
    }
}
