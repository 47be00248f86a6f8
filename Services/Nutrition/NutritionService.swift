import EventContracts
import FoodLibrary
import Messaging
import Quantities
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `nutrition`: meals, days, goals, saved foods, own foods and the catalog.
package enum NutritionService {
    /// The service's name in topics, logs and the database.
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
        let writers = Writers(try FoodLibrary.builtIn(), parts.sealer)
        let seen = SeenMeal(names: try SeenFoodNames.builtIn())
        let eraser = AccountEraser<NutritionDataErased>(
            AccountErasure(NutritionErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: subscriptions(writers, seen) + [
                Subscription(eraser),
                Subscription(AccountExporter(Exporting.Nutrition.self, NutritionExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<NutritionCommandRejected, NutritionCommandFailed>(),
            snapshots: [
                mealSnapshots, daySnapshots, goalSnapshots, savedFoodSnapshots, ownFoodSnapshots, submissionSnapshots,
                CatalogueSnapshots(), CatalogueReleaseSnapshots(),
            ])
        let retention = NutritionRetention(pool: parts.pool, clock: clock)
        let tables = CatalogReleaseJob(
            database: messaging.database, keeper: writers.keeper,
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

    /// Handlers of commands and analysis results, apart from those of erasure and export.
    static func subscriptions(_ writers: Writers, _ seen: SeenMeal) -> [Subscription] {
        [
            Subscription(KeepMeal(writer: writers.meals)),
            Subscription(KeepRecognizedMeal(writer: writers.meals, seen: seen)),
            Subscription(ReplaceMeal(writer: writers.meals)),
            Subscription(RemoveMeal(writer: writers.meals)),
            Subscription(ReviveMeal(writer: writers.meals)),
            Subscription(ChooseGoals()),
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

    /// The writers of people's entries.
    struct Writers: Sendable {
        let meals: MealWriter
        let savedFoods: SavedFoodWriter
        let ownFoods: OwnFoodWriter
        let submissions: SubmissionWriter
        let keeper: CatalogCache

        init(_ foods: FoodLibrary, _ sealer: Sealer) {
            keeper = CatalogCache(foods)
            meals = MealWriter(
                days: DayTotalsWriter(sealer: sealer), catalogue: keeper, pantries: PersonalFoodReader(sealer: sealer),
                sealer: sealer)
            savedFoods = SavedFoodWriter(catalogue: keeper, sealer: sealer)
            ownFoods = OwnFoodWriter(sealer: sealer)
            submissions = SubmissionWriter(keeper: keeper, sealer: sealer)
        }
    }

    /// All meals, including deleted ones, so that projections also learn of deletions.
    static var mealSnapshots: some SnapshotSource {
        PagedSnapshots(page: MealRepository.page) { ($0.accountID, $0.mealID) }
    }

    /// The sums of all days.
    static var daySnapshots: some SnapshotSource {
        DatedSnapshots(page: DayRepository.page) { ($0.accountID, $0.day, $0.dayID.description) }
    }

    /// The goals of all people, including earlier ones, so that a projection knows which goals applied on each day.
    static var goalSnapshots: some SnapshotSource {
        DatedSnapshots(page: GoalsRepository.page) { ($0.accountID, $0.from ?? .epoch, $0.accountID.description) }
    }

    /// All saved foods, including deleted ones, so that projections also learn of deletions.
    static var savedFoodSnapshots: some SnapshotSource {
        PagedSnapshots(page: SavedFoodRepository.page) { ($0.accountID, $0.savedFoodID) }
    }

    /// All own foods, including deleted ones, so that projections also learn of deletions.
    static var ownFoodSnapshots: some SnapshotSource {
        PagedSnapshots(page: OwnFoodRepository.page) { ($0.accountID, $0.ownFoodID) }
    }

    /// All submissions.
    static var submissionSnapshots: some SnapshotSource {
        PagedSnapshots(page: FoodSubmissionRepository.page) { ($0.accountID, $0.submissionID) }
    }
}
