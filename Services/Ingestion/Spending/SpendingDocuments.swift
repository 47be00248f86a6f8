import EventContracts
import IngestionCore
import Sealing

/// Opens receipts, products, budgets and shopping preferences.
extension DocumentOpener {
    /// A purchase, with its allergens if they belong to this version.
    func receipt(_ told: ReceiptChanged, _ companion: Document.Companion?) async throws -> ReceiptView {
        let record = try await sealer.open(told.record, .receiptRecord(told.receiptID, of: told.accountID))
        let judged = try companion.map { try EventCoding.decode(PurchaseJudged.self, from: $0.body) }
        guard let judged, judged.receiptVersion == told.version else { return ReceiptView(told, record, nil) }
        return ReceiptView(told, record, try await allergens(judged))
    }

    func allergens(_ judged: PurchaseJudged) async throws -> PurchaseAllergensView {
        let context = SealingContext.purchaseAllergens(judged.receiptID, of: judged.accountID)
        return PurchaseAllergensView(judged, try await sealer.open(judged.details, context))
    }

    func purchasedProduct(_ told: PurchasedProductChanged) async throws -> PurchasedProductView {
        let context = SealingContext.purchasedProductWords(told.productID, of: told.accountID)
        return PurchasedProductView(told, try await sealer.open(told.words, context))
    }

    /// The shopping preferences.
    func shopping(_ told: ShoppingPreferencesChanged) async throws -> ShoppingPreferencesView {
        let wishes = try await sealer.open(told.wishes, .shoppingWishes(of: told.accountID))
        return ShoppingPreferencesView(wishes, version: told.version, changedAt: told.changedAt)
    }

    func budget(_ told: BudgetChanged) async throws -> BudgetView {
        BudgetView(told, try await sealer.open(told.words, .budgetWords(told.budgetID, of: told.accountID)))
    }
}
