import EventContracts
import FoodReports
import Foundation
import IngestionCore
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The diary: meals, days, goals, foods, reports, advice and shares.
package struct DiaryFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let meals: MealEndpoints
    let days: DayEndpoints
    let goals: GoalsEndpoints
    let reports: ReportEndpoints
    let advice: AdviceEndpoints
    let dislikes: DislikedFoodEndpoints
    let trends: TrendEndpoints
    let suggestions: SuggestionEndpoints
    let shares: ShareEndpoints
    let savedFoods: SavedFoodEndpoints
    let foods: FoodEndpoints
    private let core: GatewayCore
    private let savesBasicHistory: Bool

    /// - Parameters:
    ///   - core: The shared parts of the gateway.
    ///   - savesBasicHistory: Whether entries of basic accounts are kept beyond their day (C12).
    ///   - budgets: Tells whether a person's grocery budget is tight.
    /// - Throws: If the words of reports or the recommendable foods cannot be read.
    package init(_ core: GatewayCore, savesBasicHistory: Bool, budgets: any GroceryBudgets) throws {
        self.core = core
        self.savesBasicHistory = savesBasicHistory
        let words = try ReportWords.builtIn()
        let builder = ReportBuilder(resources: core.resources, sealer: core.sealer)
        let usable = UsableFoods(foodSearch: core.foodSearch, resources: core.resources, sealer: core.sealer)
        meals = MealEndpoints(
            acceptor: core.acceptor, sealer: core.sealer, archive: core.archive, foods: usable, plans: core.plans)
        days = DayEndpoints(resources: core.resources, plans: core.plans)
        goals = GoalsEndpoints(acceptor: core.acceptor, sealer: core.sealer)
        reports = ReportEndpoints(
            resources: core.resources, reports: builder, words: words, plans: core.plans, drawing: core.drawing)
        advice = AdviceEndpoints(
            resources: core.resources,
            adviser: FoodAdviser(
                resources: core.resources, foods: core.foods, table: try RecommendableFoods.builtIn(),
                budgets: budgets),
            words: words, plans: core.plans)
        dislikes = DislikedFoodEndpoints(resources: core.resources, foods: core.foods, usable: usable)
        trends = TrendEndpoints(resources: core.resources)
        suggestions = SuggestionEndpoints(resources: core.resources, foods: core.foods)
        shares = ShareEndpoints(
            reports: builder, plans: core.plans, words: words, database: core.database, archive: core.archive,
            gallery: ShareGallery(), publicURL: core.settings.publicURL)
        savedFoods = SavedFoodEndpoints(acceptor: core.acceptor, sealer: core.sealer)
        foods = FoodEndpoints(acceptor: core.acceptor, sealer: core.sealer, foodSearch: core.foodSearch, usable: usable)
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(DocumentProjection(MealChanged.self)),
            Subscription(DocumentProjection(MealJudged.self)),
            Subscription(DocumentProjection(DayChanged.self)),
            Subscription(GoalsProjection()),
            Subscription(DocumentProjection(SavedFoodChanged.self)),
            Subscription(DocumentProjection(FoodChanged.self)),
            Subscription(CatalogueFoodProjection()),
            Subscription(CatalogueReleaseProjection()),
        ]
    }

    package static func addViews(to views: inout DocumentViews) {
        views.add(.meal, MealChanged.self) { meal, companion, opener in try await opener.meal(meal, companion) }
        views.add(.mealAllergens, MealJudged.self) { judged, _, opener in try await opener.allergens(judged) }
        views.add(.day, DayChanged.self) { day, _, opener in try await opener.day(day) }
        views.add(.goals, GoalsChanged.self) { goals, _, opener in try await opener.goals(goals) }
        views.add(.goalPeriod, GoalsChanged.self) { goals, _, opener in try await opener.goals(goals) }
        views.add(.savedFood, SavedFoodChanged.self) { saved, _, opener in try await opener.savedFood(saved) }
        views.add(.ownFood, FoodChanged.self) { food, _, opener in try await opener.ownFood(food) }
    }

    package func makeJobs() -> [any Service] {
        let unsaved = UnsavedHistory(
            database: core.database, standard: core.settings.plan, table: core.settings.entitlements)
        return [
            core.job("unsaved history", every: UnsavedHistory.interval) { [savesBasicHistory] in
                if !savesBasicHistory { try await unsaved.run() }
            },
            core.job("shared foods", every: FoodSearch.interval, restsWhenIdle: true) { [core] in
                try await core.foodSearch.refresh()
            },
        ]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.historyLimit) {
            try await ShareRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: round.now - round.retention.versions.timeInterval) {
            try await MealVersionRepository.prune(before: $0, maxCount: $1, in: $2)
        }
    }
}
