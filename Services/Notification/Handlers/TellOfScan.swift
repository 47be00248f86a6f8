import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Puts one notice per scan into the inbox, match or not, and writes it anew when a later version of the scan comes
/// (NOT-04); what comes of checking old scans again is told by alerts.
///
/// A person of whom nothing is known yet is told in English rather than late.
package struct TellOfScan: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let tellings: TellingRepository
    let writer: ScanNoticeWriter
    let sealer: Sealer

    package func readAhead(_ events: [ScanAssessed]) -> [AheadQuery] {
        [
            notices.readAhead(events.map { Self.noticeID(of: $0.scanID) }),
            accounts.readAhead(events.map(\.accountID)),
        ]
    }

    package func handle(_ event: Event<ScanAssessed>, in transaction: borrowing Transaction) async throws {
        let scan = event.body, id = Self.noticeID(of: scan.scanID)
        let record = try await notices.lockRecord(id, of: scan.accountID, in: transaction)
        let now = try transaction.eventTime()
        let step = NoticeRecord.step(
            from: record, causeVersion: scan.version, causeState: scan.verdict.rawValue,
            isRecheck: scan.reassessment != nil)
        switch step {
        case .ignore:
            return
        case .create:
            let text = try await text(of: scan, isCorrection: false, in: transaction)
            let notice = Notice(scan, text, version: 1, createdAt: now, readAt: nil, deletedAt: nil)
            try notices.save(
                notice, causeVersion: scan.version, causeState: scan.verdict.rawValue, in: transaction)
            try tellings.note(notice, at: now, in: transaction)
            try transaction.append(NoticeCreated(notice: notice), key: scan.accountID, subject: id)
        case .change(let version, let isCorrection, let readAt, let deletedAt):
            let text = try await text(of: scan, isCorrection: isCorrection, in: transaction)
            let notice = Notice(
                scan, text, version: version, createdAt: record?.createdAt ?? now, readAt: readAt, deletedAt: deletedAt)
            try notices.save(
                notice, causeVersion: scan.version, causeState: scan.verdict.rawValue, in: transaction)
            // Put right in silence, it is no news.
            if isCorrection, scan.reassessment == nil { try tellings.note(notice, at: now, in: transaction) }
            try transaction.append(NoticeChanged(notice: notice), key: scan.accountID, subject: id)
        }
    }

    /// The one notice about a scan: the same whenever the scan is told of.
    package static func noticeID(of scan: ScanID) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.scanAssessed.rawValue)/\(scan)"))
    }

    private func text(
        of scan: ScanAssessed, isCorrection: Bool, in transaction: borrowing Transaction
    ) async throws -> Sealed<NoticeText> {
        let locale = try await accounts.find(scan.accountID, in: transaction)?.locale
        let text = writer.text(of: scan, in: NoticeLanguage(locale: locale), isCorrection: isCorrection)
        return try await sealer.seal(text, .noticeText(Self.noticeID(of: scan.scanID), of: scan.accountID))
    }
}

extension Notice {
    fileprivate init(
        _ scan: ScanAssessed, _ text: Sealed<NoticeText>, version: Int64, createdAt: Date, readAt: Date?,
        deletedAt: Date?
    ) {
        self.init(
            accountID: scan.accountID, noticeID: TellOfScan.noticeID(of: scan.scanID), version: version,
            kind: .scanAssessed, causeID: scan.scanID.description,
            urgency: ScanNoticeWriter.urgency(of: scan.verdict), text: text, createdAt: createdAt, readAt: readAt,
            deletedAt: deletedAt)
    }
}
