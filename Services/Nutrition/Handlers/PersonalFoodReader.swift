import EventContracts
import Messaging
import Postgres
import Sealing

/// Reads a person's own and saved foods, decrypted.
package struct PersonalFoodReader: Sendable {
    let sealer: Sealer

    /// All own and saved foods of the person.
    func personalFoods(of account: AccountID, in transaction: borrowing Transaction) async throws -> PersonalFoods {
        var personalFoods = PersonalFoods()
        for own in try await OwnFoodRepository.all(of: account, in: transaction) {
            let words = try await sealer.open(own.food.words, .ownFoodWords(own.ownFoodID, of: account))
            personalFoods.own[own.ownFoodID.foodID] = PersonalFoods.Own(name: words.name, amounts: own.food.amounts)
        }
        for saved in try await SavedFoodRepository.all(of: account, in: transaction) {
            let food = saved.food
            let words = try await sealer.open(food.words, .savedFoodWords(saved.savedFoodID, of: account))
            personalFoods.saved[saved.savedFoodID] = PersonalFoods.Saved(
                name: words.name, foodID: food.foodID, milligrams: food.milligrams, amounts: food.amounts)
        }
        return personalFoods
    }
}
