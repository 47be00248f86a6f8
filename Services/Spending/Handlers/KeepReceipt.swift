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
        let order = event.body
        let stored = try await ReceiptRepository.lock(order.receiptID, of: order.accountID, in: transaction)
        if let stored { return try writer.tell(stored.told, in: transaction) }
        let record = try await writer.sealer.open(
            order.record, .receiptRecord(order.receiptID, of: order.accountID))
        let chosen = record.items.enumerated().compactMap { place, item in
            item.product.flatMap { $0.way == .chosen ? ("/items/\(place)/product", $0.productID) : nil }
        }
        try await writer.requireProducts(chosen, of: order.accountID, in: transaction)
        var draft = PurchaseWriter.Draft(
            order.receiptID, of: order.accountID, version: order.version, record, order.source)
        draft.voucher = order.voucher
        try await writer.keep(draft, cause: event.attributes.id, in: transaction)
    }
}
