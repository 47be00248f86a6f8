import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `allergen`: profiles, label scans and the reaction diary.
package enum AllergenService {
    /// Its name everywhere.
    package static let name = "allergen"

    /// Builds the service without running it.
    ///
    /// - Parameters:
    ///   - configuration: From `AllergenConfiguration`, or a test.
    ///   - clock: The time of day.
    /// - Returns: The service, not running yet.
    /// - Throws: An error of the configuration or the built-in lexicon.
    package static func build(
        _ configuration: AllergenConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(
            name: name, settings: configuration.settings, clock: clock)
        let repositories = Repositories(), lock = AccountLock(), sealer = parts.sealer
        let lexicon = try lexicon(configuration)
        let writers = Writers(repositories, ScanAssessor(lexicon: lexicon, sealer: sealer), lexicon, sealer)
        let eraser = AccountEraser<AllergenDataErased>(
            AccountErasure(AllergenErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: subscriptions(repositories, writers, lock, sealer, parts.registry) + [
                Subscription(eraser),
                Subscription(AccountExporter(Exporting.Allergen.self, AllergenExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<AllergenCommandRejected, AllergenCommandFailed>(),
            snapshots: [
                snapshots(of: repositories.profiles), snapshots(of: repositories.scans),
                snapshots(of: repositories.reactions),
                ProductSnapshots(products: repositories.products), snapshots(of: repositories.meals),
                snapshots(of: repositories.purchases),
            ])
        return parts.service(
            messaging,
            work: work(repositories, writers, lock, messaging.database, parts) + [
                eraser.work(over: messaging.database, logger: parts.logger)
            ])
    }

    /// What the service does with commands, readings and other services' facts, apart from erasure and export.
    static func subscriptions(
        _ repositories: Repositories, _ writers: Writers, _ lock: AccountLock, _ sealer: Sealer,
        _ registry: MetricsRegistry
    ) -> [Subscription] {
        let pending = repositories.pending, profiles = repositories.profiles, reactions = repositories.reactions
        let intake = ScanIntake(lock: lock, profiles: profiles, pending: pending, writer: writers.scans)
        return [
            Subscription(
                SetProfile(
                    lock: lock, profiles: profiles, pending: pending, writer: writers.scans,
                    compaction: ScanCompaction(scans: repositories.scans), recheck: writers.recheck,
                    meals: writers.meals, purchases: writers.purchases)),
            Subscription(AssessText(intake: intake)),
            Subscription(AssessReading(intake: intake, sealer: sealer)),
            Subscription(
                CorrectText(
                    lock: lock, profiles: profiles, pending: pending, writer: writers.scans,
                    metrics: CorrectionMetrics(registry))),
            Subscription(NameScan(lock: lock, scans: repositories.scans)),
            Subscription(JudgeMeal(lock: lock, profiles: profiles, writer: writers.meals)),
            Subscription(JudgePurchase(lock: lock, profiles: profiles, writer: writers.purchases)),
            Subscription(KnowProduct(lock: lock, profiles: profiles, writer: writers.purchases)),
            Subscription(SaveReaction(reactions: reactions, sealer: sealer)),
            Subscription(RemoveReaction(reactions: reactions)),
        ]
    }

    private static func lexicon(_ configuration: AllergenConfiguration) throws -> Lexicon {
        guard let file = configuration.importedLexicon else { return try Lexicon.builtIn() }
        return try Lexicon.builtIn(importing: Array(try Data(contentsOf: file)))
    }

    /// The background jobs of the service.
    private static func work(
        _ repositories: Repositories, _ writers: Writers, _ lock: AccountLock, _ database: MessagingDatabase,
        _ parts: EventServiceParts
    ) -> [any Service] {
        let logger = parts.logger, profiles = repositories.profiles
        let sweeper = PendingScanSweeper(
            database: database, lock: lock, profiles: profiles, pending: repositories.pending, writer: writers.scans,
            logger: logger)
        let compactor = ScanCompactor(
            database: database, lock: lock, profiles: profiles, scans: repositories.scans, logger: logger)
        let retention = AllergenRetention(
            pending: repositories.pending, reactions: repositories.reactions, meals: repositories.meals,
            purchases: repositories.purchases, numbers: repositories.numbers, pool: parts.pool, clock: parts.clock)
        let lexicon = LexiconRecheck(
            database: database, lock: lock, profiles: profiles, lexicons: .lexicons, recheck: writers.recheck,
            begunAt: parts.clock.now(), logger: logger)
        let products = ProductFactWriter(
            database: database, lock: lock, profiles: profiles, products: repositories.products,
            readings: repositories.readings, reports: repositories.reports, changes: RecipeChangeRepository(),
            holders: repositories.holders, purchases: writers.purchases,
            lexiconVersion: writers.recheck.assessor.lexiconVersion)
        let meals = MealRecheck(
            database: database, lock: lock, profiles: profiles, knowledge: .meals,
            writer: writers.meals, begunAt: parts.clock.now())
        let activity = database.activity
        return [
            PeriodicJob("overdue scans", every: PendingScanSweeper.interval, unlessIdle: activity, logger: logger) {
                try await sweeper.sweep()
            },
            PeriodicJob("compaction", every: ScanCompactor.interval, unlessIdle: activity, logger: logger) {
                try await compactor.sweep()
            },
            PeriodicJob("lexicon", every: LexiconRecheck.interval, unlessIdle: activity, logger: logger) {
                try await lexicon.run()
            },
            PeriodicJob("knowledge of meals", every: MealRecheck.interval, unlessIdle: activity, logger: logger) {
                try await meals.run()
            },
            PeriodicJob("products", every: ProductFactWriter.interval, unlessIdle: activity, logger: logger) {
                try await products.run()
            },
            PeriodicJob("recalls", every: RecallAlertWriter.interval, unlessIdle: activity, logger: logger) {
                try await writers.recalls.run(on: database, lock: lock)
            },
            PeriodicJob("retention", every: AllergenRetention.interval, logger: logger) {
                try await retention.run()
            },
        ]
    }

    /// Every person's allergen profile.
    static func snapshots(of profiles: ProfileRepository) -> some SnapshotSource {
        PagedSnapshots(page: profiles.page) { ($0.accountID, $0.accountID) }
    }

    /// Every scan, in full or as the compact fact.
    static func snapshots(of scans: ScanRepository) -> some SnapshotSource {
        PagedSnapshots(page: scans.page) { ($0.accountID, $0.scanID) }
    }

    /// All assessed meals, including deleted ones, so that a projection knows both.
    static func snapshots(of meals: MealRepository) -> some SnapshotSource {
        PagedSnapshots(page: meals.page) { ($0.accountID, $0.mealID) }
    }

    /// All assessed purchases, including deleted ones, so that a projection knows both.
    static func snapshots(of purchases: PurchaseRepository) -> some SnapshotSource {
        PagedSnapshots(page: purchases.page) { ($0.accountID, $0.receiptID) }
    }

    /// All entries of the reaction diaries, including deleted ones, so that a projection knows both.
    static func snapshots(of reactions: ReactionRepository) -> some SnapshotSource {
        PagedSnapshots(page: reactions.page) { ($0.accountID, $0.reactionID) }
    }
}
