import EventContracts
import Messaging
import Postgres
import Sealing
import Purchases
import ServiceRuntime

/// Changes fields of a purchase, as its owner requests (SPD-05).
package struct EditReceipt: EventHandler {
    let writer: PurchaseWriter

    package func handle(_ event: Event<ChangeReceipt>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID, id = order.receiptID
        guard let stored = try await ReceiptRepository.lock(id, of: account, in: transaction) else {
            throw Rejection(.notFound)
        }
        if stored.told.version >= order.version { return try writer.tell(stored.told, in: transaction) }
        guard stored.told.deletedAt == nil else { throw Rejection(.notFound) }
        let edits = try await writer.sealer.open(order.edits, .receiptEdits(id, of: account))
        let before = try await writer.record(of: stored.told)
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
        var draft = PurchaseWriter.Draft(stored, version: order.version, record, canUndo: true)
        draft.before = before
        draft.voucher = order.voucher
        draft.isNoDuplicate = order.isNoDuplicate ?? stored.isNoDuplicate
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
