import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Undoes the newest change of a purchase; restores a deleted one.
package struct RevertReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<UndoReceiptChange>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID, id = order.receiptID
        guard let stored = try await ReceiptRepository.lock(id, of: account, in: transaction) else {
            throw Rejection(.notFound)
        }
        if stored.told.version >= order.version { return try writer.tell(stored.told, in: transaction) }
        guard let change = try await ReceiptRepository.takeLastChange(of: id, in: transaction), !change.wasDeleted
        else {
            throw Rejection(.conflict, detail: "There is no change to undo.")
        }
        let record = try await writer.sealer.open(change.record, .receiptRecord(id, of: account))
        var draft = PurchaseWriter.Draft(stored, version: order.version, record, canUndo: !change.isLast)
        draft.before = try await writer.record(of: stored.told)
        draft.isRestored = true
        draft.voucher = order.voucher
        draft.isNoDuplicate = change.isNoDuplicate ?? stored.isNoDuplicate
        try await writer.keep(draft, cause: event.attributes.id, in: transaction)
    }
}
