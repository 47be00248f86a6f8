import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Undoes the latest change of a purchase; restores a deleted one.
package struct RevertReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<UndoReceiptChange>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID, id = command.receiptID
        guard let stored = try await ReceiptRepository.lock(id, of: account, in: transaction) else {
            throw Rejection(.notFound)
        }
        if stored.published.version >= command.version { return try writer.publish(stored.published, in: transaction) }
        guard let change = try await ReceiptRepository.takeLastChange(of: id, in: transaction), !change.wasDeleted
        else {
            throw Rejection(.conflict, detail: "There is no change to undo.")
        }
        let record = try await writer.sealer.open(change.record, .receiptRecord(id, of: account))
        var draft = PurchaseWriter.Draft(stored, version: command.version, record, canUndo: !change.isLast)
        draft.before = try await writer.record(of: stored.published)
        draft.isRestored = true
        draft.voucher = command.voucher
        draft.isNoDuplicate = change.isNoDuplicate ?? stored.isNoDuplicate
        try await writer.keep(draft, cause: event.attributes.id, in: transaction)
    }
}
