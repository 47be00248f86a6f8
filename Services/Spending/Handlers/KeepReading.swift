import EventContracts
import Messaging
import Postgres
import Sealing
import ReceiptReading

/// Puts a purchase into the log whose receipt was read from photos (VIS-21, VIS-22, SPD-04).
///
/// One that could not be read is kept too, empty, with what the person can do about it.
package struct KeepReading: EventHandler {
    let desk: ReceiptDesk

    package func handle(_ event: Event<ReceiptRead>, in transaction: borrowing Transaction) async throws {
        let read = event.body, account = read.accountID, id = read.receiptID
        let stored = try await desk.receipts.lock(id, of: account, in: transaction)
        if let stored { return try desk.tell(stored.told, in: transaction) }
        let pages = try await desk.sealer.open(read.reading, .receiptPrint(id, of: account))
        let parser = ReceiptParser(ReceiptContext(today: read.today, country: read.country))
        let receipt = parser.parse(pages.printed)
        let record = ReceiptRecord(reading: receipt) {
            ReceiptItemID(NamedUUID.make("receipt-item/\(id)/\($0)"))
        }
        var draft = ReceiptDesk.Draft(id, of: account, version: read.version, record, .photo)
        draft.outcome = read.outcome
        // Of what was read, then of the photo: print that was not read at all says nothing about its language.
        let found = read.outcome == .read ? receipt.advice.map(\.rawValue) : []
        draft.advice = found + read.advice.filter { !found.contains($0) }
        draft.photos = read.photos
        draft.voucher = read.voucher
        try await desk.keep(draft, cause: event.attributes.id, in: transaction)
    }
}
