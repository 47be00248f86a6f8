import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Assesses a scan again with the text corrected by its owner; the text read from the photo is kept.
package struct CorrectText: EventHandler {
    let lock: AccountLock
    let writer: ScanAnswerWriter
    let metrics: CorrectionMetrics

    package func handle(_ event: Event<CorrectLabelText>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        try lock.take(command.accountID, in: transaction)
        let record = try await ScanRepository.find(command.scanID, in: transaction)
        guard let record, record.scan.accountID == command.accountID else { throw Rejection(.notFound) }
        guard let scan = record.label, var photo = scan.photo else {
            throw Rejection(.conflict, detail: "Only a scan whose photo is stored in full can be corrected.")
        }
        photo.correctedAt = command.requestedAt
        let corrected = LabelScan(
            accountID: scan.accountID, scanID: scan.scanID, text: command.text, language: scan.language,
            gtin: scan.gtin,
            scannedAt: scan.scannedAt, photo: photo)
        let opened = try await writer.assessor.open(corrected)
        // A profile that arrives late triggers another assessment of all scans, which must not use the uncorrected
        // text.
        try await PendingScanRepository.remove(command.scanID, on: transaction)
        let basis = try await ScanBasis(
            ProfileRepository.find(command.accountID, in: transaction), isPending: record.scan.profilePending,
            writer.assessor.sealer
        )
        let answered = try await writer.answer(opened, by: basis, in: transaction)
        metrics.corrected(photo.predictor, from: record.scan.verdict, to: answered)
    }
}

/// Counts corrections of model readings (VIS-16).
package struct CorrectionMetrics: Sendable {
    private let registry: MetricsRegistry
    private let silentDangers: Counter

    package init(_ registry: MetricsRegistry) {
        self.registry = registry
        silentDangers = registry.counter(
            "foodmagic_allergen_silent_dangers_total",
            help: "Corrections that show an allergen where the verdict was notDetected.")
    }

    func corrected(_ predictor: String?, from before: Verdict, to verdict: Verdict) {
        if before == .notDetected, verdict == .contains || verdict == .mayContain { silentDangers.increment() }
        registry.counter(
            "foodmagic_allergen_corrections_total", help: "Label readings corrected by users, by model.",
            labels: ["predictor": predictor ?? "unknown"]
        ).increment()
    }
}
