import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a purchase; can be undone for 30 days.
package struct RemoveReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<DeleteReceipt>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard var stored = try await ReceiptRepository.lock(command.receiptID, of: command.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        guard stored.published.version < command.version, stored.published.deletedAt == nil else {
            return try writer.publish(stored.published, in: transaction)
        }
        let now = try transaction.eventTime()
        try ReceiptRepository.remember(stored, at: now, in: transaction)
        stored.published.version = command.version
        stored.published.deletedAt = now
        stored.published.changedAt = now
        stored.published.canUndo = true
        try await writer.save(stored, in: transaction)
        try await writer.community.withdraw(command.receiptID, of: command.accountID, in: transaction)
    }
}
