import ChatModels
import EventContracts
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `spending`: receipts, the products that people buy, and budgets.
package enum SpendingService {
    /// The service's name in topics, logs and the database.
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
        let codes = ShopCodeWriter()
        let community = CommunityPriceWriter(codes: codes, sealer: parts.sealer)
        let market = NearbyPriceReader(sealer: parts.sealer)
        let productWriter = ProductWriter(sealer: parts.sealer, asksModel: configuration.remote != nil)
        let budgetWriter = BudgetWriter(products: productWriter, market: market, sealer: parts.sealer)
        let writer = PurchaseWriter(
            products: productWriter, budgets: budgetWriter, community: community, sealer: parts.sealer)
        let eraser = AccountEraser<SpendingDataErased>(
            AccountErasure(SpendingErasure.list, keyRing: parts.keyRing))
        let others: [Subscription] = [
            Subscription(ShareReviewedName(codes: codes, sealer: parts.sealer)),
            Subscription(ChooseShopping(community: community, sealer: parts.sealer)),
            Subscription(ConsentHandler(community: community, sealer: parts.sealer)),
            Subscription(KeepStanding(sealer: parts.sealer)),
            Subscription(KeepMember()),
            Subscription(KeepSharing(budgets: budgetWriter)),
            Subscription(eraser),
            Subscription(AccountExporter(Exporting.Spending.self, SpendingExport.list, sealer: parts.sealer)),
        ]
        let messaging = try parts.messaging(
            subscriptions: purchaseSubscriptions(writer, productWriter, budgetWriter) + others,
            operations: OutcomeEvents<SpendingCommandRejected, SpendingCommandFailed>(),
            snapshots: [
                PagedSnapshots(page: ReceiptRepository.page) { ($0.accountID, $0.receiptID) },
                PagedSnapshots(page: PurchasedProductRepository.page) { ($0.accountID, $0.productID) },
                PagedSnapshots(page: BudgetRepository.page) { ($0.accountID, $0.budgetID) },
                PagedSnapshots(page: ShopperRepository.page) { ($0.accountID, $0.accountID) },
                PublishedPriceSnapshots(),
            ])
        let retention = SpendingRetention(pool: parts.pool, clock: clock)
        let tally = AdviceTally(pool: parts.pool, registry: parts.registry)
        let pricing = priceJobs(parts, messaging.database, market: market)
        let jobs: [any Service] = [
            eraser.work(over: messaging.database, logger: parts.logger),
            PeriodicJob("advice", every: AdviceTally.interval, logger: parts.logger) { try await tally.run() },
            PeriodicJob("retention", every: SpendingRetention.interval, logger: parts.logger) {
                try await retention.run()
            },
        ]
        let model = productModel(configuration, parts, messaging.database)
        return parts.service(messaging, work: jobs + pricing + model)
    }

    /// Handlers of commands about purchases, products and budgets.
    static func purchaseSubscriptions(
        _ writer: PurchaseWriter, _ productWriter: ProductWriter, _ budgetWriter: BudgetWriter
    ) -> [Subscription] {
        [
            Subscription(KeepReading(writer: writer)),
            Subscription(KeepReceipt(writer: writer)),
            Subscription(EditReceipt(writer: writer)),
            Subscription(RevertReceipt(writer: writer)),
            Subscription(RemoveReceipt(writer: writer)),
            Subscription(NameProduct(writer: productWriter)),
            Subscription(KeepBudget(writer: budgetWriter)),
            Subscription(RemoveBudget(writer: budgetWriter)),
            Subscription(JudgeAdvice(writer: budgetWriter)),
        ]
    }

    /// Jobs that compare and publish shared prices.
    private static func priceJobs(
        _ parts: EventServiceParts, _ database: MessagingDatabase, market: NearbyPriceReader
    ) -> [any Service] {
        let watcher = PriceWatcher(sealer: parts.sealer, database: database, clock: parts.clock)
        let pricePublisher = CommunityPricePublisher(market: market, database: database)
        return [
            PeriodicJob("prices", every: PriceWatcher.interval, logger: parts.logger) { try await watcher.run() },
            PeriodicJob("told prices", every: CommunityPricePublisher.interval, logger: parts.logger) {
                try await pricePublisher.run()
            },
        ]
    }

    /// The job that asks a language model about items without a product, if one is configured.
    private static func productModel(
        _ configuration: SpendingConfiguration, _ parts: EventServiceParts, _ database: MessagingDatabase
    ) -> [any Service] {
        guard let settings = configuration.remote else { return [] }
        let guesser = RemoteProductGuesser(settings, logger: parts.logger)
        let metrics = ProductModelMetrics(parts.registry)
        metrics.watch(guesser)
        let suggester = ProductSuggester(
            guesser: guesser, isInCanada: settings.isInCanada, sealer: parts.sealer, database: database,
            metrics: metrics)
        return [
            PeriodicJob("product model", every: ProductSuggester.interval, logger: parts.logger) {
                try await suggester.run()
            }
        ]
    }
}
