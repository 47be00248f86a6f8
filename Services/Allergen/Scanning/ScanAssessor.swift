import EventContracts
import Foundation
import Sealing

/// A scan with its decrypted text and recognized lines, shared by all steps of handling an event.
package struct OpenedScan: Sendable {
    let scan: LabelScan
    let text: String
    /// The text read from the scan's photo; nil for a typed list.
    let print: LabelPrint?
}

/// Assesses the text of a scan and creates its record.
package struct ScanAssessor: Sendable {
    /// A record with the other results of the assessment.
    struct Reading {
        let record: ScanRecord
        let assessment: Assessment
    }

    let assess: AssessLabel
    /// The version of the lexicon used by `assess`.
    let lexiconVersion: String
    let sealer: Sealer

    /// An assessor that uses a lexicon.
    package init(lexicon: Lexicon, sealer: Sealer) {
        assess = AssessLabel(lexicon: lexicon)
        lexiconVersion = lexicon.version
        self.sealer = sealer
    }

    /// Decrypts the sealed parts of a scan.
    ///
    /// - Throws: A `Rejection` if its text is too long, or a `SealingError`.
    func open(_ scan: LabelScan) async throws -> OpenedScan {
        let text = try await sealer.open(scan.text, .scanText(scan.scanID, of: scan.accountID))
        try LabelLimits.check(text: text)
        guard let photo = scan.photo else { return OpenedScan(scan: scan, text: text, print: nil) }
        let print = try await sealer.open(photo.reading, .labelPrint(scan.scanID, of: scan.accountID))
        return OpenedScan(scan: scan, text: text, print: print)
    }

    /// Assesses a text; its findings are not yet notified.
    ///
    /// - Parameters:
    ///   - opened: The label.
    ///   - basis: The profile with decrypted ingredients.
    ///   - before: The stored record.
    ///   - cause: Why it is assessed again; nil for the first time.
    ///   - now: The time of the answer.
    /// - Returns: The new record and its reading.
    /// - Throws: `SealingError`.
    func read(
        _ opened: OpenedScan, by basis: ScanBasis, before: ScanRecord?, cause: ReassessmentCause?, at now: Date
    ) async throws -> Reading {
        let scan = opened.scan
        let assessment = assess.decide(
            opened.text, language: scan.language.flatMap(LabelLanguage.init(rawValue:)), profile: basis.profile,
            source: scan.photo?.source ?? .typed)
        let details = try await sealer.seal(
            details(of: opened, assessment), .scanDetails(scan.scanID, of: scan.accountID))
        let result = ScanAssessed(
            scan, assessment, basis, version: (before?.scan.version ?? 0) + 1, lexiconVersion: lexiconVersion,
            cause: cause, assessedAt: now, details: details, name: before.map(\.scan.name) ?? scan.name)
        let record = ScanRecord(
            scan: result, text: scan.text, photo: scan.photo, facts: assessment.facts,
            notified: before?.notified ?? ReportedScanFindings(),
            otherHeld: assessment.contains.contains { $0.allergen == nil }, othersVersion: basis.version)
        return Reading(record: record, assessment: assessment)
    }

    /// The reading with positions in the photo.
    private func details(of opened: OpenedScan, _ assessment: Assessment) -> ScanDetails {
        guard let photo = opened.scan.photo, let print = opened.print else {
            return ScanDetails(assessment, text: opened.text)
        }
        let isCorrected = photo.correctedAt != nil
        // The positions of a corrected text are unknown.
        var details = ScanDetails(assessment, text: opened.text, boxes: isCorrected ? nil : LineBoxes(print))
        details.photo = ScannedPhoto(
            id: photo.key.id, outcome: photo.outcome, doubts: photo.doubts, places: photo.places,
            textAsRead: isCorrected ? print.text : nil, correctedAt: photo.correctedAt)
        if !isCorrected, !assessment.complete { details.advice = photo.advice.first ?? Advice.photographAgain.rawValue }
        return details
    }
}
