import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores own foods, for all handlers.
package struct OwnFoodWriter: Sendable {
    let ownFoods: OwnFoodRepository
    let sealer: Sealer

    /// Stores and tells a food as it was entered, which ends the order.
    ///
    /// - Parameters:
    ///   - food: The food.
    ///   - id: Its id.
    ///   - version: The version that the gateway gave it.
    ///   - account: The person.
    ///   - stored: The food as it was before; nil for a new one.
    ///   - transaction: Where all of it happens.
    /// - Throws: A `Rejection` when it cannot be kept, `SealingError` or `PostgresError`.
    func keep(
        _ food: OwnFood, as id: OwnFoodID, version: Int64, of account: AccountID, replacing stored: FoodChanged?,
        in transaction: borrowing Transaction
    ) async throws {
        let words = try await sealer.open(food.words, .ownFoodWords(id, of: account))
        if let fault = FoodRules.fault(of: food, words) { throw Rejection(.invalidFields, detail: fault) }
        let changed = FoodChanged(
            accountID: account, ownFoodID: id, version: version, food: food,
            addedAt: try stored?.addedAt ?? transaction.eventTime())
        try await save(changed, in: transaction)
    }

    /// Stores and tells a food as it now is, which ends the order.
    func save(_ food: FoodChanged, in transaction: borrowing Transaction) async throws {
        guard try await ownFoods.save(food, in: transaction) else { throw Rejection(.notFound) }
        try tell(food, in: transaction)
    }

    /// Tells a food, which ends the order.
    func tell(_ food: FoodChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(food, key: food.accountID, subject: food.ownFoodID, ending: .succeeded)
    }
}
