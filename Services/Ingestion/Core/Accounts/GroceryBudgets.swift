import EventContracts

/// Budgets for food, as far as other features need them.
package protocol GroceryBudgets: Sendable {
    /// Whether a grocery budget of the person is exceeded, or will be if spending continues at this rate.
    func isTight(for account: AccountID) async throws -> Bool
}
