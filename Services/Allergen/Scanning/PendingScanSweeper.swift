import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Answers scans whose profile has not arrived in time: for all fourteen allergens, marked as such (ALG-03).
package struct PendingScanSweeper: Sendable {
    /// How long a scan waits for its profile, in seconds.
    package static let timeout: TimeInterval = 5
    /// Polling interval.
    package static let interval = Duration.milliseconds(250)
    /// Maximum number of scans answered in one run.
    static let sweepSize = 100

    let database: MessagingDatabase
    let lock: AccountLock
    let writer: ScanAnswerWriter
    let logger: Logger

    /// Answers overdue scans, each in its own transaction.
    ///
    /// A scan that fails is retried later and does not block others.
    ///
    /// - Throws: A `PostgresError` if the query fails.
    package func sweep() async throws {
        let now = database.clock.now()
        for scan in try await PendingScanRepository.overdue(at: now, limit: Self.sweepSize, on: database.pool) {
            do {
                try await answer(scan)
            } catch SealingError.erased {
                try await PendingScanRepository.remove(scan.scan.scanID, on: database.pool)
            } catch {
                logger.warning("overdue scan still pending", metadata: ["error": .error(error)])
                let later = now.addingTimeInterval(Self.timeout)
                try await PendingScanRepository.postpone(scan.scan.scanID, to: later, on: database.pool)
            }
        }
    }

    private func answer(_ waiting: PendingScan) async throws {
        let scan = waiting.scan
        let opened = try await writer.assessor.open(scan)
        try await database.write(waiting.cause) { transaction in
            try lock.take(scan.accountID, in: transaction)
            let now = try transaction.eventTime()
            guard try await PendingScanRepository.markAnswered(scan.scanID, at: now, in: transaction) else { return }
            let profile = try await ProfileRepository.find(scan.accountID, in: transaction)
            let basis = try await ScanBasis(profile, isPending: true, writer.assessor.sealer)
            try await writer.answer(opened, by: basis, in: transaction)
        }
    }
}
