import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Purchases
import Quantities
import Sealing
import Synchronization
import TestSupport

/// Simulates `spending`, and `vision` for receipts.
extension Neighbours {
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
            try await keep(record, command.receiptID, command.version, of: command.accountID, attributes)
        case ChangeReceipt.type:
            let command = try EventCoding.decode(ChangeReceipt.self, from: body)
            guard let known = state.withLock({ $0.receipts[command.receiptID]?.last }) else { return }
            let context = SealingContext.receiptRecord(command.receiptID, of: command.accountID)
            let edits = try await sealer.open(command.edits, .receiptEdits(command.receiptID, of: command.accountID))
            let record = try ReceiptEditor(category: { _ in .other }).apply(
                edits, to: try await sealer.open(known.record, context))
            try await keep(record, command.receiptID, command.version, of: command.accountID, attributes) {
                ($0.source, $0.outcome, $0.photos) = (known.source, known.outcome, known.photos)
                $0.twin = command.isNoDuplicate == true ? nil : known.twin
                $0.canUndo = true
            }
        case UndoReceiptChange.type:
            let command = try EventCoding.decode(UndoReceiptChange.self, from: body)
            guard var last = state.withLock({ $0.receipts[command.receiptID]?.dropLast().last }) else { return }
            last.version = command.version
            try await publish(last, attributes, .succeeded)
        case DeleteReceipt.type:
            let command = try EventCoding.decode(DeleteReceipt.self, from: body)
            guard var gone = state.withLock({ $0.receipts[command.receiptID]?.last }) else { return }
            gone.version = command.version
            gone.deletedAt = clock.now()
            let deleted = gone
            state.withLock { $0.receipts[command.receiptID, default: []].append(deleted) }
            try await publish(deleted, attributes, .succeeded)
        case NamePurchasedProduct.type:
            let command = try EventCoding.decode(NamePurchasedProduct.self, from: body)
            try await publish(
                PurchasedProductChanged(
                    accountID: command.accountID, productID: command.productID, version: command.version,
                    isProvisional: false, words: command.words, changedAt: clock.now()), attributes, .succeeded)
        default: try await takeBudgets(attributes, body)
        }
    }

    private func takeBudgets(_ attributes: EventAttributes, _ body: [UInt8]) async throws {
        switch attributes.type {
        case SetBudget.type:
            let command = try EventCoding.decode(SetBudget.self, from: body)
            let budget = BudgetChanged(
                accountID: command.accountID, budgetID: command.budgetID, version: command.version,
                terms: command.terms,
                words: command.words, setAt: clock.now())
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

    /// Stores a purchase, with or without a command.
    func keep(
        _ record: ReceiptRecord, _ id: ReceiptID, _ version: Int64, of account: AccountID,
        _ attributes: EventAttributes?, _ change: (inout ReceiptChanged) -> Void = { _ in }
    ) async throws {
        var record = record, made: [PurchasedProductChanged] = []
        for place in record.items.indices where record.items[place].product == nil {
            let product = PurchasedProductID.random(), name = record.items[place].name.value
            record.items[place].product = ItemProduct(productID: product, name: name, way: .provisional)
            made.append(
                PurchasedProductChanged(
                    accountID: account, productID: product, version: 1, isProvisional: true,
                    words: try await sealer.seal(
                        PurchasedProductWords(name: name, category: record.items[place].category.value),
                        .purchasedProductWords(product, of: account)),
                    changedAt: clock.now()))
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
        let kept = published
        state.withLock { $0.receipts[id, default: []].append(kept) }
        for product in made { try await publish(product, nil, nil) }
        try await publish(kept, attributes, attributes == nil ? nil : .succeeded)
    }
}
