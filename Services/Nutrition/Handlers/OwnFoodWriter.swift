import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores own foods, for all handlers.
package struct OwnFoodWriter: Sendable {
    let sealer: Sealer

    /// Stores and publishes a food as entered, which ends the operation.
    ///
    /// - Parameters:
    ///   - food: The food.
    ///   - id: Its id.
    ///   - version: The version assigned by the gateway.
    ///   - account: The person.
    ///   - stored: The previous food; nil for a new one.
    ///   - transaction: The transaction.
    /// - Throws: A `Rejection` if it is not acceptable, `SealingError` or `PostgresError`.
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

    /// Stores and publishes the state of a food, which ends the operation.
    func save(_ food: FoodChanged, in transaction: borrowing Transaction) async throws {
        guard try await OwnFoodRepository.save(food, in: transaction) else { throw Rejection(.notFound) }
        try tell(food, in: transaction)
    }

    /// Publishes a food, which ends the operation.
    func tell(_ food: FoodChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(food, key: food.accountID, subject: food.ownFoodID, ending: .succeeded)
    }
}
