import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Stores purchases, for all handlers.
package struct PurchaseWriter: Sendable {
    let products: ProductWriter
    let budgets: BudgetWriter
    let community: CommunityPriceWriter
    let sealer: Sealer

    /// Applies the edits of a command to a purchase.
    let editor = ReceiptEditor(category: CategoryWords.category(of:))

    /// A purchase to be stored.
    struct Draft: Sendable {
        let account: AccountID
        let receipt: ReceiptID
        let version: Int64
        var record: ReceiptRecord
        var source: ReceiptSource
        var outcome: LabelRead.Outcome?
        var advice: [String] = []
        var photos: [ReceiptPhoto] = []
        var isNoDuplicate = false
        var recordedAt: Date?
        var canUndo = false
        /// The previous state; nil for a new purchase.
        var before: ReceiptRecord?
        /// The evidence about the account, for shared data.
        var voucher: Voucher?
        /// Whether a change is undone, including the matches learned from it.
        var isRestored = false

        /// A new purchase.
        init(
            _ receipt: ReceiptID, of account: AccountID, version: Int64, _ record: ReceiptRecord,
            _ source: ReceiptSource
        ) {
            self.account = account
            self.receipt = receipt
            self.version = version
            self.record = record
            self.source = source
        }

        /// A stored purchase with another record, otherwise unchanged.
        init(_ stored: StoredReceipt, version: Int64, _ record: ReceiptRecord, canUndo: Bool) {
            let published = stored.published
            self.init(published.receiptID, of: published.accountID, version: version, record, published.source)
            outcome = published.outcome
            advice = published.advice
            photos = published.photos
            isNoDuplicate = stored.isNoDuplicate
            recordedAt = published.recordedAt
            self.canUndo = canUndo
        }
    }

    /// Matches items with products, stores and publishes the purchase with the command's outcome, shares its prices
    /// with consent, and checks the affected budgets, including the household's.
    ///
    /// - Parameters:
    ///   - draft: The purchase.
    ///   - cause: The command's id, from which new product ids are derived.
    ///   - transaction: The transaction to use.
    /// - Throws: A `Rejection` if the id belongs to another account, `SealingError` or `PostgresError`.
    func keep(_ draft: Draft, cause: UUID, in transaction: borrowing Transaction) async throws {
        let account = draft.account, id = draft.receipt, now = try transaction.eventTime()
        var record = draft.record, ownProducts = try await products.ownProducts(of: account, in: transaction)
        if draft.isRestored, let before = draft.before { ownProducts.unlearn(before, restoring: record) }
        let shared = try await community.codes.names(for: record, in: transaction)
        ownProducts.match(&record, shared: shared) {
            PurchasedProductID(NamedUUID.make("purchased-product/\(cause)/\($0)"))
        }
        ownProducts.learn(record, since: draft.before)
        let twin = try await findTwin(of: record, draft, in: transaction)
        let ledger = PurchaseLedger(record, store: record.storeID)
        let published = ReceiptChanged(
            accountID: account, receiptID: id, version: draft.version, source: draft.source, outcome: draft.outcome,
            advice: draft.advice, photos: draft.photos,
            record: try await sealer.seal(record, .receiptRecord(id, of: account)),
            ledger: try await sealer.seal(ledger.text, .receiptLedger(id, of: account)), day: record.day?.value,
            itemsMatchTotal: ReceiptSums(record).itemsMatchTotal, twin: twin, canUndo: draft.canUndo,
            recordedAt: draft.recordedAt ?? now, changedAt: now)
        try await save(StoredReceipt(published: published, isNoDuplicate: draft.isNoDuplicate), in: transaction)
        try await products.save(ownProducts, of: account, in: transaction)
        try await community.learn(record, since: draft.before, ownProducts, of: account, draft.voucher, in: transaction)
        try await community.share(
            id, record, at: ledger.store, ownProducts, of: account, draft.voucher, in: transaction)
        guard let day = published.day else { return }
        try await budgets.check(for: day, ownProducts, of: account, in: transaction)
        let members = try await HouseholdRepository.members(sharing: id, of: account, in: transaction)
        try await budgets.check(for: day, of: members, in: transaction)
    }

    /// Stores and publishes the state of a purchase, which ends the operation.
    func save(_ receipt: StoredReceipt, in transaction: borrowing Transaction) async throws {
        guard try await ReceiptRepository.save(receipt, in: transaction) else { throw Rejection(.notFound) }
        try publish(receipt.published, in: transaction)
    }

    /// Publishes a purchase, which ends the operation.
    func publish(_ receipt: ReceiptChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(receipt, key: receipt.accountID, subject: receipt.receiptID, ending: .succeeded)
    }

    /// The decrypted purchase.
    func record(of receipt: ReceiptChanged) async throws -> ReceiptRecord {
        try await sealer.open(receipt.record, .receiptRecord(receipt.receiptID, of: receipt.accountID))
    }

    /// Checks that all chosen products belong to the person.
    ///
    /// - Parameters:
    ///   - chosen: The chosen product ids, each with its place in the command.
    ///   - account: The person.
    ///   - transaction: The transaction for reading them.
    /// - Throws: A `Rejection` for the first that does not.
    func requireProducts(
        _ chosen: [(pointer: String, product: PurchasedProductID)], of account: AccountID,
        in transaction: borrowing Transaction
    ) async throws {
        guard !chosen.isEmpty else { return }
        let ownProducts = try await products.ownProducts(of: account, in: transaction)
        for (pointer, product) in chosen where ownProducts[ownProducts.absorbed.heir(of: product)] == nil {
            throw Rejection(.invalidFields, detail: "\(pointer) is not the id of one of your products")
        }
    }

    private func findTwin(
        of record: ReceiptRecord, _ draft: Draft, in transaction: borrowing Transaction
    ) async throws -> ReceiptTwin? {
        guard !draft.isNoDuplicate else { return nil }
        let digests = Set(draft.photos.map(\.digest))
        var others: [TwinFinder.Other] = []
        let alike = try await ReceiptRepository.alike(
            draft.receipt, day: record.day?.value, digests: digests, of: draft.account, in: transaction)
        for other in alike {
            others.append((other.receiptID, try await self.record(of: other), Set(other.photos.map(\.digest))))
        }
        return TwinFinder.twin(of: record, digests: digests, among: others)
    }
}
