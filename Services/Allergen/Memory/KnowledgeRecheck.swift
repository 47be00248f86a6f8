import EventContracts
import Foundation
import Hexadecimal
import Messaging
import Postgres
import Sealing

/// Reassesses all meals, or all purchases, after an upgrade of the lexicon or dish table (ALG-11).
///
/// Runs in the background, a few of one account per transaction, one instance at a time. Meals and purchases record
/// their version, so an interrupted run resumes.
package struct KnowledgeRecheck: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(1)
    /// Number of meals or purchases per query for people to process.
    static let stride = 500
    /// Meals or purchases of a person that are judged in one transaction.
    var batchSize = 100

    let database: MessagingDatabase
    let lock: AccountLock
    let knowledge: KnowledgeRepository
    let writer: any KnowledgeWriter
    /// Held by the instance that runs the recheck.
    let turn: BackgroundLock
    /// When this copy began.
    let begunAt: Date

    /// Processes all due accounts.
    ///
    /// - Throws: `PostgresError`, or a retryable `SealingError`.
    package func run() async throws {
        let pool = database.pool, version = writer.knowledgeVersion
        try await knowledge.begin(version, at: begunAt, on: pool)
        guard try await knowledge.isNewest(version, on: pool) else { return }
        while !Task.isCancelled {
            let people = try await knowledge.due(for: version, limit: Self.stride, on: pool)
            if people.isEmpty { return }
            for person in people where try await !check(person, version) { return }
        }
    }

    /// Assesses some of one person's meals or purchases again.
    ///
    /// The ids of the transaction's events derive from one of the rows, its version, and the start time of this
    /// instance: without the start time, a meal that cannot be decrypted would have the same event ids again after a
    /// rollback and another upgrade.
    ///
    /// - Returns: False if another instance is processing them.
    private func check(_ due: KnowledgeRepository.Due, _ version: String) async throws -> Bool {
        let account = due.account
        let start = Int64(begunAt.timeIntervalSince1970 * 1_000)
        let cause = "\(turn.rawValue)/\(version)/\(start)/\(due.id.text)/\(due.version)"
        do {
            return try await database.write(.work(cause)) { transaction in
                guard try await turn.take(in: transaction) else { return false }
                try lock.take(account, in: transaction)
                let basis = try await ScanBasis(
                    try await ProfileRepository.find(account, in: transaction), writer.sealer)
                try await writer.knowledgeChanged(of: due, by: basis, maxCount: batchSize, in: transaction)
                return true
            }
        } catch let error as SealingError where !error.isRetryable {
            // An account whose profile cannot be decrypted is skipped.
            try await knowledge.giveUp(account, judgedBy: version, on: database.pool)
            return true
        }
    }
}
