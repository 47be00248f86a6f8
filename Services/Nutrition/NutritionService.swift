import EventContracts
import FoodLibrary
import Messaging
import Quantities
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `nutrition`: meals, days, goals, saved foods, own foods and the catalog.
package enum NutritionService {
    /// Its name everywhere.
    package static let name = "nutrition"

    /// Builds the service without running it.
    ///
    /// - Parameters:
    ///   - configuration: From `NutritionConfiguration`, or a test.
    ///   - clock: The time of day.
    /// - Returns: The service, not running yet.
    /// - Throws: An error of the configuration or the built-in foods.
    package static func build(
        _ configuration: NutritionConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock)
        let repositories = Repositories()
        let writers = Writers(repositories, try FoodLibrary.builtIn(), parts.sealer)
        let seen = SeenMeal(names: try SeenFoodNames.builtIn())
        let eraser = AccountEraser<NutritionDataErased>(
            AccountErasure(NutritionErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: subscriptions(repositories, writers, seen) + [
                Subscription(eraser),
                Subscription(AccountExporter(Exporting.Nutrition.self, NutritionExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<NutritionCommandRejected, NutritionCommandFailed>(),
            snapshots: [
                snapshots(of: repositories.meals), snapshots(of: repositories.days),
                snapshots(of: repositories.goals), snapshots(of: repositories.savedFoods),
                snapshots(of: repositories.ownFoods), snapshots(of: repositories.submissions),
                CatalogueSnapshots(foods: repositories.catalogue),
                CatalogueReleaseSnapshots(releases: repositories.releases),
            ])
        let retention = NutritionRetention(
            meals: repositories.meals, savedFoods: repositories.savedFoods, ownFoods: repositories.ownFoods,
            pool: parts.pool, clock: clock)
        let tables = CatalogReleaseJob(
            database: messaging.database, releases: repositories.releases, keeper: writers.keeper,
            reader: CatalogueReader(configuration.catalogueDirectory.map { CatalogueFiles($0) }))
        return parts.service(
            messaging,
            work: [
                eraser.work(over: messaging.database, logger: parts.logger),
                PeriodicJob(
                    "imported foods", every: CatalogReleaseJob.interval, unlessIdle: messaging.database.activity,
                    logger: parts.logger
                ) {
                    try await tables.run()
                },
                PeriodicJob("retention", every: NutritionRetention.interval, logger: parts.logger) {
                    try await retention.run()
                },
            ])
    }

    /// What the service does with commands and readings, apart from erasure and export.
    static func subscriptions(
        _ repositories: Repositories, _ writers: Writers, _ seen: SeenMeal
    ) -> [Subscription] {
        [
            Subscription(KeepMeal(writer: writers.meals)),
            Subscription(KeepRecognizedMeal(writer: writers.meals, seen: seen)),
            Subscription(ReplaceMeal(writer: writers.meals)),
            Subscription(RemoveMeal(writer: writers.meals)),
            Subscription(ReviveMeal(writer: writers.meals)),
            Subscription(ChooseGoals(goals: repositories.goals)),
            Subscription(KeepSavedFood(writer: writers.savedFoods)),
            Subscription(ReplaceSavedFood(writer: writers.savedFoods)),
            Subscription(RemoveSavedFood(writer: writers.savedFoods)),
            Subscription(KeepOwnFood(writer: writers.ownFoods)),
            Subscription(ReplaceOwnFood(writer: writers.ownFoods)),
            Subscription(RemoveOwnFood(writer: writers.ownFoods)),
            Subscription(TakeSubmission(writer: writers.submissions)),
            Subscription(TakeBackSubmission(writer: writers.submissions)),
            Subscription(DecideSubmission(writer: writers.submissions)),
            Subscription(SetSharedFood(writer: writers.submissions)),
        ]
    }

    /// The repositories of `nutrition`.
    struct Repositories: Sendable {
        let meals = MealRepository()
        let days = DayRepository()
        let goals = GoalsRepository()
        let savedFoods = SavedFoodRepository()
        let ownFoods = OwnFoodRepository()
        let catalogue = CatalogueFoodRepository()
        let releases = CatalogueReleaseRepository()
        let submissions = FoodSubmissionRepository()
    }

    /// The writers of people's entries.
    struct Writers: Sendable {
        let meals: MealWriter
        let savedFoods: SavedFoodWriter
        let ownFoods: OwnFoodWriter
        let submissions: SubmissionWriter
        let keeper: CatalogCache

        init(_ repositories: Repositories, _ foods: FoodLibrary, _ sealer: Sealer) {
            keeper = CatalogCache(repositories.catalogue, foods)
            meals = MealWriter(
                meals: repositories.meals,
                days: DayTotalsWriter(meals: repositories.meals, days: repositories.days, sealer: sealer),
                catalogue: keeper,
                pantries: PersonalFoodReader(
                    ownFoods: repositories.ownFoods, savedFoods: repositories.savedFoods, sealer: sealer),
                sealer: sealer)
            savedFoods = SavedFoodWriter(
                savedFoods: repositories.savedFoods, ownFoods: repositories.ownFoods, catalogue: keeper,
                sealer: sealer)
            ownFoods = OwnFoodWriter(ownFoods: repositories.ownFoods, sealer: sealer)
            submissions = SubmissionWriter(
                submissions: repositories.submissions, ownFoods: repositories.ownFoods,
                catalogue: repositories.catalogue, keeper: keeper, sealer: sealer)
        }
    }

    /// All meals, including deleted ones, so that a projection knows both.
    static func snapshots(of meals: MealRepository) -> some SnapshotSource {
        PagedSnapshots(page: meals.page) { ($0.accountID, $0.mealID) }
    }

    /// The sums of all days.
    static func snapshots(of days: DayRepository) -> some SnapshotSource {
        DatedSnapshots(page: days.page) { ($0.accountID, $0.day, $0.dayID.description) }
    }

    /// All people's goals including earlier ones, so that a projection knows which applied on each day.
    static func snapshots(of goals: GoalsRepository) -> some SnapshotSource {
        DatedSnapshots(page: goals.page) { ($0.accountID, $0.from ?? .epoch, $0.accountID.description) }
    }

    /// All saved foods, including deleted ones, so that a projection knows both.
    static func snapshots(of savedFoods: SavedFoodRepository) -> some SnapshotSource {
        PagedSnapshots(page: savedFoods.page) { ($0.accountID, $0.savedFoodID) }
    }

    /// All own foods, including deleted ones, so that a projection knows both.
    static func snapshots(of ownFoods: OwnFoodRepository) -> some SnapshotSource {
        PagedSnapshots(page: ownFoods.page) { ($0.accountID, $0.ownFoodID) }
    }

    /// Every submission.
    static func snapshots(of submissions: FoodSubmissionRepository) -> some SnapshotSource {
        PagedSnapshots(page: submissions.page) { ($0.accountID, $0.submissionID) }
    }
}
