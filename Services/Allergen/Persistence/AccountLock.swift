import EventContracts
import Postgres

/// Lets one transaction at a time work on a person's profile and scans: the consumer's or the sweeper's, not both.
///
/// Whoever takes it takes it first, and the sweeper takes one only, so that nobody waits in a circle.
package struct AccountLock: Sendable {
    package init() {}

    /// Waits for the lock and holds it until the transaction ends.
    package func take(_ account: AccountID, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            "SELECT pg_advisory_xact_lock(hashtextextended('allergen/' || \(account.description), 0))")
    }
}
