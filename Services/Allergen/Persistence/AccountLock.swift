import EventContracts
import Foundation
import Messaging
import Postgres

/// Serializes work on an account's profile and scans between the consumer and the sweeper.
///
/// It is the first lock of a transaction, and the sweeper takes only one, so there is no deadlock.
package struct AccountLock: Sendable {
    private static let held = ReadAhead<AccountID, Bool>()

    package init() {}

    /// Takes the locks of a batch in advance, in the order of the ids.
    func takeAhead(_ accounts: some Sequence<AccountID>) -> AheadQuery {
        let accounts = Set(accounts)
        return Self.held.query(
            accounts,
            """
            SELECT account::uuid FROM unnest(\(accounts.map(\.description).sorted())) AS account
            CROSS JOIN LATERAL pg_advisory_xact_lock(hashtextextended('allergen/' || account, 0))
            """
        ) { row in (AccountID(try row.decode(UUID.self)), true) }
    }

    /// Waits for the lock and holds it until the transaction ends.
    package func take(_ account: AccountID, in transaction: borrowing Transaction) throws {
        if Self.held.row(account, in: transaction) == true { return }
        try transaction.executeLater(
            "SELECT pg_advisory_xact_lock(hashtextextended('allergen/' || \(account.description), 0))")
    }
}
