import EventContracts
import Postgres

/// Household functions for other features.
package protocol HouseholdMembership: Sendable {
    /// Removes an account from its household, if it is in one.
    func leaveHousehold(_ account: AccountID, in transaction: borrowing Transaction) async throws
}
