import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import ServiceRuntime

/// Compacts scans in the background, some time after the limit was exceeded: verdicts do not wait for it, and scans of
/// one shopping trip are compacted together at a fraction of the cost (ALG-10).
package struct ScanCompactor: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(1)
    /// How long the first scan beyond the limit waits for others before compaction, in seconds.
    package static let timeout: TimeInterval = 60
    /// Maximum number of people per run.
    static let sweepSize = 200

    let database: MessagingDatabase
    let lock: AccountLock
    let logger: Logger

    /// Compacts due scans, one account per transaction; failures are retried in the next run and do not block others.
    ///
    /// - Throws: A `PostgresError` if the query fails.
    package func sweep() async throws {
        let now = database.clock.now()
        for account in try await ScanRepository.dueCompactions(at: now, limit: Self.sweepSize, on: database.pool) {
            do {
                try await compact(account)
            } catch {
                logger.warning("scans not compacted", metadata: ["error": .error(error)])
            }
        }
    }

    private func compact(_ account: AccountID) async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            try lock.take(account, in: transaction)
            let history = try await ProfileRepository.find(account, in: transaction)?.history ?? .keep
            try await ScanCompaction().compact(account, history: history, in: transaction)
        }
    }
}
