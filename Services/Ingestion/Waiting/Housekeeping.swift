import EventContracts
import Foundation
import Messaging
import Postgres
import ServiceRuntime

/// Ends operations that nobody will answer any more, and removes what is past its time (DESIGN section 4: retention).
package struct Housekeeping: Sendable {
    /// How long things are kept.
    package struct Retention: Sendable, Equatable {
        /// After this an operation's command is gone from its topic: it is not going to be answered.
        package var pendingOperations = Duration.seconds(Topic.allergenCommands.retentionDays * 86_400)
        /// Ended operations, idempotency keys, feed entries and ended sessions.
        package var history = Duration.seconds(30 * 86_400)
        /// Photos of scans that have ended.
        package var photos = Duration.seconds(30 * 86_400)
        /// What was deleted and can be brought back until then.
        package var deleted = Duration.seconds(CommandDesk.restorable)
        /// Versions of meals that were followed by others.
        package var versions = DiaryTime.kept

        package init() {}
    }

    /// How often a round begins.
    package static let interval = Duration.seconds(60)
    /// Rows per statement, so that none holds locks for long.
    private static let batch = 1_000

    private let database: MessagingDatabase
    private let photos: PhotoArchive
    private let retention: Retention

    package init(database: MessagingDatabase, photos: PhotoArchive, retention: Retention) {
        self.database = database
        self.photos = photos
        self.retention = retention
    }

    /// One round; copies of the gateway may run it at the same time.
    package func run() async throws {
        let now = database.clock.now()
        try await sweep(now)
        let limit = now - retention.history.timeInterval
        let pool = database.pool
        try await repeatedly { try await OperationRepository.prune(before: limit, most: Self.batch, in: pool) }
        try await repeatedly { try await IdempotencyRepository.prune(before: limit, most: Self.batch, in: pool) }
        let answered = now - CredentialAnswers.life
        try await repeatedly {
            try await CredentialAnswerRepository.prune(before: answered, most: Self.batch, in: pool)
        }
        try await repeatedly { try await FeedRepository.prune(before: limit, most: Self.batch, in: pool) }
        try await repeatedly { try await SessionRepository.prune(before: limit, most: Self.batch, in: pool) }
        try await repeatedly { try await ShareRepository.prune(before: limit, most: Self.batch, in: pool) }
        try await repeatedly { try await AccountCodeRepository.prune(before: limit, most: Self.batch, in: pool) }
        try await repeatedly { try await SecondFactorRepository.prune(before: now, most: Self.batch, in: pool) }
        let days = now - PhotoAllowance.kept
        try await repeatedly { try await PhotoDayRepository.prune(before: days, most: Self.batch, in: pool) }
        try await repeatedly { try await BrokenGlassRepository.prune(before: limit, most: Self.batch, in: pool) }
        try await repeatedly { try await HouseholdRepository.pruneInvitations(before: now, most: Self.batch, in: pool) }
        // What was accepted goes first: it is found by the document that is still full.
        let gone = now - retention.deleted.timeInterval
        try await repeatedly { try await VersionRepository.empty(deletedBefore: gone, most: Self.batch, in: pool) }
        try await repeatedly { try await DocumentRepository.empty(deletedBefore: gone, most: Self.batch, in: pool) }
        let then = now - retention.versions.timeInterval
        try await repeatedly { try await MealVersionRepository.prune(before: then, most: Self.batch, in: pool) }
        try await repeatedly { try await PasskeyRepository.prune(before: now, most: Self.batch, in: pool) }
        try await repeatedly { try await IdentityRepository.prune(before: now, most: Self.batch, in: pool) }
        let unused = now - SignInNetworkRepository.life
        try await repeatedly { try await SignInNetworkRepository.prune(before: unused, most: Self.batch, in: pool) }
        // Before photos, which may fail: what the last round took is seen by this one.
        try await repeatedly { try await ReviewRepository.withdrawPhotoless(at: now, most: Self.batch, in: pool) }
        try await repeatedly { try await photos.sweep(keepingScansFor: retention.photos, most: Self.batch) }
    }

    private func sweep(_ now: Date) async throws {
        let limit = now - retention.pendingOperations.timeInterval
        try await repeatedly {
            try await database.write(.request(correlationID: UUID())) { transaction in
                let swept = try await OperationRepository.sweep(
                    before: limit, problem: .outcomeUnknown, at: now, most: Self.batch, in: transaction)
                for record in swept {
                    let entry = FeedEntry(
                        kind: .operationEnded, resource: record.resource, version: nil, operation: record.id, at: now)
                    try FeedRepository.append(entry, to: record.account, in: transaction)
                    try transaction.tellWaiting(account: record.account, operation: record.id)
                }
                return swept.count
            }
        }
    }

    private func repeatedly(_ work: () async throws -> Int) async throws {
        while try await work() == Self.batch {}
    }
}

extension OutcomeProblem {
    /// What a client is told of an order that was never answered.
    package static let outcomeUnknown = OutcomeProblem(
        type: ProblemKind.processingFailed.type, title: ProblemKind.processingFailed.title,
        status: ProblemKind.processingFailed.statusCode,
        detail: "No answer came in time. Please send the request again.")
}
