import EventContracts
import Messaging
import Postgres
import Sealing

/// Assesses the text recognized on the photo of a label (VIS-17).
package struct AssessReading: EventHandler {
    let intake: ScanIntake
    let sealer: Sealer

    package func readAhead(_ events: [LabelRead]) -> [AheadQuery] {
        intake.readAhead(events.map { ($0.accountID, $0.scanID) })
    }

    package func handle(_ event: Event<LabelRead>, in transaction: borrowing Transaction) async throws {
        let read = event.body, account = read.accountID
        let reading = try await sealer.open(read.reading, .labelPrint(read.scanID, of: account))
        // A text longer than a typed list may be is cut; the result is then marked as incomplete.
        let print = reading.text.unicodeScalars
        let text = String(String.UnicodeScalarView(print.prefix(LabelLimits.maxTextLength)))
        let sealed = try await sealer.seal(text, .scanText(read.scanID, of: account))
        let scan = LabelScan(
            accountID: account, scanID: read.scanID, text: sealed, language: read.language, gtin: read.gtin,
            scannedAt: read.requestedAt, photo: ScanPhoto(read, isCut: print.count > LabelLimits.maxTextLength),
            voucher: read.voucher, name: read.name)
        let opened = OpenedScan(scan: scan, text: text, print: reading)
        try await intake.take(
            opened, promised: read.profileVersion, cause: event.attributes, in: transaction)
    }
}

extension LabelPrint {
    /// The lines joined into one text, separated by line breaks.
    var text: String { lines.map(\.text).joined(separator: "\n") }
}
