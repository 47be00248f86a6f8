import ChatModels
import EventContracts
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `spending`: receipts, the products that people buy, and budgets.
package enum SpendingService {
    /// Its name everywhere.
    package static let name = "spending"

    /// Builds the service without running it.
    ///
    /// - Parameters:
    ///   - configuration: From `SpendingConfiguration`, or a test.
    ///   - clock: The time of day.
    /// - Returns: The service, not running yet.
    /// - Throws: An error of the configuration.
    package static func build(
        _ configuration: SpendingConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock)
        let receipts = ReceiptRepository(), products = PurchasedProductRepository(), budgets = BudgetRepository()
        let shoppers = ShopperRepository(), prices = CommunityRepository(), consents = ConsentRepository()
        let codes = ShopCodeWriter(codes: CodeRepository())
        let community = CommunityPriceWriter(shoppers: shoppers, prices: prices, codes: codes, sealer: parts.sealer)
        let households = HouseholdRepository(), told = PublishedPriceRepository()
        let market = NearbyPriceReader(shoppers: shoppers, prices: prices, sealer: parts.sealer)
        let questions = ProductQuestionRepository()
        let productWriter = ProductWriter(
            products: products, sealer: parts.sealer, questions: configuration.remote.map { _ in questions })
        let budgetWriter = BudgetWriter(
            budgets: budgets, receipts: receipts, products: productWriter, households: households, market: market,
            sealer: parts.sealer)
        let writer = PurchaseWriter(
            receipts: receipts, products: productWriter, budgets: budgetWriter, community: community,
            sealer: parts.sealer)
        let eraser = AccountEraser<SpendingDataErased>(
            AccountErasure(SpendingErasure.list, keyRing: parts.keyRing))
        let messaging = try parts.messaging(
            subscriptions: [
                Subscription(KeepReading(writer: writer)),
                Subscription(KeepReceipt(writer: writer)),
                Subscription(EditReceipt(writer: writer)),
                Subscription(RevertReceipt(writer: writer)),
                Subscription(RemoveReceipt(writer: writer)),
                Subscription(NameProduct(writer: productWriter)),
                Subscription(ShareReviewedName(codes: codes, sealer: parts.sealer)),
                Subscription(KeepBudget(writer: budgetWriter)),
                Subscription(RemoveBudget(writer: budgetWriter)),
                Subscription(JudgeAdvice(writer: budgetWriter)),
                Subscription(
                    ChooseShopping(
                        shoppers: shoppers, consents: consents, community: community, sealer: parts.sealer)),
                Subscription(
                    HonourConsents(
                        consents: consents, shoppers: shoppers, community: community, sealer: parts.sealer)),
                Subscription(KeepMember(households: households)),
                Subscription(KeepSharing(households: households, receipts: receipts, budgets: budgetWriter)),
                Subscription(eraser),
                Subscription(AccountExporter(Exporting.Spending.self, SpendingExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<SpendingCommandRejected, SpendingCommandFailed>(),
            snapshots: [
                PagedSnapshots(page: receipts.page) { ($0.accountID, $0.receiptID) },
                PagedSnapshots(page: products.page) { ($0.accountID, $0.productID) },
                PagedSnapshots(page: budgets.page) { ($0.accountID, $0.budgetID) },
                PagedSnapshots(page: shoppers.page) { ($0.accountID, $0.accountID) },
                PublishedPriceSnapshots(told: told),
            ])
        let retention = SpendingRetention(
            receipts: receipts, products: products, budgets: budgets, prices: prices, households: households,
            pool: parts.pool, clock: clock)
        let tally = AdviceTally(budgets: budgets, pool: parts.pool, registry: parts.registry)
        let watcher = PriceWatcher(
            shoppers: shoppers, receipts: receipts, products: products, prices: prices, sealer: parts.sealer,
            database: messaging.database, clock: clock)
        let teller = CommunityPricePublisher(market: market, told: told, database: messaging.database)
        let adviser = configuration.remote.map { settings in
            let guesser = RemoteProductGuesser(settings, logger: parts.logger)
            let metrics = ProductModelMetrics(parts.registry)
            metrics.watch(guesser)
            return ProductSuggester(
                guesser: guesser, isInCanada: settings.isInCanada, questions: questions, products: products,
                consents: consents, sealer: parts.sealer, database: messaging.database, metrics: metrics)
        }
        let asking = adviser.map { adviser in
            PeriodicJob("product model", every: ProductSuggester.interval, logger: parts.logger) {
                try await adviser.run()
            }
        }
        return parts.service(
            messaging,
            work: [
                eraser.work(over: messaging.database, logger: parts.logger),
                PeriodicJob("prices", every: PriceWatcher.interval, logger: parts.logger) { try await watcher.run() },
                PeriodicJob("told prices", every: CommunityPricePublisher.interval, logger: parts.logger) {
                    try await teller.run()
                },
                PeriodicJob("advice", every: AdviceTally.interval, logger: parts.logger) { try await tally.run() },
                PeriodicJob("retention", every: SpendingRetention.interval, logger: parts.logger) {
                    try await retention.run()
                },
            ] + (asking.map { [$0] } ?? []))
    }
}
