import EventContracts
import IngestionCore
import Sealing

/// Opens receipts, products, budgets and shopping preferences.
extension DocumentOpener {
    /// A purchase, with its allergens if they belong to this version.
    func receipt(_ published: ReceiptChanged, _ companion: Document.Companion?) async throws -> ReceiptView {
        let record = try await sealer.open(
            published.record, .receiptRecord(published.receiptID, of: published.accountID))
        let judged = try companion.map { try EventCoding.decode(PurchaseJudged.self, from: $0.body) }
        guard let judged, judged.receiptVersion == published.version else { return ReceiptView(published, record, nil) }
        return ReceiptView(published, record, try await allergens(judged))
    }

    func allergens(_ judged: PurchaseJudged) async throws -> PurchaseAllergensView {
        let context = SealingContext.purchaseAllergens(judged.receiptID, of: judged.accountID)
        return PurchaseAllergensView(judged, try await sealer.open(judged.details, context))
    }

    func purchasedProduct(_ published: PurchasedProductChanged) async throws -> PurchasedProductView {
        let context = SealingContext.purchasedProductWords(published.productID, of: published.accountID)
        return PurchasedProductView(published, try await sealer.open(published.words, context))
    }

    /// The shopping preferences.
    func shopping(_ published: ShoppingPreferencesChanged) async throws -> ShoppingPreferencesView {
        let preferences = try await sealer.open(published.wishes, .shoppingPreferences(of: published.accountID))
        return ShoppingPreferencesView(preferences, version: published.version, changedAt: published.changedAt)
    }

    func budget(_ published: BudgetChanged) async throws -> BudgetView {
        BudgetView(
            published, try await sealer.open(published.words, .budgetWords(published.budgetID, of: published.accountID))
        )
    }
}
