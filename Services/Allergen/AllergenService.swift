import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `allergen`: profiles, label scans and the reaction diary.
package enum AllergenService {
    /// The service's name in topics, logs and the database.
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
        let lock = AccountLock(), sealer = parts.sealer
        let lexicon = try lexicon(configuration)
        let writers = Writers(ScanAssessor(lexicon: lexicon, sealer: sealer), lexicon, sealer)
        let eraser = AccountEraser<AllergenDataErased>(
            AccountErasure(AllergenErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: subscriptions(writers, lock, sealer, parts.registry) + [
                Subscription(eraser),
                Subscription(AccountExporter(Exporting.Allergen.self, AllergenExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<AllergenCommandRejected, AllergenCommandFailed>(),
            snapshots: [
                profileSnapshots, scanSnapshots, reactionSnapshots, ProductSnapshots(), mealSnapshots,
                purchaseSnapshots,
            ], gathering: .balanced)
        return parts.service(
            messaging,
            work: work(writers, lock, messaging.database, parts) + [
                eraser.work(over: messaging.database, logger: parts.logger)
            ])
    }

    /// Handlers of commands, analysis results and other services' facts, apart from those of erasure and export.
    static func subscriptions(
        _ writers: Writers, _ lock: AccountLock, _ sealer: Sealer, _ registry: MetricsRegistry
    ) -> [Subscription] {
        let intake = ScanIntake(lock: lock, writer: writers.scans)
        return [
            Subscription(
                SetProfile(
                    lock: lock, writer: writers.scans, compaction: ScanCompaction(), recheck: writers.recheck,
                    meals: writers.meals, purchases: writers.purchases)),
            Subscription(AssessText(intake: intake)),
            Subscription(AssessReading(intake: intake, sealer: sealer)),
            Subscription(CorrectText(lock: lock, writer: writers.scans, metrics: CorrectionMetrics(registry))),
            Subscription(NameScan(lock: lock)),
            Subscription(JudgeMeal(lock: lock, writer: writers.meals)),
            Subscription(JudgePurchase(lock: lock, writer: writers.purchases)),
            Subscription(KnowProduct(lock: lock, writer: writers.purchases)),
            Subscription(SaveReaction(sealer: sealer)),
            Subscription(RemoveReaction()),
            Subscription(KeepStanding()),
        ]
    }

    private static func lexicon(_ configuration: AllergenConfiguration) throws -> Lexicon {
        guard let file = configuration.importedLexicon else { return try Lexicon.builtIn() }
        return try Lexicon.builtIn(importing: Array(try Data(contentsOf: file)))
    }

    /// The background jobs of the service.
    private static func work(
        _ writers: Writers, _ lock: AccountLock, _ database: MessagingDatabase, _ parts: EventServiceParts
    ) -> [any Service] {
        let logger = parts.logger
        let sweeper = PendingScanSweeper(database: database, lock: lock, writer: writers.scans, logger: logger)
        let compactor = ScanCompactor(database: database, lock: lock, logger: logger)
        let retention = AllergenRetention(pool: parts.pool, clock: parts.clock)
        let lexicon = LexiconRecheck(
            database: database, lock: lock, lexicons: .lexicons, recheck: writers.recheck, begunAt: parts.clock.now(),
            logger: logger)
        let products = ProductFactWriter(
            database: database, lock: lock, holders: ProductHolders(), purchases: writers.purchases,
            lexiconVersion: writers.recheck.assessor.lexiconVersion, logger: logger)
        let begunAt = parts.clock.now()
        let meals = KnowledgeRecheck(
            database: database, lock: lock, knowledge: .meals, writer: writers.meals, turn: .meals, begunAt: begunAt)
        let purchases = KnowledgeRecheck(
            database: database, lock: lock, knowledge: .purchases, writer: writers.purchases, turn: .purchases,
            begunAt: begunAt)
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
            PeriodicJob("knowledge of meals", every: KnowledgeRecheck.interval, unlessIdle: activity, logger: logger) {
                try await meals.run()
            },
            PeriodicJob(
                "knowledge of purchases", every: KnowledgeRecheck.interval, unlessIdle: activity, logger: logger
            ) {
                try await purchases.run()
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
    static var profileSnapshots: some SnapshotSource {
        PagedSnapshots(page: ProfileRepository.page) { ($0.accountID, $0.accountID) }
    }

    /// Every scan: in full, or in the compact form of scans beyond the newest ten.
    static var scanSnapshots: some SnapshotSource {
        PagedSnapshots(page: ScanRepository.page) { ($0.accountID, $0.scanID) }
    }

    /// All assessed meals, including deleted ones, so that projections also learn of deletions.
    static var mealSnapshots: some SnapshotSource {
        PagedSnapshots(page: MealRepository.page) { ($0.accountID, $0.mealID) }
    }

    /// All assessed purchases, including deleted ones, so that projections also learn of deletions.
    static var purchaseSnapshots: some SnapshotSource {
        PagedSnapshots(page: PurchaseRepository.page) { ($0.accountID, $0.receiptID) }
    }

    /// All entries of the reaction diaries, including deleted ones, so that projections also learn of deletions.
    static var reactionSnapshots: some SnapshotSource {
        PagedSnapshots(page: ReactionRepository.page) { ($0.accountID, $0.reactionID) }
    }
}
