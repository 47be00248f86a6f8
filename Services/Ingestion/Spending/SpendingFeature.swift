import EventContracts
import Foundation
import IngestionCore
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Purchases: receipts, purchased products, spending, budgets, shopping and households.
package struct SpendingFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let receipts: ReceiptEndpoints
    let spending: SpendingEndpoints
    let foodCosts: FoodCostEndpoints
    let budgets: BudgetEndpoints
    let shopping: ShoppingEndpoints
    let shoppingSuggestions: ShoppingSuggestionEndpoints
    let purchased: PurchasedProductEndpoints
    let households: HouseholdEndpoints
    private let core: GatewayCore
    private let importSignal: WakeSignal

    /// Households for other features.
    package var membership: any HouseholdMembership { households.acceptor }

    /// Grocery budgets for other features.
    package var foodBudgets: any GroceryBudgets { FoodBudgets(resources: core.resources, book: budgets.book) }

    package init(_ core: GatewayCore) {
        self.core = core
        importSignal = WakeSignal()
        let book = PurchaseCache(database: core.pool, sealer: core.sealer)
        let reader = HouseholdReader(database: core.pool, book: book, sealer: core.sealer)
        let market = PriceMarket(resources: core.resources, sealer: core.sealer)
        receipts = ReceiptEndpoints(
            acceptor: core.acceptor, sealer: core.sealer, archive: core.archive, plans: core.plans,
            imports: Imports(limits: core.limits, wakeSignal: importSignal))
        spending = SpendingEndpoints(
            resources: core.resources, book: book, foods: core.foods, sealer: core.sealer, households: reader,
            market: market)
        foodCosts = FoodCostEndpoints(resources: core.resources, book: book, sealer: core.sealer)
        budgets = BudgetEndpoints(
            acceptor: core.acceptor, book: book, sealer: core.sealer, households: reader, market: market)
        shopping = ShoppingEndpoints(acceptor: core.acceptor, sealer: core.sealer)
        shoppingSuggestions = ShoppingSuggestionEndpoints(
            acceptor: core.acceptor, book: book, market: market, sealer: core.sealer)
        purchased = PurchasedProductEndpoints(acceptor: core.acceptor, foods: core.foods, sealer: core.sealer)
        households = HouseholdEndpoints(
            database: core.database, resources: core.resources, reader: reader,
            acceptor: HouseholdDepartures(sealer: core.sealer))
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(CommunityPriceProjection()),
            Subscription(DocumentProjection(ReceiptChanged.self)),
            Subscription(DocumentProjection(PurchaseJudged.self)),
            Subscription(DocumentProjection(PurchasedProductChanged.self)),
            Subscription(DocumentProjection(BudgetChanged.self)),
            Subscription(DocumentProjection(ShoppingPreferencesChanged.self)),
        ]
    }

    package static func addViews(to views: inout DocumentViews) {
        views.add(.receipt, ReceiptChanged.self) { receipt, companion, opener in
            try await opener.receipt(receipt, companion)
        }
        views.add(.purchaseAllergens, PurchaseJudged.self) { judged, _, opener in try await opener.allergens(judged) }
        views.add(.purchasedProduct, PurchasedProductChanged.self) { product, _, opener in
            try await opener.purchasedProduct(product)
        }
        views.add(.budget, BudgetChanged.self) { budget, _, opener in try await opener.budget(budget) }
        views.add(.shoppingPreferences, ShoppingPreferencesChanged.self) { preferences, _, opener in
            try await opener.shopping(preferences)
        }
    }

    package func makeJobs() -> [any Service] {
        let feeder = ImportFeeder(database: core.database, wakeSignal: importSignal)
        // The job itself waits for a file, or for purchases in progress.
        return [core.job("imports", every: .zero) { try await feeder.run() }]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.now) {
            try await HouseholdRepository.pruneInvitations(before: $0, maxCount: $1, in: $2)
        }
    }
}
