import EventContracts
import Foundation
import Sealing

/// Reads the text of a scan and makes its record of it.
package struct ScanAssessor: Sendable {
    /// A record with what the reading said beyond it.
    struct Reading {
        let record: ScanRecord
        let assessment: Assessment
    }

    let assess: AssessLabel
    /// Of the lexicon that `assess` reads with.
    let lexiconVersion: String
    let sealer: Sealer

    /// Reads with a lexicon.
    package init(lexicon: Lexicon, sealer: Sealer) {
        assess = AssessLabel(lexicon: lexicon)
        lexiconVersion = lexicon.version
        self.sealer = sealer
    }

    /// The text of a scan.
    ///
    /// - Throws: a `Rejection` when it is too long, or a `SealingError`.
    func open(_ scan: LabelScan) async throws -> String {
        let text = try await sealer.open(scan.text, .scanText(scan.scanID, of: scan.accountID))
        try LabelLimits.check(text: text)
        return text
    }

    /// Assesses a text and counts what it finds as not yet told.
    ///
    /// - Parameters:
    ///   - scan: the label.
    ///   - text: its text, opened.
    ///   - basis: what to judge by.
    ///   - before: what is stored of it.
    ///   - cause: why it is assessed again; nil when this answers the order.
    ///   - now: the time of the answer.
    /// - Returns: the new record and the reading it comes from.
    /// - Throws: `SealingError`.
    func read(
        _ scan: LabelScan, text: String, by basis: ScanBasis, before: ScanRecord?, cause: ReassessmentCause?,
        at now: Date
    ) async throws -> Reading {
        let assessment = assess.decide(
            text, language: scan.language.flatMap(LabelLanguage.init(rawValue:)), profile: basis.profile,
            source: scan.photo?.source ?? .typed)
        let details = try await sealer.seal(
            details(of: scan, assessment, text: text), .scanDetails(scan.scanID, of: scan.accountID))
        let result = ScanAssessed(
            scan, assessment, basis, version: (before?.scan.version ?? 0) + 1, lexiconVersion: lexiconVersion,
            cause: cause, assessedAt: now, details: details, name: before.map(\.scan.name) ?? scan.name)
        let record = ScanRecord(
            scan: result, text: scan.text, photo: scan.photo, facts: assessment.facts,
            told: before?.told ?? ToldFindings(),
            otherHeld: assessment.contains.contains { $0.allergen == nil }, othersVersion: basis.version)
        return Reading(record: record, assessment: assessment)
    }

    /// What was read, with where it stands in the photo.
    private func details(of scan: LabelScan, _ assessment: Assessment, text: String) async throws -> ScanDetails {
        guard let photo = scan.photo else { return ScanDetails(assessment, text: text) }
        let reading = try await sealer.open(photo.reading, .labelPrint(scan.scanID, of: scan.accountID))
        let isCorrected = photo.correctedAt != nil
        // Where a part of a corrected text stands nobody knows.
        var details = ScanDetails(assessment, text: text, boxes: isCorrected ? nil : LineBoxes(reading))
        details.photo = ScannedPhoto(
            id: photo.key.id, outcome: photo.outcome, doubts: photo.doubts, places: photo.places,
            textAsRead: isCorrected ? reading.text : nil, correctedAt: photo.correctedAt)
        if !isCorrected, !assessment.complete { details.advice = photo.advice.first ?? Advice.photographAgain.rawValue }
        return details
    }
}
