import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Nourishment
import Quantities
import Sealing

/// Recommends foods for the gaps of a day: foods that the person often eats, and catalog foods that are new to them
/// (NUT-16).
struct FoodAdviser: Sendable {
    /// A recommended food with its name and the reasons for it besides the gaps.
    struct Advised: Sendable {
        let recommendation: Recommendation
        let name: String
        let isNew: Bool
        let isInSeason: Bool
        let isLowCost: Bool
        /// Whether the food's allergens, ingredients or suitability for the diets are unknown.
        let isUncertain: Bool
    }

    let resources: ResourceReader
    let foods: KnownFoods
    let table: RecommendableFoods
    let budgets: any GroceryBudgets

    /// Number of days of meals used to determine habits.
    private static let habitDays = 56
    /// Maximum number of meals considered.
    private static let maxMeals = 120
    /// Maximum number of usual foods considered, most frequent first.
    private static let maxUsual = 100
    /// Maximum number of recommendations.
    private static let maxRecommendations = 5
    /// Factors for foods in season, and for low-cost foods while the budget is tight.
    private static let seasonGain = 1.2, lowCostGain = 1.5
    /// Prefixes of the names of time zones with southern seasons.
    private static let southern = [
        "Australia/", "Pacific/Auckland", "America/Argentina", "America/Santiago", "America/Sao_Paulo",
        "America/Montevideo", "America/Asuncion", "America/La_Paz", "Africa/Johannesburg", "Africa/Harare",
        "Africa/Maputo", "Indian/Antananarivo",
    ]

    /// The foods that close the largest gaps of a day, the most helpful first; foods of unknown content last.
    func advise(
        on assessment: DayAssessment, _ account: AccountID, in language: FoodLanguage
    ) async throws -> [Advised] {
        let avoidance = try await avoidance(of: account)
        let isTight = try await budgets.isTight(for: account)
        let zone = try await AccountRepository.timeZone(of: account, in: resources.database) ?? "UTC"
        let isSouthern = Self.southern.contains { zone.hasPrefix($0) }
        let known = Dictionary(uniqueKeysWithValues: table.foods.map { ($0.id.value, $0) })
        let usual = try await usualFoods(before: assessment.day, avoidance, known, of: account, in: language)
        let new = try await catalogue(avoidance, without: Set(usual.map(\.choice.id)), in: language)
        var names: [String: String] = [:], choices: [FoodChoice] = []
        for (choice, name) in usual + new {
            var choice = choice
            if let food = known[choice.id] {
                let season = food.isInSeason(assessment.day.month, isSouthern: isSouthern)
                if choice.habit == 0, season == false || (isTight && food.cost == 3) { continue }
                choice.preference =
                    (season == true ? Self.seasonGain : 1) * (isTight && food.cost == 1 ? Self.lowCostGain : 1)
            }
            names[choice.id] = name
            choices.append(choice)
        }
        return Recommendation.find(
            for: assessment, among: choices, avoiding: avoidance.codes, maxCount: Self.maxRecommendations
        ).map {
            let food = known[$0.food.id]
            return Advised(
                recommendation: $0, name: names[$0.food.id] ?? $0.food.id, isNew: $0.food.habit == 0,
                isInSeason: food?.isInSeason(assessment.day.month, isSouthern: isSouthern) ?? false,
                isLowCost: isTight && food?.cost == 1, isUncertain: avoidance.isCareful && $0.food.allergens == nil)
        }
    }

    /// The person's usual foods with their usual amounts; the allergens of most of them are unknown.
    private func usualFoods(
        before day: CalendarDay, _ avoidance: FoodAvoidance, _ table: [String: RecommendableFood],
        of account: AccountID, in language: FoodLanguage
    ) async throws -> [(choice: FoodChoice, name: String)] {
        let items = try await EatenRepository.items(
            of: account, from: day.adding(days: -Self.habitDays) ?? day, through: day, meals: Self.maxMeals,
            in: resources.database)
        var masses: [String: [Int64]] = [:]
        for item in items {
            if let food = item.foodID, let mass = item.milligrams { masses[food, default: []].append(mass) }
        }
        let frequent = masses.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }.prefix(Self.maxUsual)
        let found = try await foods.foods(frequent.map(\.key), of: account, in: language)
        return frequent.compactMap { id, masses in
            guard let food = found[id], !avoidance.excludes(id, named: [food.name]) else { return nil }
            if let known = table[id], avoidance.excludes(known) { return nil }
            let mass = Grams(Double(masses.sorted()[masses.count / 2]) / 1_000)
            let choice = FoodChoice(
                id: id, mass: mass, amounts: food.amounts.inMass(mass), allergens: table[id]?.allergens,
                habit: Double(masses.count))
            return (choice, food.name)
        }
    }

    /// Catalog foods that the person may eat.
    private func catalogue(
        _ avoidance: FoodAvoidance, without usual: Set<String>, in language: FoodLanguage
    ) async throws -> [(choice: FoodChoice, name: String)] {
        let allowed = table.foods.filter { !usual.contains($0.id.value) && !avoidance.excludes($0) }
        let found = Dictionary(
            try await foods.foodSearch.foods(allowed.map(\.id)).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first })
        return allowed.compactMap { one in
            guard let food = found[one.id] else { return nil }
            let names = FoodLanguage.allCases.flatMap { food.names[$0] ?? [] } + [food.description]
            guard !avoidance.excludes(one.id.value, named: names) else { return nil }
            let mass = Grams(one.grams)
            let choice = FoodChoice(
                id: one.id.value, mass: mass, amounts: food.amounts.inMass(mass), allergens: one.allergens, habit: 0)
            return (choice, food.shownName(in: language).text)
        }
    }

    private func avoidance(of account: AccountID) async throws -> FoodAvoidance {
        var avoidance = FoodAvoidance()
        avoidance.disliked = Set(try await DislikedFoodRepository.ids(of: account, in: resources.database))
        let profile = ResourceReference(.allergenProfile, account.uuid)
        guard let document = try await resources.ownDocument(profile, of: account) else { return avoidance }
        let published = try EventCoding.decode(ProfileChanged.self, from: document.body)
        let own = try await foods.sealer.open(published.otherIngredients, .otherIngredients(of: account))
        avoidance.allergens = Set(published.allergens.map(\.rawValue))
        avoidance.ingredients = own.map { Set(FoldedName($0.name).words) }.filter { !$0.isEmpty }
        avoidance.diets = Set(published.diets)
        return avoidance
    }
}
