import EventContracts
import IngestionCore
import Nourishment
import Sealing

/// Opens meals, days, goals and foods.
extension DocumentOpener {
    /// A meal, with its allergens if they belong to this version.
    func meal(_ meal: MealChanged, _ companion: Document.Companion?) async throws -> MealView {
        let words = try await sealer.open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
        let judged = try companion.map { try EventCoding.decode(MealJudged.self, from: $0.body) }
        guard let judged, judged.mealVersion == meal.version else { return MealView(meal, words, allergens: nil) }
        return MealView(meal, words, allergens: try await allergens(judged))
    }

    func allergens(_ judged: MealJudged) async throws -> MealAllergensView {
        let details = try await sealer.open(judged.details, .mealAllergens(judged.mealID, of: judged.accountID))
        return MealAllergensView(judged, details)
    }

    func savedFood(_ saved: SavedFoodChanged) async throws -> SavedFoodView {
        let context = SealingContext.savedFoodWords(saved.savedFoodID, of: saved.accountID)
        return SavedFoodView(saved, try await sealer.open(saved.food.words, context))
    }

    func ownFood(_ food: FoodChanged) async throws -> OwnFoodView {
        let context = SealingContext.ownFoodWords(food.ownFoodID, of: food.accountID)
        return OwnFoodView(food, try await sealer.open(food.food.words, context))
    }

    func goals(_ changed: GoalsChanged) async throws -> GoalsView {
        guard let basis = changed.goals.basis else { return GoalsView(changed, nil) }
        return GoalsView(changed, try await sealer.open(basis, .goalBasis(of: changed.accountID)))
    }

    /// A day with the goals of its owner, and their needs if a label reference is given.
    func day(_ day: DayChanged, goals: GoalsChanged? = nil, label: LabelReference? = nil) async throws -> DayView {
        guard let names = day.slotNames else { return DayView(day, slotNames: [], goals: goals, label: label) }
        return DayView(
            day, slotNames: try await sealer.open(names, .daySlotNames(day.dayID, of: day.accountID)), goals: goals,
            label: label)
    }
}
