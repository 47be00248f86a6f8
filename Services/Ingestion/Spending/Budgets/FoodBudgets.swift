import EventContracts
import IngestionCore
import Purchases
import Quantities

/// Tells other features whether a person's grocery budgets are tight.
struct FoodBudgets: GroceryBudgets {
    let resources: ResourceReader
    let book: PurchaseCache

    /// Maximum number of budgets that are read.
    private static let maxBudgets = 100
    /// Categories other than food.
    private static let otherThanFood: Set<PurchaseCategory> = [
        .household, .personalCare, .baby, .pet, .other, .alcohol,
    ]

    func isTight(for account: AccountID) async throws -> Bool {
        let documents = try await DocumentRepository.list(
            .budget, of: account, after: nil, limit: Self.maxBudgets, in: resources.database)
        let terms = try documents.map { try EventCoding.decode(BudgetChanged.self, from: $0.body).terms }.filter {
            terms in
            terms.productID == nil && terms.memberID == nil
                && !(terms.category.map(Self.otherThanFood.contains) ?? false)
        }
        guard !terms.isEmpty else { return false }
        let bought = try await book.book(of: account), today = try await resources.today(of: account)
        return terms.contains { terms in
            let progress = BudgetProgress(terms.naming(bought.absorbed), bought.ledgers, on: today)
            return progress.isExceeded || progress.expected.map { $0 > terms.amount.minorUnits } ?? false
        }
    }
}
