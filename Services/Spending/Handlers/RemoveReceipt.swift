import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a purchase from its owner's log; can be undone for 30 days.
package struct RemoveReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<DeleteReceipt>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var stored = try await ReceiptRepository.lock(order.receiptID, of: order.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        guard stored.told.version < order.version, stored.told.deletedAt == nil else {
            return try writer.tell(stored.told, in: transaction)
        }
        let now = try transaction.eventTime()
        try ReceiptRepository.remember(stored, at: now, in: transaction)
        stored.told.version = order.version
        stored.told.deletedAt = now
        stored.told.changedAt = now
        stored.told.canUndo = true
        try await writer.save(stored, in: transaction)
        try await writer.community.withdraw(order.receiptID, of: order.accountID, in: transaction)
    }
}
