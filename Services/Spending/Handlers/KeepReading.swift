import EventContracts
import Messaging
import Postgres
import Sealing
import ReceiptReading

/// Stores a purchase recognized on photos of its receipt (VIS-21, VIS-22, SPD-04).
///
/// An unreadable receipt is stored as an empty purchase, with advice.
package struct KeepReading: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<ReceiptRead>, in transaction: borrowing Transaction) async throws {
        let read = event.body, account = read.accountID, id = read.receiptID
        let stored = try await ReceiptRepository.lock(id, of: account, in: transaction)
        if let stored { return try writer.publish(stored.published, in: transaction) }
        let pages = try await writer.sealer.open(read.reading, .receiptPrint(id, of: account))
        let parser = ReceiptParser(ReceiptContext(today: read.today, country: read.country))
        let receipt = parser.parse(pages.printed)
        let record = ReceiptRecord(reading: receipt) {
            ReceiptItemID(NamedUUID.make("receipt-item/\(id)/\($0)"))
        }
        var draft = PurchaseWriter.Draft(id, of: account, version: read.version, record, .photo)
        draft.outcome = read.outcome
        // Advice on the receipt comes before advice on the photo; unrecognized text gives no advice on the language.
        let found = read.outcome == .read ? receipt.advice.map(\.rawValue) : []
        draft.advice = found + read.advice.filter { !found.contains($0) }
        draft.photos = read.photos
        draft.voucher = read.voucher
        try await writer.keep(draft, cause: event.attributes.id, in: transaction)
    }
}
