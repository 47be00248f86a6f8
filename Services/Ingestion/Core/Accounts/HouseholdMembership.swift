import EventContracts
import Postgres

/// Households, as far as other features need them.
package protocol HouseholdMembership: Sendable {
    /// Takes an account out of its household, if it is in one.
    func leaveHousehold(_ account: AccountID, in transaction: borrowing Transaction) async throws
}
