import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import NutritionService
import Sealing
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import UnitSupport

/// Simulates `nutrition`: computes meals and days by its rules, with foods that all have 1 kcal per gram.
extension Neighbors {
    func takeNutrition(_ attributes: EventAttributes, _ body: [UInt8]) async throws {
        switch attributes.type {
        case RecordMeal.type:
            let command = try EventCoding.decode(RecordMeal.self, from: body)
            try await keep(
                command.meal, command.mealID, command.version, of: command.accountID, command.days, attributes)
        case RecognizeMeal.type:
            try await recognize(EventCoding.decode(RecognizeMeal.self, from: body), attributes)
        case ChangeMeal.type:
            let command = try EventCoding.decode(ChangeMeal.self, from: body)
            try await keep(
                command.meal, command.mealID, command.version, of: command.accountID, command.days, attributes)
        case DeleteMeal.type:
            let command = try EventCoding.decode(DeleteMeal.self, from: body)
            try await mark(command.mealID, command.version, deletedAt: clock.now(), command.days, attributes)
        case RestoreMeal.type:
            let command = try EventCoding.decode(RestoreMeal.self, from: body)
            try await mark(command.mealID, command.version, deletedAt: nil, command.days, attributes)
        case SetGoals.type:
            let command = try EventCoding.decode(SetGoals.self, from: body)
            try await publish(
                GoalsChanged(
                    accountID: command.accountID, version: command.version, goals: command.goals,
                    changedAt: clock.now(),
                    from: command.from), attributes, .succeeded)
        case SaveFood.type:
            let command = try EventCoding.decode(SaveFood.self, from: body)
            try await save(command.food, command.savedFoodID, command.version, of: command.accountID, attributes)
        case ChangeSavedFood.type:
            let command = try EventCoding.decode(ChangeSavedFood.self, from: body)
            try await save(command.food, command.savedFoodID, command.version, of: command.accountID, attributes)
        case DeleteSavedFood.type: try await delete(EventCoding.decode(DeleteSavedFood.self, from: body), attributes)
        case AddFood.type:
            let command = try EventCoding.decode(AddFood.self, from: body)
            try await keep(command.food, command.ownFoodID, command.version, of: command.accountID, attributes)
        case ChangeFood.type:
            let command = try EventCoding.decode(ChangeFood.self, from: body)
            try await keep(command.food, command.ownFoodID, command.version, of: command.accountID, attributes)
        case DeleteFood.type: try await delete(EventCoding.decode(DeleteFood.self, from: body), attributes)
        case SubmitFood.type: try await submit(EventCoding.decode(SubmitFood.self, from: body), attributes)
        case WithdrawFood.type:
            let command = try EventCoding.decode(WithdrawFood.self, from: body)
            try await decide(command.submissionID, .withdrawn, nil, attributes)
        case ReviewFood.type:
            let command = try EventCoding.decode(ReviewFood.self, from: body)
            try await decide(
                command.submissionID, command.isAccepted ? .accepted : .refused, command.reason, attributes)
        case SetCatalogueFood.type:
            try await set(EventCoding.decode(SetCatalogueFood.self, from: body), attributes)
        default: break
        }
    }

    private func delete(_ command: DeleteSavedFood, _ attributes: EventAttributes) async throws {
        guard var saved = state.withLock({ $0.savedFoods[command.savedFoodID] }) else { return }
        saved.version = command.version
        saved.deletedAt = clock.now()
        state.withLock { [saved] in $0.savedFoods[command.savedFoodID] = saved }
        try await publish(saved, attributes, .succeeded)
    }

    private func delete(_ command: DeleteFood, _ attributes: EventAttributes) async throws {
        guard var food = state.withLock({ $0.ownFoods[command.ownFoodID] }) else { return }
        food.version = command.version
        food.deletedAt = clock.now()
        state.withLock { [food] in $0.ownFoods[command.ownFoodID] = food }
        try await publish(food, attributes, .succeeded)
    }

    private func submit(_ command: SubmitFood, _ attributes: EventAttributes) async throws {
        guard let food = state.withLock({ $0.ownFoods[command.ownFoodID] }) else { return }
        let submission = FoodSubmissionChanged(
            accountID: command.accountID, submissionID: command.submissionID, ownFoodID: command.ownFoodID, version: 1,
            state: .pending, food: food.food, language: command.language, doubts: ["duplicateName"],
            submittedAt: clock.now(), changedAt: clock.now())
        state.withLock { $0.submissions[command.submissionID] = submission }
        try await publish(submission, attributes, .succeeded)
    }

    private func decide(
        _ id: FoodSubmissionID, _ outcome: FoodSubmissionState, _ reason: String?, _ attributes: EventAttributes
    ) async throws {
        guard var submission = state.withLock({ $0.submissions[id] }) else { return }
        if submission.state == .pending {
            submission.version += 1
            submission.state = outcome
            submission.reason = reason
            submission.foodID =
                outcome == .accepted
                ? "fm-\(NamedUUID.make("catalogue-food/\(id)").uuidString.lowercased())" : nil
            submission.changedAt = clock.now()
            state.withLock { [submission] in $0.submissions[id] = submission }
        }
        try await publish(submission, attributes, .succeeded)
    }

    /// The newest version wins; a change of an outdated version is refused.
    private func set(_ command: SetCatalogueFood, _ attributes: EventAttributes) async throws {
        let known = state.withLock { $0.catalogue[command.foodID] }
        guard (known?.version ?? 0) == command.basedOn else {
            return try await publish(
                NutritionCommandRejected(accountID: command.accountID, problem: Rejection(.versionMismatch).problem),
                attributes, .rejected)
        }
        let food = command.food ?? known?.food ?? SharedFood(names: ["en": "x"], amounts: ["energy": 1])
        let changed = CatalogueFoodChanged(
            foodID: command.foodID, version: command.basedOn + 1, origin: "staff", food: food, changedAt: clock.now(),
            withdrawnAt: command.food == nil ? clock.now() : nil)
        state.withLock { $0.catalogue[command.foodID] = changed }
        try await publish(changed, attributes, .succeeded)
    }

    /// Simulates vision and nutrition together: every photo shows the same apple and an unknown food.
    private func recognize(_ command: RecognizeMeal, _ attributes: EventAttributes) async throws {
        state.withLock { $0.mealPhotos.append(command) }
        if state.withLock({ $0.mood }) == .rejecting {
            let rejection = Rejection(.unreadable, detail: "No food was found in the photo.")
            return try await publish(
                NutritionCommandRejected(accountID: command.accountID, problem: rejection.problem), attributes,
                .rejected)
        }
        var words = try await sealer.open(command.meal.words, .mealWords(command.mealID, of: command.accountID))
        let items = ["sr28-09003", nil].enumerated().map { place, foodID in
            let seen = SeenFood(
                label: foodID == nil ? "other food" : "apple", score: 0.9, box: [0, 0, 1, 1], milligrams: 200_000,
                lowMilligrams: 150_000, highMilligrams: 300_000, method: .usual, predictor: "test/1", foodID: foodID,
                regionID: RegionID(of: command.mealID, at: place))
            let item = MealItem(
                itemID: .random(), foodID: foodID, source: foodID == nil ? .none : .catalogue, milligrams: 200_000,
                basis: .hundredGrams, amounts: foodID == nil ? [:] : ["energy": 100_000], seen: seen)
            words[item.itemID] = seen.label
            return item
        }
        let meal = MealChanged(
            accountID: command.accountID, mealID: command.mealID, version: command.version, day: command.meal.day,
            eatenAt: command.meal.eatenAt, utcOffset: command.meal.utcOffset, slot: command.meal.slot,
            words: try await sealer.seal(words, .mealWords(command.mealID, of: command.accountID)), items: items,
            totals: try NutrientSums(items), recordedAt: clock.now(), deletedAt: nil)
        try await publish(meal, command.days, attributes)
    }

    private func keep(
        _ food: OwnFood, _ id: OwnFoodID, _ version: Int64, of account: AccountID, _ attributes: EventAttributes
    ) async throws {
        let before = state.withLock { $0.ownFoods[id] }
        let kept = FoodChanged(
            accountID: account, ownFoodID: id, version: version, food: food, addedAt: before?.addedAt ?? clock.now())
        state.withLock { $0.ownFoods[id] = kept }
        try await publish(kept, attributes, .succeeded)
    }

    private func save(
        _ food: SavedFood, _ id: SavedFoodID, _ version: Int64, of account: AccountID, _ attributes: EventAttributes
    ) async throws {
        let before = state.withLock { $0.savedFoods[id] }
        let saved = SavedFoodChanged(
            accountID: account, savedFoodID: id, version: version, food: food,
            savedAt: before?.savedAt ?? clock.now(), deletedAt: nil)
        state.withLock { $0.savedFoods[id] = saved }
        try await publish(saved, attributes, .succeeded)
    }

    private func keep(
        _ entry: MealEntry, _ meal: MealID, _ version: Int64, of account: AccountID, _ days: [DayVersion],
        _ attributes: EventAttributes
    ) async throws {
        // As in the real service, the recognized food is kept beside the correction.
        let before = state.withLock { $0.meals[meal] }
        let items = entry.items.map { command in
            MealItem(
                itemID: command.itemID, foodID: command.foodID, savedFoodID: command.savedFoodID,
                source: command.amounts == nil ? .catalogue : .typed,
                milligrams: command.milligrams, basis: command.amounts == nil ? .hundredGrams : .wholeItem,
                amounts: command.amounts ?? ["energy": 100_000],
                seen: before?.items.first { $0.itemID == command.itemID }?.seen)
        }
        let changed = MealChanged(
            accountID: account, mealID: meal, version: version, day: entry.day, eatenAt: entry.eatenAt,
            utcOffset: entry.utcOffset, slot: entry.slot, words: entry.words, items: items,
            totals: try NutrientSums(items), recordedAt: before?.recordedAt ?? clock.now(), deletedAt: nil)
        try await publish(changed, days, attributes)
    }

    private func mark(
        _ meal: MealID, _ version: Int64, deletedAt: Date?, _ days: [DayVersion], _ attributes: EventAttributes
    ) async throws {
        guard var changed = state.withLock({ $0.meals[meal] }) else { return }
        changed.version = version
        changed.deletedAt = deletedAt
        try await publish(changed, days, attributes)
    }

    /// Publishes the meal before its days, so that a request for a day has to wait.
    private func publish(_ meal: MealChanged, _ days: [DayVersion], _ attributes: EventAttributes) async throws {
        let meals = state.withLock { state in
            state.meals[meal.mealID] = meal
            return state.meals.values.filter { $0.accountID == meal.accountID && $0.deletedAt == nil }
        }
        try await publish(meal, attributes, .succeeded)
        for promised in days {
            var eaten: [DayLedger.Meal] = []
            for meal in meals where meal.day == promised.day {
                let words = try await sealer.open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
                eaten.append(DayLedger.Meal(slot: meal.slot, slotName: words.slotName, totals: meal.totals))
            }
            let ledger = try DayLedger(eaten)
            var slotNames: Sealed<[String]>?
            if !ledger.slotNames.isEmpty {
                slotNames = try await sealer.seal(
                    ledger.slotNames, .daySlotNames(DayID(promised.day, of: meal.accountID), of: meal.accountID))
            }
            try await publish(
                DayChanged(
                    accountID: meal.accountID, day: promised.day, version: promised.version, meals: ledger.meals,
                    totals: ledger.totals, slots: ledger.slots, slotNames: slotNames, changedAt: clock.now()), nil, nil)
        }
    }
}
