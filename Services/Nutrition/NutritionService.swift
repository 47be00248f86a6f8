import EventContracts
import FoodLibrary
import Messaging
import Quantities
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `nutrition`: meals, days, goals, saved foods, foods of people's own and everybody's.
package enum NutritionService {
    /// Its name everywhere.
    package static let name = "nutrition"

    /// Builds the service; it runs when asked to.
    ///
    /// - Parameters:
    ///   - configuration: what `NutritionConfiguration` read, or a test made.
    ///   - clock: the time of day.
    /// - Returns: the service, not yet running.
    /// - Throws: what is wrong with the configuration or the built-in foods.
    package static func build(
        _ configuration: NutritionConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock)
        let repositories = Repositories()
        let desks = Desks(repositories, try FoodLibrary.builtIn(), parts.sealer)
        let seen = SeenMeal(names: try SeenFoodNames.builtIn())
        let eraser = AccountEraser<NutritionDataErased>(
            AccountErasure(NutritionErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: [
                Subscription(KeepMeal(desk: desks.meals)),
                Subscription(KeepRecognizedMeal(desk: desks.meals, seen: seen)),
                Subscription(ReplaceMeal(desk: desks.meals)),
                Subscription(RemoveMeal(desk: desks.meals)),
                Subscription(ReviveMeal(desk: desks.meals)),
                Subscription(ChooseGoals(goals: repositories.goals)),
                Subscription(KeepSavedFood(desk: desks.savedFoods)),
                Subscription(ReplaceSavedFood(desk: desks.savedFoods)),
                Subscription(RemoveSavedFood(desk: desks.savedFoods)),
                Subscription(KeepOwnFood(desk: desks.ownFoods)),
                Subscription(ReplaceOwnFood(desk: desks.ownFoods)),
                Subscription(RemoveOwnFood(desk: desks.ownFoods)),
                Subscription(TakeSubmission(desk: desks.submissions)),
                Subscription(TakeBackSubmission(desk: desks.submissions)),
                Subscription(DecideSubmission(desk: desks.submissions)),
                Subscription(SetSharedFood(desk: desks.submissions)),
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
        let tables = CatalogueReleaseWork(
            database: messaging.database, releases: repositories.releases, keeper: desks.keeper,
            reader: CatalogueReader(configuration.catalogueDirectory.map { CatalogueFiles($0) }))
        return parts.service(
            messaging,
            work: [
                eraser.work(over: messaging.database, logger: parts.logger),
                PeriodicWork("imported foods", every: CatalogueReleaseWork.interval, logger: parts.logger) {
                    try await tables.run()
                },
                PeriodicWork("retention", every: NutritionRetention.interval, logger: parts.logger) {
                    try await retention.run()
                },
            ])
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

    /// Who keeps what people enter.
    struct Desks: Sendable {
        let meals: MealDesk
        let savedFoods: SavedFoodDesk
        let ownFoods: OwnFoodDesk
        let submissions: SubmissionDesk
        let keeper: CatalogueKeeper

        init(_ repositories: Repositories, _ foods: FoodLibrary, _ sealer: Sealer) {
            keeper = CatalogueKeeper(repositories.catalogue, foods)
            meals = MealDesk(
                meals: repositories.meals,
                days: DayDesk(meals: repositories.meals, days: repositories.days, sealer: sealer),
                catalogue: keeper,
                pantries: PantryKeeper(
                    ownFoods: repositories.ownFoods, savedFoods: repositories.savedFoods, sealer: sealer),
                sealer: sealer)
            savedFoods = SavedFoodDesk(
                savedFoods: repositories.savedFoods, ownFoods: repositories.ownFoods, catalogue: keeper,
                sealer: sealer)
            ownFoods = OwnFoodDesk(ownFoods: repositories.ownFoods, sealer: sealer)
            submissions = SubmissionDesk(
                submissions: repositories.submissions, ownFoods: repositories.ownFoods,
                catalogue: repositories.catalogue, keeper: keeper, sealer: sealer)
        }
    }

    /// Every meal, deleted ones included, so that a projection knows both.
    static func snapshots(of meals: MealRepository) -> some SnapshotSource {
        PagedSnapshots(page: meals.page) { ($0.accountID, $0.mealID) }
    }

    /// What every day amounts to.
    static func snapshots(of days: DayRepository) -> some SnapshotSource {
        DatedSnapshots(page: days.page) { ($0.accountID, $0.day, $0.dayID.description) }
    }

    /// Every person's goals with those before, so that a projection knows what held on each day.
    static func snapshots(of goals: GoalsRepository) -> some SnapshotSource {
        DatedSnapshots(page: goals.page) { ($0.accountID, $0.from ?? .epoch, $0.accountID.description) }
    }

    /// Every saved food, deleted ones included, so that a projection knows both.
    static func snapshots(of savedFoods: SavedFoodRepository) -> some SnapshotSource {
        PagedSnapshots(page: savedFoods.page) { ($0.accountID, $0.savedFoodID) }
    }

    /// Every food of people's own, deleted ones included, so that a projection knows both.
    static func snapshots(of ownFoods: OwnFoodRepository) -> some SnapshotSource {
        PagedSnapshots(page: ownFoods.page) { ($0.accountID, $0.ownFoodID) }
    }

    /// Every submission.
    static func snapshots(of submissions: FoodSubmissionRepository) -> some SnapshotSource {
        PagedSnapshots(page: submissions.page) { ($0.accountID, $0.submissionID) }
    }
}
