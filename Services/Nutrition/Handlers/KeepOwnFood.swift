import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Adds a food of a person's own (NUT-33).
///
/// A version that is not newer than the stored one changes nothing; its order has succeeded all the same.
package struct KeepOwnFood: EventHandler {
    let ownFoods: OwnFoodRepository
    let sealer: Sealer

    package func handle(_ event: Event<AddFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID
        let stored = try await ownFoods.lock(order.ownFoodID, of: account, in: transaction)
        if let stored, stored.version >= order.version { return try tell(stored, in: transaction) }
        let words = try await sealer.open(order.food.words, .ownFoodWords(order.ownFoodID, of: account))
        if let fault = FoodRules.fault(of: order.food, words) { throw Rejection(.invalidFields, detail: fault) }
        let added = FoodChanged(
            accountID: account, ownFoodID: order.ownFoodID, version: order.version, food: order.food,
            addedAt: try stored?.addedAt ?? transaction.eventTime())
        guard try await ownFoods.save(added, in: transaction) else { throw Rejection(.notFound) }
        try tell(added, in: transaction)
    }

    private func tell(_ food: FoodChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(food, key: food.accountID, subject: food.ownFoodID, ending: .succeeded)
    }
}
