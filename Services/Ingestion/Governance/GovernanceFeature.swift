import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Audit, staff, grants, consents, erasure, export, reviews.
package struct GovernanceFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let erasures: ErasureEndpoints
    let exports: ExportEndpoints
    let consents: ConsentEndpoints
    let audit: AuditEndpoints
    let admin: AdminEndpoints
    let grants: GrantEndpoints
    let comments: GrantCommentEndpoints
    let reviews: ReviewEndpoints
    let feedback: FeedbackEndpoints
    let submissions: FoodSubmissionEndpoints
    let catalogue: CatalogueEndpoints
    private let core: GatewayCore
    private let acceptor: ErasureJob
    private let settings: Settings

    /// The configuration of the feature.
    package struct Settings: Sendable {
        /// Retention of the audit log.
        package var auditRetention: Duration
        /// How long a person may cancel the erasure of their account.
        package var erasureGrace: Duration

        package init(auditRetention: Duration, erasureGrace: Duration) {
            self.auditRetention = auditRetention
            self.erasureGrace = erasureGrace
        }
    }

    package init(
        _ core: GatewayCore, _ settings: Settings, accounts: any AccountVerification,
        households: any HouseholdMembership
    ) {
        self.core = core
        self.settings = settings
        acceptor = ErasureJob(database: core.database, keyRing: core.parts.keyRing, archive: core.archive)
        erasures = ErasureEndpoints(
            database: core.database, sealer: core.sealer, sessions: core.sessions, accounts: accounts,
            households: households, acceptor: acceptor, tokens: core.tokens, grace: settings.erasureGrace,
            publicURL: core.settings.publicURL)
        exports = ExportEndpoints(
            database: core.database, keys: core.keys, accounts: accounts, opener: core.documents,
            photos: core.archive, downloads: ExportDownloads(),
            unreadable: UnreadableRecords(core.registry, logger: core.logger))
        consents = ConsentEndpoints(
            resources: core.resources, database: core.database, sessions: core.sessions, sealer: core.sealer,
            households: households, terms: core.settings.terms)
        audit = AuditEndpoints(database: core.pool, sealer: core.sealer)
        admin = AdminEndpoints(
            database: core.database, sealer: core.sealer, emailIndex: core.index, sessions: core.sessions)
        grants = GrantEndpoints(database: core.database, sealer: core.sealer)
        comments = GrantCommentEndpoints(database: core.database, resources: core.resources, sealer: core.sealer)
        reviews = ReviewEndpoints(
            database: core.database, documents: core.resources.documents, foodSearch: core.foodSearch,
            sealer: core.sealer,
            archive: core.archive)
        feedback = FeedbackEndpoints(database: core.database, resources: core.resources, sealer: core.sealer)
        submissions = FoodSubmissionEndpoints(acceptor: core.acceptor)
        catalogue = CatalogueEndpoints(acceptor: core.acceptor, foodSearch: core.foodSearch)
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(SubmissionProjection()),
            Subscription(LessonProjection()),
            Subscription(ErasureReportProjection(VisionDataErased.self)),
            Subscription(ErasureReportProjection(NutritionDataErased.self)),
            Subscription(ErasureReportProjection(AllergenDataErased.self)),
            Subscription(ErasureReportProjection(NotificationDataErased.self)),
            Subscription(ErasureReportProjection(SpendingDataErased.self)),
            Subscription(ErasureReportProjection(BillingDataErased.self)),
            Subscription(ExportedDataProjection(Exporting.Vision.self)),
            Subscription(ExportedDataProjection(Exporting.Nutrition.self)),
            Subscription(ExportedDataProjection(Exporting.Allergen.self)),
            Subscription(ExportedDataProjection(Exporting.Notification.self)),
            Subscription(ExportedDataProjection(Exporting.Spending.self)),
            Subscription(ExportedDataProjection(Exporting.Billing.self)),
        ]
    }

    package static func addViews(to views: inout DocumentViews) {
        views.add(.foodSubmission, FoodSubmissionChanged.self) { submission, _, opener in
            try await opener.submission(submission)
        }
    }

    package func makeJobs() -> [any Service] {
        let exports = ExportJob(database: core.database, sealer: core.sealer)
        let sealer = AuditSealer(database: core.pool, logger: core.logger, metrics: AuditMetrics(core.registry))
        let pruner = AuditPruner(database: core.pool, retention: settings.auditRetention, logger: core.logger)
        let judgements = JudgementTally(database: core.pool, registry: core.registry)
        let addresses = AddressIndex(core.index)
        return [
            core.job("erasures", every: ErasureJob.interval) { [acceptor] in try await acceptor.run() },
            core.job("exports", every: ExportJob.interval) { try await exports.run() },
            core.job("audit seals", every: AuditSealer.interval, restsWhenIdle: true) { try await sealer.run() },
            core.job("audit pruning", every: AuditPruner.interval) { try await pruner.run() },
            core.job("rate limit audit", every: RateLimitTally.interval) { [core] in
                try await core.limits.tally.flush(hashing: addresses, in: core.pool)
            },
            core.job("judgements", every: JudgementTally.interval) { try await judgements.run() },
        ]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.historyLimit) {
            try await BrokenGlassRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        // Photos are swept later in a round, so this uses the result of the previous round's sweep.
        try await round.delete(before: round.now) {
            try await ReviewRepository.withdrawPhotoless(at: $0, maxCount: $1, in: $2)
        }
    }
}
