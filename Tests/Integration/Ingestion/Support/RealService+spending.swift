import EventContracts
import Messaging
import Sealing

@testable import SpendingService

extension RealService {
    static func spending(_ sealer: Sealer) throws -> RealService {
        let receipts = ReceiptRepository(), shoppers = ShopperRepository(), prices = CommunityRepository()
        let products = ProductWriter(products: PurchasedProductRepository(), sealer: sealer)
        let budgets = BudgetWriter(
            budgets: BudgetRepository(), receipts: receipts, products: products, households: HouseholdRepository(),
            market: NearbyPriceReader(shoppers: shoppers, prices: prices, sealer: sealer), sealer: sealer)
        let community = CommunityPriceWriter(
            shoppers: shoppers, prices: prices, codes: ShopCodeWriter(codes: CodeRepository()), sealer: sealer)
        let writer = PurchaseWriter(
            receipts: receipts, products: products, budgets: budgets, community: community, sealer: sealer)
        let shopping = ChooseShopping(
            shoppers: shoppers, consents: ConsentRepository(), community: community, sealer: sealer)
        return RealService(
            name: "spending", migrations: try SpendingMigrations.all(),
            subscriptions: SpendingService.purchaseSubscriptions(writer, products, budgets)
                + [Subscription(shopping)],
            operations: OutcomeEvents<SpendingCommandRejected, SpendingCommandFailed>())
    }
}
