import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Answers label scans: opens, assesses, stores and publishes; for all callers that find an answer due.
package struct ScanAnswerWriter: Sendable {
    let scans: ScanRepository
    let assessor: ScanAssessor
    let readings: ProductReadingRepository
    let recalls: RecallAlertWriter

    /// Answers a scan; the operation of the transaction's cause has succeeded with it.
    package func answer(
        _ opened: OpenedScan, by basis: ScanBasis, in transaction: borrowing Transaction
    ) async throws {
        try await answer(opened, by: basis, in: transaction) { result in
            try transaction.append(result, key: result.accountID, subject: result.scanID, ending: .succeeded)
        }
    }

    /// Answers a scan that waited for its profile.
    ///
    /// The first answer belongs to the scan's own command and ends its operation; a second one is caused by the profile
    /// and ends none, since the deadline's answer did.
    package func finish(
        _ waiting: PendingScan, by basis: ScanBasis, in transaction: borrowing Transaction
    ) async throws {
        let scan = waiting.scan, isFirst = waiting.answeredAt == nil
        try await answer(assessor.open(scan), by: basis, in: transaction) { result in
            try transaction.append(
                result, key: scan.accountID, subject: scan.scanID, ending: isFirst ? .succeeded : nil,
                answering: isFirst ? waiting.cause : nil)
        }
    }

    private func answer(
        _ opened: OpenedScan, by basis: ScanBasis, in transaction: borrowing Transaction,
        tell: (ScanAssessed) throws -> Void
    ) async throws {
        let scan = opened.scan
        let before = try await scans.find(scan.scanID, in: transaction), now = try transaction.eventTime()
        let reading = try await assessor.read(opened, by: basis, before: before, cause: nil, at: now)
        var record = reading.record
        // The notice about the scan itself reports the findings of its own answer.
        let alarming = reading.assessment.facts.alarming(for: basis.profile)
        _ = record.notified.report(contains: alarming.contains, mayContain: alarming.mayContain)
        try scans.save(record, in: transaction)
        try tell(record.scan)
        // Without history scans are removed at once.
        let timeout = basis.known?.history == .lastTen ? 0 : ScanCompactor.timeout
        try scans.noteCompaction(of: scan.accountID, due: now.addingTimeInterval(timeout), in: transaction)
        guard before == nil, let gtin = scan.gtin.flatMap({ GTIN($0) }) else { return }
        if let product = ProductReading(reading, of: gtin, isRecheck: false, voucher: scan.voucher) {
            try await readings.add(product, in: transaction)
        }
        try await recalls.alertScanner(of: gtin, record.scan, in: transaction)
    }
}
