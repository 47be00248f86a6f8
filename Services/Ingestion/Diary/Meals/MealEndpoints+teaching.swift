import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing

/// Lessons from meals on photos: a food that was corrected is recognized on later photos (VIS-12).
extension MealEndpoints {
    /// A change of a meal from which lessons are derived.
    struct Correction: Sendable {
        let meal: MealID
        let account: AccountID
        /// The meal before the change, with its names.
        let last: MealEntry
        let words: MealWords
        /// The lessons of the meal before the change.
        let taught: AcceptedLessons?
        let form: MealForm
        /// The language of food names.
        let language: FoodLanguage
    }

    /// The lessons of a meal after a change; nil without predictions.
    ///
    /// An item with an unchanged food and name keeps its lesson. Otherwise later photos should be recognized as the
    /// person's version of the item (its food or figures, and its name), unless that equals the prediction.
    func lessons(of correction: Correction, _ resource: ResourceReference) async throws -> AcceptedLessons? {
        let account = correction.account
        let seen = try await seenFoods(of: resource, account)
        guard !seen.isEmpty else { return correction.taught }
        let before = Dictionary(
            (correction.taught?.foods ?? []).map { ($0.regionID, $0) }, uniquingKeysWith: { first, _ in first })
        var known = TaughtNames(), names = TaughtNames(), foods: [TaughtFood] = []
        if let sealed = correction.taught?.names {
            known = try await sealer.open(sealed, .taughtFoodNames(correction.meal, of: account))
        }
        for item in correction.form.items {
            guard let food = seen[item.id], let region = food.regionID else { continue }
            var taught: TaughtFood?
            if item.hasFood(of: correction.last, correction.words) {
                taught = before[region]
                names[region] = known[region]
            } else {
                names[region] = try await label(of: item, correction.language, account)
                if item.foodID == nil || item.foodID != food.foodID || food.taught != nil || names[region] != nil {
                    taught = TaughtFood(
                        regionID: region, foodID: item.foodID, savedFoodID: item.savedFoodID,
                        figures: item.amounts.map { TaughtFigures(amounts: $0, milligrams: item.milligrams) })
                }
            }
            guard var taught, taught.isMeaningful || names[region] != nil else { continue }
            taught.milligrams = item.milligrams == food.milligrams ? nil : item.milligrams
            foods.append(taught)
        }
        guard !foods.isEmpty || !before.isEmpty else { return nil }
        return AcceptedLessons(
            foods: foods,
            names: names.regions.isEmpty
                ? nil : try await sealer.seal(names, .taughtFoodNames(correction.meal, of: account)))
    }

    /// The person's own name of an item; nil if it is the food's name, or if the item is a saved food, which has its
    /// own name.
    private func label(
        of item: MealItemForm, _ language: FoodLanguage, _ account: AccountID
    ) async throws -> String? {
        guard let name = item.name, item.savedFoodID == nil else { return nil }
        guard let food = item.foodID else { return name }
        return try await foods.food(named: name, for: account, in: language)?.foodID == food ? nil : name
    }

    /// The predictions for a meal's items, as far as lessons can be derived from them.
    private func seenFoods(
        of resource: ResourceReference, _ account: AccountID
    ) async throws -> [MealItemID: SeenFood] {
        guard let document = try await acceptor.resources.ownDocument(resource, of: account) else { return [:] }
        let meal = try EventCoding.decode(MealChanged.self, from: document.body)
        let seen = meal.items.compactMap { item in item.seen.map { (item.itemID, $0) } }
        return Dictionary(seen.filter { $0.1.regionID != nil }, uniquingKeysWith: { first, _ in first })
    }

    /// Appends the command to learn a meal's lessons from a version on; nothing if the meal had no lessons and gets
    /// none.
    static func teach(
        _ lessons: AcceptedLessons?, _ meal: MealID, of account: AccountID, version: Int64,
        in transaction: borrowing Transaction
    ) async throws {
        guard let lessons else { return }
        let consents = try await ConsentRepository.read(account, in: transaction)
        try transaction.append(
            LearnFood(
                accountID: account, mealID: meal, version: version, foods: lessons.foods, names: lessons.names,
                consentVersion: consents.version, mayTrain: consents.allows(.trainingPhotos),
                taughtAt: try transaction.eventTime()),
            key: account, subject: meal)
    }
}

/// The accepted lessons of a meal.
struct AcceptedLessons: Codable, Sendable {
    let foods: [TaughtFood]
    /// Sealed as (`taught-food.names`, meal id).
    let names: Sealed<TaughtNames>?

    /// No lessons.
    static let none = AcceptedLessons(foods: [], names: nil)
}

extension MealItemForm {
    /// Whether the item's food is the same as before the change.
    fileprivate func hasFood(of last: MealEntry, _ words: MealWords) -> Bool {
        guard let before = last.items.first(where: { $0.itemID == id }) else { return false }
        guard before.foodID == foodID, before.savedFoodID == savedFoodID, before.amounts == amounts else {
            return false
        }
        return words[id] == name || (name == nil && (foodID != nil || savedFoodID != nil))
    }
}

extension TaughtFood {
    /// Whether the item identifies its food without a name.
    fileprivate var isMeaningful: Bool { foodID != nil || savedFoodID != nil || figures != nil }
}
