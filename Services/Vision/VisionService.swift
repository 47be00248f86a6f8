import EventContracts
import Foundation
import Logging
import Messaging
import Photos
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `vision`: analyzes photos of labels, meals and receipts.
package enum VisionService {
    /// The service's name in topics, logs and the database.
    package static let name = "vision"

    /// Builds the service without running it.
    ///
    /// - Parameters:
    ///   - configuration: From `VisionConfiguration`, or a test.
    ///   - clock: The time of day.
    /// - Returns: The service, not running yet.
    /// - Throws: An error of the configuration.
    package static func build(
        _ configuration: VisionConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock)
        let wakeSignal = WakeSignal(), store = configuration.photos.store()
        let reader = TextReaderSupply(name: "text reader", logger: parts.logger, predictor: \.predictor) {
            () throws(RecognitionError) in try await textReader(configuration)
        }
        let recognizer = FoodRecognizerSupply(name: "food recognizer", logger: parts.logger, predictor: \.predictor) {
            [logger = parts.logger] () throws(RecognitionError) in try await foodRecognizer(configuration, logger)
        }
        let shared = SharedLessons(pool: parts.pool, logger: parts.logger) { () throws(RecognitionError) in
            try foodModels(configuration).embeddingSpace()
        }
        let lessons = LessonWriter(shared: shared, sealer: parts.sealer)
        let eraser = AccountEraser<VisionDataErased>(AccountErasure(VisionErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: [
                Subscription(EnqueueLabel(wakeSignal: wakeSignal)),
                Subscription(EnqueueMeal(wakeSignal: wakeSignal)),
                Subscription(EnqueueReceipt(wakeSignal: wakeSignal)),
                Subscription(LearnMasses()),
                Subscription(TakeLesson(writer: lessons)),
                Subscription(DecideLesson(writer: lessons)),
                Subscription(KeepConsents(training: TrainingConsentHandler(writer: lessons))),
                Subscription(eraser),
                Subscription(AccountExporter(Exporting.Vision.self, VisionExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<VisionCommandRejected, VisionCommandFailed>(),
            snapshots: [PagedSnapshots(page: LessonRepository.page) { ($0.accountID, $0.lessonID) }])
        let pictures = PictureMaker(photos: SealedPhotos(store: store, sealer: parts.sealer))
        let photos = PhotoOpener(
            photos: SealedPhotos(store: store, sealer: parts.sealer),
            decoder: DecoderPool(program: configuration.decoder, timeout: configuration.decoderTimeout),
            pictures: pictures)
        let observer = configuration.settings.observer, reading = ReadingMetrics(parts.registry)
        let photoReader = PhotoTextReader(photos: photos, supply: reader, observer: observer)
        let labels = LabelAnalysis(photoReader: photoReader, sealer: parts.sealer, clock: clock, metrics: reading)
        let receipts = ReceiptAnalysis(photoReader: photoReader, sealer: parts.sealer, clock: clock, metrics: reading)
        let opinion = configuration.remote.map { secondOpinion($0, parts) }
        let meals = MealAnalysis(
            photos: photos, supply: recognizer, depths: SealedPhotos(store: store, sealer: parts.sealer),
            pool: parts.pool, memory: FoodMemory(shared: shared, pool: parts.pool, sealer: parts.sealer), clock: clock,
            metrics: MealMetrics(parts.registry), observer: observer, opinion: opinion)
        let workers = JobWorkers(
            database: messaging.database, connection: parts.connection,
            work: [labels.type: labels, receipts.type: receipts, meals.type: meals], count: configuration.workers,
            wakeSignal: wakeSignal, metrics: JobMetrics(parts.registry), logger: parts.logger)
        let later = lessonJobs(photos, recognizer, parts) + shadows(of: opinion, messaging.database, parts)
        return parts.service(
            messaging,
            work: [
                reader, recognizer, shared, workers, pictures,
                eraser.work(over: messaging.database, logger: parts.logger),
                ShadowPredictions.forgetting(over: messaging.database, logger: parts.logger),
            ] + later,
            checks: [reader.check, recognizer.check, check(of: store)])
    }

    /// The jobs that delete old regions, and recompute lessons after a change of the model.
    private static func lessonJobs(
        _ photos: PhotoOpener, _ recognizer: FoodRecognizerSupply, _ parts: EventServiceParts
    ) -> [any Service] {
        let clock = parts.clock
        let again = ReanalysisJob(
            pool: parts.pool, clock: clock, metrics: parts.registry, space: { try recognizer.model().space },
            analyze: { try await ReanalysisJob.analyze(at: $0, in: photos, with: recognizer) })
        return [
            PeriodicJob("regions", every: RegionRetention.interval, logger: parts.logger) { [pool = parts.pool] in
                try await RegionRetention(pool: pool, clock: clock).run()
            },
            PeriodicJob("lessons", every: ReanalysisJob.interval, logger: parts.logger) { try await again.run() },
        ]
    }

    /// The remote model for unnamed food.
    private static func secondOpinion(_ settings: RemoteModelSettings, _ parts: EventServiceParts) -> SecondOpinion {
        let metrics = RemoteMetrics(parts.registry)
        let recognizer = RemoteFoodRecognizer(settings, logger: parts.logger)
        metrics.watch(recognizer)
        return SecondOpinion(
            recognizer: recognizer, settings: settings, pool: parts.pool, metrics: metrics,
            shadow: settings.use == .shadow ? ShadowQueue() : nil)
    }

    /// The job that compares models without publishing results, if configured.
    private static func shadows(
        of opinion: SecondOpinion?, _ database: MessagingDatabase, _ parts: EventServiceParts
    ) -> [any Service] {
        guard let opinion, let queue = opinion.shadow else { return [] }
        return [
            ShadowPredictions(
                queue: queue, opinion: opinion, database: database, sealer: parts.sealer, logger: parts.logger)
        ]
    }

    private static func foodRecognizer(
        _ configuration: VisionConfiguration, _ logger: Logger
    ) async throws(RecognitionError) -> any FoodRecognizer {
        let recognizer = try await LocalFoodRecognizer.load(
            foodModels(configuration), workers: configuration.workers, waiting: configuration.workers)
        if let vocabulary = recognizer.vocabulary {
            logger.info(
                "open vocabulary loaded",
                metadata: ["predictor": "\(vocabulary.predictor.label)", "names": "\(vocabulary.count)"])
        }
        return recognizer
    }

    private static func foodModels(_ configuration: VisionConfiguration) -> FoodModels {
        var models = FoodModels(
            libraryDirectory: configuration.libraryDirectory, modelDirectory: configuration.foodModelDirectory)
        models.vocabularyDirectory = configuration.vocabularyDirectory
        return models
    }

    private static func textReader(
        _ configuration: VisionConfiguration
    ) async throws(RecognitionError) -> any TextReader {
        switch configuration.engine {
        case .paddle:
            try await PaddleOCR.load(
                PaddleModels(
                    libraryDirectory: configuration.libraryDirectory, modelDirectory: configuration.modelDirectory),
                workers: configuration.workers, waiting: configuration.workers)
        case .tesseract:
            try await Tesseract.load(
                program: configuration.tesseract, workers: configuration.workers, waiting: configuration.workers)
        }
    }

    private static func check(of store: any PhotoStore) -> HealthCheck {
        HealthCheck(name: "photo-store") {
            do throws(PhotoStoreError) {
                try await store.check()
                return .up
            } catch {
                return .down(error.description)
            }
        }
    }
}
