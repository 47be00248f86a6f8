import EventContracts
import Foundation
import IngestionCore
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Receipts, purchased products, spending, budgets, shopping, households.
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
    private let importBell: Bell

    /// Households for other features.
    package var membership: any HouseholdMembership { households.desk }

    package init(_ core: GatewayCore) {
        self.core = core
        importBell = Bell()
        let book = PurchaseBook(database: core.pool, sealer: core.sealer)
        let reader = HouseholdReader(database: core.pool, book: book, sealer: core.sealer)
        let market = PriceMarket(resources: core.resources, sealer: core.sealer)
        receipts = ReceiptEndpoints(
            desk: core.desk, sealer: core.sealer, archive: core.archive, plans: core.plans,
            imports: Imports(limits: core.limits, bell: importBell))
        spending = SpendingEndpoints(
            resources: core.resources, book: book, foods: core.foods, sealer: core.sealer, households: reader,
            market: market)
        foodCosts = FoodCostEndpoints(resources: core.resources, book: book, sealer: core.sealer)
        budgets = BudgetEndpoints(
            desk: core.desk, book: book, sealer: core.sealer, households: reader, market: market)
        shopping = ShoppingEndpoints(desk: core.desk, sealer: core.sealer)
        shoppingSuggestions = ShoppingSuggestionEndpoints(
            desk: core.desk, book: book, market: market, sealer: core.sealer)
        purchased = PurchasedProductEndpoints(desk: core.desk, foods: core.foods, sealer: core.sealer)
        households = HouseholdEndpoints(
            database: core.database, resources: core.resources, reader: reader,
            desk: HouseholdDesk(sealer: core.sealer))
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
        let feeder = ImportFeeder(database: core.database, bell: importBell)
        // It waits by itself, for a file or for what is under way.
        return [core.job("imports", every: .zero) { try await feeder.run() }]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.now) {
            try await HouseholdRepository.pruneInvitations(before: $0, most: $1, in: $2)
        }
    }
}
