import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Purchases
import Quantities
import Sealing
import SpendingService
import Synchronization
import TestPeers
import TestSupport
import UnitSupport

/// Simulates `spending`, and `vision` for receipts; products are found by the service's own rules.
extension Neighbors {
    func takeSpending(_ attributes: EventAttributes, _ body: [UInt8]) async throws {
        switch attributes.type {
        case ReadReceipt.type:
            let command = try EventCoding.decode(ReadReceipt.self, from: body)
            state.withLock { $0.receiptOrders.append(command) }
            try await keep(Self.readFromPhotos(), command.receiptID, command.version, of: command.accountID, attributes)
            {
                $0.source = .photo
                $0.outcome = .read
                $0.photos = command.photos
            }
        case RecordReceipt.type:
            let command = try EventCoding.decode(RecordReceipt.self, from: body)
            let record = try await sealer.open(command.record, .receiptRecord(command.receiptID, of: command.accountID))
            try await keep(record, command.receiptID, command.version, of: command.accountID, attributes) {
                $0.source = command.source
                $0.photos = command.photos ?? []
            }
        case ChangeReceipt.type: try await change(EventCoding.decode(ChangeReceipt.self, from: body), attributes)
        case UndoReceiptChange.type: try await undo(EventCoding.decode(UndoReceiptChange.self, from: body), attributes)
        case DeleteReceipt.type:
            let command = try EventCoding.decode(DeleteReceipt.self, from: body)
            guard var gone = state.withLock({ $0.receipts[command.receiptID]?.last }) else { return }
            gone.version = command.version
            gone.deletedAt = clock.now()
            gone.changedAt = clock.now()
            gone.canUndo = true
            let deleted = gone
            state.withLock { $0.receipts[command.receiptID, default: []].append(deleted) }
            try await publish(deleted, attributes, .succeeded)
        case NamePurchasedProduct.type:
            try await name(EventCoding.decode(NamePurchasedProduct.self, from: body), attributes)
        default: try await takeBudgets(attributes, body)
        }
    }

    private func takeBudgets(_ attributes: EventAttributes, _ body: [UInt8]) async throws {
        switch attributes.type {
        case SetBudget.type:
            let command = try EventCoding.decode(SetBudget.self, from: body)
            let before = state.withLock { $0.budgets[command.budgetID] }
            let budget = BudgetChanged(
                accountID: command.accountID, budgetID: command.budgetID, version: command.version,
                terms: command.terms,
                words: command.words, setAt: before?.setAt ?? clock.now(), judged: before?.judged)
            state.withLock { $0.budgets[command.budgetID] = budget }
            try await publish(budget, attributes, .succeeded)
        case JudgeBudgetAdvice.type:
            let command = try EventCoding.decode(JudgeBudgetAdvice.self, from: body)
            guard var budget = state.withLock({ $0.budgets[command.budgetID] }) else { return }
            budget.version = command.version
            let from = budget.terms.period.days(of: CalendarDay(clock.now(), in: .gmt)).lowerBound
            budget.judged = AdviceJudgement(from: from, isUseful: command.isUseful)
            let judged = budget
            state.withLock { $0.budgets[command.budgetID] = judged }
            try await publish(judged, attributes, .succeeded)
        case SetShoppingPreferences.type:
            let command = try EventCoding.decode(SetShoppingPreferences.self, from: body)
            try await publish(
                ShoppingPreferencesChanged(
                    accountID: command.accountID, version: command.version, wishes: command.wishes,
                    changedAt: clock.now()),
                attributes, .succeeded)
        case DeleteBudget.type:
            let command = try EventCoding.decode(DeleteBudget.self, from: body)
            guard var budget = state.withLock({ $0.budgets[command.budgetID] }) else { return }
            budget.version = command.version
            budget.deletedAt = clock.now()
            state.withLock { [budget] in $0.budgets[command.budgetID] = budget }
            try await publish(budget, attributes, .succeeded)
        default: break
        }
    }

    /// Every photo shows the same receipt.
    static func readFromPhotos() -> ReceiptRecord {
        var record = ReceiptRecord()
        record.merchant = ReceiptField("Corner Market", .read, confidence: 0.98, crop: [0, 10, 20, 300, 40])
        record.day = ReceiptField(CalendarDay("2026-01-14") ?? .epoch, .read, confidence: 0.9)
        record.time = ReceiptField("17:04:00", .read, confidence: 0.9)
        record.currency = ReceiptField(.cad, .read, confidence: 0.9)
        record.items = [
            ReceiptItem(
                itemID: .random(), name: ReceiptField("GRN APPL", .read, confidence: 0.8), rawText: "GRN APPL 3.49",
                category: ReceiptField(.produce, .reckoned), quantity: ReceiptField(1_135, .read), unit: .kilogram,
                amount: ReceiptField(349, .read, confidence: 0.7, crop: [0, 400, 120, 60, 30]))
        ]
        record.total = ReceiptField(349, .read, confidence: 0.95)
        record.rows = ["CORNER MARKET", "GRN APPL 3.49", "TOTAL 3.49", "MERCI À BIENTÔT"]
        return record
    }

    private func change(_ command: ChangeReceipt, _ attributes: EventAttributes) async throws {
        guard let known = state.withLock({ $0.receipts[command.receiptID]?.last }) else { return }
        let edits = try await sealer.open(command.edits, .receiptEdits(command.receiptID, of: command.accountID))
        let before = try await record(of: known)
        let record = try ReceiptEditor(category: CategoryWords.category(of:)).apply(edits, to: before)
        try await keep(record, command.receiptID, command.version, of: command.accountID, attributes, since: before) {
            $0.takeOrigin(of: known)
            $0.twin = command.isNoDuplicate == true ? nil : known.twin
            $0.canUndo = true
        }
    }

    private func undo(_ command: UndoReceiptChange, _ attributes: EventAttributes) async throws {
        let versions = state.withLock { $0.receipts[command.receiptID] ?? [] }, older = versions.dropLast(2)
        guard let known = versions.last, let last = versions.dropLast().last else { return }
        state.withLock { $0.receipts[command.receiptID] = Array(older) }
        try await keep(
            record(of: last), command.receiptID, command.version, of: command.accountID, attributes,
            since: record(of: known), isUndone: true
        ) {
            $0.takeOrigin(of: last)
            $0.twin = last.twin
            $0.canUndo = !older.isEmpty
        }
    }

    private func name(_ command: NamePurchasedProduct, _ attributes: EventAttributes) async throws {
        let known = state.withLock { $0.products[command.productID] }
        let context = SealingContext.purchasedProductWords(command.productID, of: command.accountID)
        var words = try await sealer.open(command.words, context)
        if let known { words.aliases = try await sealer.open(known.words, context).aliases }
        words.suggestions = nil
        let named = PurchasedProductChanged(
            accountID: command.accountID, productID: command.productID,
            version: max((known?.version ?? 0) + 1, command.version), isProvisional: false,
            words: try await sealer.seal(words, context), changedAt: clock.now(), absorbed: known?.absorbed)
        state.withLock { $0.products[command.productID] = named }
        try await publish(named, attributes, .succeeded)
    }

    /// Stores a purchase; without a command, it keeps the products that the test set.
    ///
    /// - Parameters:
    ///   - record: The purchase.
    ///   - id: Its id.
    ///   - version: Its version.
    ///   - account: Its owner.
    ///   - attributes: The command; nil without one.
    ///   - before: The previous purchase; nil for a new one.
    ///   - isUndone: Whether a change is undone, including what was learned from it.
    ///   - change: Further changes of the event.
    /// - Throws: A `SealingError` or `PostgresError`.
    func keep(
        _ record: ReceiptRecord, _ id: ReceiptID, _ version: Int64, of account: AccountID,
        _ attributes: EventAttributes?, since before: ReceiptRecord? = nil, isUndone: Bool = false,
        _ change: (inout ReceiptChanged) -> Void = { _ in }
    ) async throws {
        var record = record, made: [PurchasedProductChanged] = []
        if let attributes {
            var shelf = PersonalProductIndex(try await knownProducts(of: account))
            if isUndone, let before { shelf.unlearn(before, restoring: record) }
            shelf.match(&record) {
                PurchasedProductID(NamedUUID.make("purchased-product/\(attributes.id)/\($0)"))
            }
            shelf.learn(record, since: before)
            made = try await events(of: shelf, account)
        }
        let twin = state.withLock { $0.twin }
        var published = ReceiptChanged(
            accountID: account, receiptID: id, version: version, source: .typed, outcome: nil, advice: [], photos: [],
            record: try await sealer.seal(record, .receiptRecord(id, of: account)),
            ledger: try await sealer.seal(
                PurchaseLedger(record, store: record.storeID).text, .receiptLedger(id, of: account)),
            day: record.day?.value, itemsMatchTotal: ReceiptSums(record).itemsMatchTotal, twin: twin, canUndo: false,
            recordedAt: clock.now(), changedAt: clock.now())
        change(&published)
        let kept = published, changed = made
        state.withLock { state in
            state.receipts[id, default: []].append(kept)
            for product in changed { state.products[product.productID] = product }
        }
        for product in changed { try await publish(product, nil, nil) }
        try await publish(kept, attributes, attributes == nil ? nil : .succeeded)
    }

    /// The person's products, decrypted.
    private func knownProducts(of account: AccountID) async throws -> [PersonalProductIndex.Product] {
        var known: [PersonalProductIndex.Product] = []
        for product in state.withLock({ $0.products.values.filter { $0.accountID == account } }) {
            let words = try await sealer.open(product.words, .purchasedProductWords(product.productID, of: account))
            known.append(
                .init(
                    id: product.productID, words: words, isProvisional: product.isProvisional,
                    absorbed: product.absorbed ?? []))
        }
        return known
    }

    /// The events of the products that matching has created or changed.
    private func events(
        of shelf: PersonalProductIndex, _ account: AccountID
    ) async throws -> [PurchasedProductChanged] {
        var events: [PurchasedProductChanged] = []
        for product in shelf.changed.sorted().compactMap({ shelf[$0] }) {
            let version = state.withLock { $0.products[product.id]?.version ?? 0 } + 1
            events.append(
                PurchasedProductChanged(
                    accountID: account, productID: product.id, version: version,
                    isProvisional: product.isProvisional,
                    words: try await sealer.seal(product.words, .purchasedProductWords(product.id, of: account)),
                    changedAt: clock.now(), absorbed: product.absorbed.isEmpty ? nil : product.absorbed))
        }
        return events
    }

    private func record(of receipt: ReceiptChanged) async throws -> ReceiptRecord {
        try await sealer.open(receipt.record, .receiptRecord(receipt.receiptID, of: receipt.accountID))
    }
}

extension ReceiptChanged {
    /// Copies the fields that edits of the record do not change.
    fileprivate mutating func takeOrigin(of other: ReceiptChanged) {
        (source, outcome, photos, advice) = (other.source, other.outcome, other.photos, other.advice)
        recordedAt = other.recordedAt
    }
}
