import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import NutritionService

/// The handlers of `nutrition` on its real schema.
struct NutritionHandlers {
    let bench: HandlerBench
    let keepMeal: KeepMeal
    let keepRecognizedMeal: KeepRecognizedMeal
    let replaceMeal: ReplaceMeal
    let removeMeal: RemoveMeal
    let reviveMeal: ReviveMeal
    let chooseGoals: ChooseGoals
    let keepSavedFood: KeepSavedFood
    let replaceSavedFood: ReplaceSavedFood
    let removeSavedFood: RemoveSavedFood
    let keepOwnFood: KeepOwnFood
    let replaceOwnFood: ReplaceOwnFood
    let removeOwnFood: RemoveOwnFood
    let takeSubmission: TakeSubmission
    let takeBackSubmission: TakeBackSubmission
    let decideSubmission: DecideSubmission
    let setSharedFood: SetSharedFood
    let retention: NutritionRetention

    /// The bench's clock is at noon in UTC on this day.
    static let today = "2026-01-15"

    static func with(_ body: (NutritionHandlers) async throws -> Void) async throws {
        try await HandlerBench.with(service: "nutrition", migrations: try NutritionMigrations.all()) { bench in
            try await body(try NutritionHandlers(bench))
        }
    }

    private init(_ bench: HandlerBench) throws {
        self.bench = bench
        let writers = NutritionService.Writers(try FoodLibrary.builtIn(), bench.sealer)
        keepMeal = KeepMeal(writer: writers.meals)
        keepRecognizedMeal = KeepRecognizedMeal(
            writer: writers.meals, seen: SeenMeal(names: try SeenFoodNames.builtIn()))
        replaceMeal = ReplaceMeal(writer: writers.meals)
        removeMeal = RemoveMeal(writer: writers.meals)
        reviveMeal = ReviveMeal(writer: writers.meals)
        chooseGoals = ChooseGoals()
        keepSavedFood = KeepSavedFood(writer: writers.savedFoods)
        replaceSavedFood = ReplaceSavedFood(writer: writers.savedFoods)
        removeSavedFood = RemoveSavedFood(writer: writers.savedFoods)
        keepOwnFood = KeepOwnFood(writer: writers.ownFoods)
        replaceOwnFood = ReplaceOwnFood(writer: writers.ownFoods)
        removeOwnFood = RemoveOwnFood(writer: writers.ownFoods)
        takeSubmission = TakeSubmission(writer: writers.submissions)
        takeBackSubmission = TakeBackSubmission(writer: writers.submissions)
        decideSubmission = DecideSubmission(writer: writers.submissions)
        setSharedFood = SetSharedFood(writer: writers.submissions)
        retention = NutritionRetention(pool: bench.database.pool, clock: bench.clock)
    }

    // MARK: - Orders

    func entry(
        _ meal: MealID, of account: AccountID, on day: String = today, slot: MealSlot = .lunch,
        words: MealWords = MealWords(), language: String = "en", _ items: [MealItemInput]
    ) async throws -> MealEntry {
        MealEntry(
            day: try #require(CalendarDay(day)), eatenAt: bench.clock.now(), utcOffset: -18_000, slot: slot,
            language: language, words: try await bench.sealer.seal(words, .mealWords(meal, of: account)), items: items)
    }

    func record(
        _ meal: MealID, of account: AccountID, version: Int64 = 1, _ entry: MealEntry, days: [DayVersion] = [],
        operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            RecordMeal(accountID: account, mealID: meal, version: version, meal: entry, days: days), to: keepMeal,
            account: account, operation: operation)
    }

    func change(
        _ meal: MealID, of account: AccountID, version: Int64, _ entry: MealEntry, days: [DayVersion] = [],
        operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            ChangeMeal(accountID: account, mealID: meal, version: version, meal: entry, days: days), to: replaceMeal,
            account: account, operation: operation)
    }

    func delete(
        _ meal: MealID, of account: AccountID, version: Int64, days: [DayVersion] = [], operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            DeleteMeal(accountID: account, mealID: meal, version: version, days: days), to: removeMeal,
            account: account, operation: operation)
    }

    func restore(
        _ meal: MealID, of account: AccountID, version: Int64, days: [DayVersion] = [], operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            RestoreMeal(accountID: account, mealID: meal, version: version, days: days), to: reviveMeal,
            account: account, operation: operation)
    }

    func saved(
        _ food: SavedFoodID, of account: AccountID, _ name: String, foodID: String? = nil, grams: Int64? = nil,
        amounts: [String: Int64]? = nil
    ) async throws -> SavedFood {
        SavedFood(
            words: try await bench.sealer.seal(SavedFoodWords(name: name), .savedFoodWords(food, of: account)),
            foodID: foodID, milligrams: grams.map { $0 * 1_000 }, amounts: amounts)
    }

    /// Adds an own food; returns its id in the form of `FoodID`.
    @discardableResult
    func addFood(
        _ name: String, _ amounts: [String: Int64], of account: AccountID, operation: OperationID? = nil
    ) async throws -> String {
        let id = OwnFoodID.random()
        let food = try await ownFood(id, of: account, name, amounts)
        try await bench.deliver(
            AddFood(accountID: account, ownFoodID: id, version: 1, food: food), to: keepOwnFood, account: account,
            operation: operation)
        return id.foodID
    }

    func ownFood(
        _ id: OwnFoodID, of account: AccountID, _ name: String, _ amounts: [String: Int64]
    ) async throws -> OwnFood {
        OwnFood(
            words: try await bench.sealer.seal(OwnFoodWords(name: name), .ownFoodWords(id, of: account)),
            amounts: amounts)
    }

    // MARK: - Results

    func meals() async throws -> [Event<MealChanged>] { try await bench.database.events() }

    func days() async throws -> [Event<DayChanged>] { try await bench.database.events() }

    /// The last published state of the day.
    func day(_ day: String, of account: AccountID) async throws -> DayChanged? {
        try await days().last { $0.body.day.description == day && $0.body.accountID == account }?.body
    }

    func words(of meal: MealChanged) async throws -> MealWords {
        try await bench.sealer.open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
    }

    /// Every page of a snapshot source.
    func snapshot(_ source: any SnapshotSource, limit: Int = 2) async throws -> Int {
        var cursor: String?
        var pages = 0
        repeat {
            let after = cursor
            cursor = try await bench.database.write(.request(correlationID: UUID())) { transaction in
                try await source.appendPage(after: after, limit: limit, in: transaction)
            }
            pages += 1
        } while cursor != nil
        return pages
    }
}

extension MealItemInput {
    /// A food with a mass in grams.
    static func food(_ id: String, _ grams: Double, _ item: MealItemID = .random()) -> MealItemInput {
        MealItemInput(itemID: item, foodID: id, milligrams: Int64((grams * 1_000).rounded()))
    }

    /// Typed energy, in kilocalories.
    static func quick(_ energy: Int64, _ item: MealItemID = .random()) -> MealItemInput {
        MealItemInput(itemID: item, amounts: ["energy": energy * 1_000])
    }
}

extension NutrientSums {
    /// The amount of a nutrient in its unit, as a decimal.
    func decimal(_ nutrient: Nutrient) -> Decimal? {
        sums[nutrient.rawValue].map { Decimal($0.amount) / Decimal(Self.unitsPerOne) }
    }
}
