import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Answers label scans: decrypts, assesses, stores and publishes; used by all callers that answer scans.
package struct ScanAnswerWriter: Sendable {
    let assessor: ScanAssessor
    let recalls: RecallAlertWriter

    /// Answers a scan, which also completes the operation of the transaction's cause.
    ///
    /// - Returns: The verdict.
    @discardableResult
    package func answer(
        _ opened: OpenedScan, by basis: ScanBasis, in transaction: borrowing Transaction
    ) async throws -> Verdict {
        try await answer(opened, by: basis, in: transaction) { result in
            try transaction.append(result, key: result.accountID, subject: result.scanID, ending: .succeeded)
        }
    }

    /// Answers a scan that waited for its profile.
    ///
    /// The first answer belongs to the scan's own command and ends its operation; a second one is caused by the profile
    /// and ends no operation, because the answer at the deadline did.
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

    @discardableResult
    private func answer(
        _ opened: OpenedScan, by basis: ScanBasis, in transaction: borrowing Transaction,
        publish: (ScanAssessed) throws -> Void
    ) async throws -> Verdict {
        let scan = opened.scan
        let before = try await ScanRepository.find(scan.scanID, in: transaction), now = try transaction.eventTime()
        let reading = try await assessor.read(opened, by: basis, before: before, cause: nil, at: now)
        var record = reading.record
        // The notice of the scan itself already reports these findings.
        let alarming = reading.assessment.facts.alarming(for: basis.profile)
        _ = record.notified.report(contains: alarming.contains, mayContain: alarming.mayContain)
        try ScanRepository.save(record, in: transaction)
        try publish(record.scan)
        // Accounts without history lose their scans at once.
        let timeout = basis.known?.history == .lastTen ? 0 : ScanCompactor.timeout
        try ScanRepository.noteCompaction(of: scan.accountID, due: now.addingTimeInterval(timeout), in: transaction)
        let verdict = record.scan.verdict
        guard before == nil, let gtin = scan.gtin.flatMap({ GTIN($0) }) else { return verdict }
        if let product = ProductReading(reading, of: gtin, isRecheck: false, voucher: scan.voucher) {
            try await ProductReadingRepository.add(product, in: transaction)
        }
        try await recalls.alertScanner(of: gtin, record.scan, in: transaction)
        return verdict
    }
}
