import EventContracts
import FoodCatalogue
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores saved foods, for all handlers.
package struct SavedFoodWriter: Sendable {
    let catalogue: CatalogCache
    let sealer: Sealer

    /// Stores and publishes a saved food as entered, which ends the operation.
    ///
    /// - Throws: A `Rejection` if it is not acceptable, `SealingError` or `PostgresError`.
    func keep(
        _ food: SavedFood, as id: SavedFoodID, version: Int64, of account: AccountID,
        replacing stored: SavedFoodChanged?, in transaction: borrowing Transaction
    ) async throws {
        let words = try await sealer.open(food.words, .savedFoodWords(id, of: account))
        if let fault = FoodRules.fault(of: food, words) { throw Rejection(.invalidFields, detail: fault) }
        if let foodID = food.foodID, try await !isKnown(foodID, to: account, in: transaction) {
            throw Rejection(.invalidFields, detail: "/foodId is not the id of a food you can use")
        }
        let saved = SavedFoodChanged(
            accountID: account, savedFoodID: id, version: version, food: food,
            savedAt: try stored?.savedAt ?? transaction.eventTime(), deletedAt: nil)
        try await save(saved, in: transaction)
    }

    /// Stores and publishes the state of a saved food, which ends the operation.
    func save(_ saved: SavedFoodChanged, in transaction: borrowing Transaction) async throws {
        guard try await SavedFoodRepository.save(saved, in: transaction) else { throw Rejection(.notFound) }
        try tell(saved, in: transaction)
    }

    /// Publishes a saved food, which ends the operation.
    func tell(_ saved: SavedFoodChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(saved, key: saved.accountID, subject: saved.savedFoodID, ending: .succeeded)
    }

    private func isKnown(
        _ foodID: String, to account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        guard let own = OwnFoodID(foodID: foodID) else {
            if try await catalogue.current(in: transaction).food(foodID) != nil { return true }
            try await catalogue.checkUpToDate(with: FoodID(foodID).map { String($0.source) }, in: transaction)
            return false
        }
        guard let food = try await OwnFoodRepository.lock(own, of: account, in: transaction) else { return false }
        return food.deletedAt == nil
    }
}
