import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime

/// Ends operations that will never be answered, and deletes expired data.
package struct Housekeeping: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(60)
    private let database: MessagingDatabase
    private let photos: PhotoArchive
    private let retention: Retention

    package init(database: MessagingDatabase, photos: PhotoArchive, retention: Retention) {
        self.database = database
        self.photos = photos
        self.retention = retention
    }

    /// Runs one round.
    package func run() async throws {
        let now = database.clock.now(), pool = database.pool
        try await sweep(now)
        try await endExpiredSessions(now)
        let round = RetentionRound(now: now, retention: retention, database: pool)
        let limit = round.historyLimit
        try await round.delete(before: limit) { try await OperationRepository.prune(before: $0, maxCount: $1, in: $2) }
        try await round.delete(before: limit) {
            try await IdempotencyRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: limit) { try await FeedRepository.prune(before: $0, maxCount: $1, in: $2) }
        try await round.delete(before: limit) { try await SessionRepository.prune(before: $0, maxCount: $1, in: $2) }
        // Accepted changes are cleared first, because they are found through the document, which is deleted later.
        let gone = now - retention.deleted.timeInterval
        try await round.delete(before: gone) {
            try await VersionRepository.empty(deletedBefore: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: gone) {
            try await DocumentRepository.empty(deletedBefore: $0, maxCount: $1, in: $2)
        }
        for feature in IngestionService.features { try await feature.prune(in: round) }
        try await repeatedly {
            try await photos.sweep(keepingScansFor: retention.photos, maxCount: RetentionRound.batch)
        }
    }

    private func sweep(_ now: Date) async throws {
        let limit = now - retention.pendingOperations.timeInterval
        try await repeatedly {
            try await database.write(.request(correlationID: UUID())) { transaction in
                let swept = try await OperationRepository.sweep(
                    before: limit, problem: .outcomeUnknown, at: now, maxCount: RetentionRound.batch, in: transaction)
                for record in swept {
                    let entry = FeedEntry(
                        kind: .operationEnded, resource: record.resource, version: nil, operation: record.id, at: now)
                    try FeedRepository.append(entry, to: record.account, in: transaction)
                    try transaction.wakeWaiters(account: record.account, operation: record.id)
                }
                return swept.count
            }
        }
    }

    private func endExpiredSessions(_ now: Date) async throws {
        try await repeatedly {
            try await database.write(.request(correlationID: UUID())) { transaction in
                try await SessionRepository.endExpired(at: now, maxCount: RetentionRound.batch, in: transaction)
            }
        }
    }

    private func repeatedly(_ work: () async throws -> Int) async throws {
        while try await work() == RetentionRound.batch {}
    }
}

extension OutcomeProblem {
    /// The problem of an operation whose command was never answered.
    package static let outcomeUnknown = OutcomeProblem(
        type: ProblemKind.processingFailed.type, title: ProblemKind.processingFailed.title,
        status: ProblemKind.processingFailed.statusCode,
        detail: "The operation timed out. Send the request again.")
}
