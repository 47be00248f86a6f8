import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Takes a purchase out of its owner's log; it can be taken back for 30 days.
package struct RemoveReceipt: EventHandler {
    let desk: ReceiptDesk

    package func handle(_ event: Event<DeleteReceipt>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var stored = try await desk.receipts.lock(order.receiptID, of: order.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        guard stored.told.version < order.version, stored.told.deletedAt == nil else {
            return try desk.tell(stored.told, in: transaction)
        }
        let now = try transaction.eventTime()
        try desk.receipts.remember(stored, at: now, in: transaction)
        stored.told.version = order.version
        stored.told.deletedAt = now
        stored.told.changedAt = now
        stored.told.canUndo = true
        try await desk.save(stored, in: transaction)
        try await desk.community.withdraw(order.receiptID, of: order.accountID, in: transaction)
    }
}
