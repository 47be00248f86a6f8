import EventContracts
import Messaging
import Postgres
import Sealing
import Purchases

/// Records a typed or imported purchase (SPD-01, SPD-23).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<RecordReceipt>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await ReceiptRepository.lock(command.receiptID, of: command.accountID, in: transaction)
        if let stored { return try writer.publish(stored.published, in: transaction) }
        let record = try await writer.sealer.open(
            command.record, .receiptRecord(command.receiptID, of: command.accountID))
        let chosen = record.items.enumerated().compactMap { place, item in
            item.product.flatMap { $0.way == .chosen ? ("/items/\(place)/product", $0.productID) : nil }
        }
        try await writer.requireProducts(chosen, of: command.accountID, in: transaction)
        var draft = PurchaseWriter.Draft(
            command.receiptID, of: command.accountID, version: command.version, record, command.source)
        draft.voucher = command.voucher
        draft.photos = command.photos ?? []
        try await writer.keep(draft, cause: event.attributes.id, in: transaction)
    }
}
