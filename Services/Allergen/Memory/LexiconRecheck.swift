import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Reassesses all full scans after a lexicon upgrade (ALG-11).
///
/// Runs in the background, one account per transaction, one instance at a time. Each scan records its lexicon version,
/// so an interrupted run resumes; a concurrent scan waits only for the account lock.
package struct LexiconRecheck: Sendable {
    /// Polling interval.
    package static let interval = Duration.milliseconds(500)
    /// Number of scans per query for people to process.
    static let stride = 500

    let database: MessagingDatabase
    let lock: AccountLock
    let lexicons: KnowledgeRepository
    let recheck: ScanRecheck
    /// When this instance started.
    let begunAt: Date
    let logger: Logger

    private var version: String { recheck.assessor.lexiconVersion }

    /// Processes all due accounts.
    ///
    /// - Throws: `PostgresError`.
    package func run() async throws {
        let pool = database.pool
        try await lexicons.begin(version, at: begunAt, on: pool)
        guard try await lexicons.isNewest(version, on: pool) else { return }
        while !Task.isCancelled {
            let people = try await lexicons.due(for: version, limit: Self.stride, on: pool)
            if people.isEmpty { return }
            for person in people where try await !check(person) { return }
        }
    }

    /// Assesses one person's scans again.
    ///
    /// - Returns: False if another instance is processing them.
    private func check(_ due: KnowledgeRepository.Due) async throws -> Bool {
        let account = due.account
        do {
            let cause = "lexicon/\(version)/\(ScanID(due.id))/\(due.version)"
            return try await database.write(.work(cause)) { transaction in
                guard try await BackgroundLock.lexicon.take(in: transaction) else { return false }
                try lock.take(account, in: transaction)
                let profile = try await ProfileRepository.find(account, in: transaction)
                try await recheck.lexiconChanged(of: account, by: profile, in: transaction)
                return true
            }
        } catch let error as SealingError where !error.isRetryable {
            logger.warning("scans could not be rechecked", metadata: ["error": .error(error)])
            try await lexicons.giveUp(account, judgedBy: version, on: database.pool)
            return true
        }
    }
}
