import EventContracts

/// Budgets for food, as far as other features need them.
package protocol GroceryBudgets: Sendable {
    /// Whether a budget of the person for food is exceeded, or is going to be at this pace.
    func isTight(for account: AccountID) async throws -> Bool
}
