import EventContracts
import Foundation
import Messaging
import Postgres

/// Answers a received label, or stores it until its profile version has arrived.
///
/// It never waits in the handler, since the profile arrives in the same partition (ALG-03).
package struct ScanIntake: Sendable {
    let lock: AccountLock
    let writer: ScanAnswerWriter

    /// Reads the profiles for a batch of labels.
    func readAhead(_ labels: [(account: AccountID, scan: ScanID)]) -> [AheadQuery] {
        [
            lock.takeAhead(labels.map(\.account)), ProfileRepository.readAhead(labels.map(\.account)),
            ScanRepository.readAhead(labels.map(\.scan)),
        ]
    }

    /// Accepts a label.
    ///
    /// - Parameters:
    ///   - opened: the label.
    ///   - version: the profile version that the gateway assigned.
    ///   - cause: the event that requests the answer.
    ///   - transaction: the transaction that stores the answer or the waiting scan.
    /// - Throws: `SealingError` or `PostgresError`.
    func take(
        _ opened: OpenedScan, promised version: Int64, cause: EventAttributes, in transaction: borrowing Transaction
    ) async throws {
        let scan = opened.scan
        try lock.take(scan.accountID, in: transaction)
        let profile = try await ProfileRepository.find(scan.accountID, in: transaction)
        if profile?.version ?? 0 >= version {
            try await writer.answer(opened, by: ScanBasis(profile, writer.assessor.sealer), in: transaction)
            return
        }
        let waiting = PendingScan(scan: scan, profileVersion: version, cause: cause)
        let deadline = try transaction.eventTime().addingTimeInterval(PendingScanSweeper.timeout)
        try PendingScanRepository.add(waiting, deadline: deadline, in: transaction)
    }
}
