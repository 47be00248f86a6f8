import EventContracts
import Messaging
import Postgres
import Sealing
import Purchases
import ServiceRuntime

/// Changes fields of a purchase at its owner's command (SPD-05).
package struct EditReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<ChangeReceipt>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID, id = command.receiptID
        guard let stored = try await ReceiptRepository.lock(id, of: account, in: transaction) else {
            throw Rejection(.notFound)
        }
        if stored.published.version >= command.version { return try writer.publish(stored.published, in: transaction) }
        guard stored.published.deletedAt == nil else { throw Rejection(.notFound) }
        let edits = try await writer.sealer.open(command.edits, .receiptEdits(id, of: account))
        let before = try await writer.record(of: stored.published)
        let record: ReceiptRecord
        do {
            record = try writer.editor.apply(edits, to: before)
        } catch {
            throw Rejection(.invalidFields, detail: Self.words(for: error))
        }
        let chosen = edits.enumerated().compactMap { place, edit in
            edit.field == .itemProduct
                ? edit.text.flatMap(PurchasedProductID.init(text:)).map { ("/edits/\(place)", $0) } : nil
        }
        try await writer.requireProducts(chosen, of: account, in: transaction)
        try ReceiptRepository.remember(stored, at: transaction.eventTime(), in: transaction)
        var draft = PurchaseWriter.Draft(stored, version: command.version, record, canUndo: true)
        draft.before = before
        draft.voucher = command.voucher
        draft.isNoDuplicate = command.isNoDuplicate ?? stored.isNoDuplicate
        try await writer.keep(draft, cause: event.attributes.id, in: transaction)
    }

    private static func words(for fault: ReceiptEditor.Fault) -> String {
        switch fault {
        case .unknownItem(let place): "/edits/\(place) is not an item of the receipt"
        case .knownItem(let place): "/edits/\(place) adds an item that already exists"
        case .unusable(let place): "/edits/\(place) has no valid value for the field"
        case .tooManyItems: "A receipt has at most \(ReceiptRecord.maxItems) items."
        }
    }
}
