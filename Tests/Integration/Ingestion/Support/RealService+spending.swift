import EventContracts
import Messaging
import Sealing

@testable import SpendingService

extension RealService {
    static func spending(_ sealer: Sealer) throws -> RealService {
        let products = ProductWriter(sealer: sealer, asksModel: false)
        let budgets = BudgetWriter(products: products, market: NearbyPriceReader(sealer: sealer), sealer: sealer)
        let community = CommunityPriceWriter(codes: ShopCodeWriter(), sealer: sealer)
        let writer = PurchaseWriter(products: products, budgets: budgets, community: community, sealer: sealer)
        let shopping = ChooseShopping(community: community, sealer: sealer)
        return RealService(
            name: "spending", migrations: try SpendingMigrations.all(),
            subscriptions: SpendingService.purchaseSubscriptions(writer, products, budgets)
                + [Subscription(shopping)],
            operations: OutcomeEvents<SpendingCommandRejected, SpendingCommandFailed>())
    }
}
