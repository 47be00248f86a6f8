import BillingRules
import EventContracts
import FoodLibrary
import FoodReports
import Logging
import Messaging
import Outbound
import Photos
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `ingestion`: the public HTTP API, accounts and sessions, operations, read models, event streams.
package enum IngestionService {
    /// Its name everywhere (STYLE N8).
    package static let name = "ingestion"
    /// How often the log may learn that photos cannot be stored; everything else goes on then.
    private static let photoStoreCheck = Duration.seconds(30)

    /// Builds the service; it runs when asked to.
    ///
    /// - Parameters:
    ///   - configuration: What `IngestionConfiguration` read, or a test made.
    ///   - clock: The time of day.
    ///   - logger: Where it logs; nil for where everything of the process does.
    ///   - onRunning: Told the public port once requests are accepted.
    /// - Returns: The service, not yet running.
    /// - Throws: What is wrong with the configuration.
    package static func build(
        _ configuration: IngestionConfiguration, clock: any WallClock = SystemClock(), logger: Logger? = nil,
        onRunning: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock, logger: logger)
        let messaging = try parts.messaging(
            subscriptions: [
                Subscription(DocumentProjection(ProfileChanged.self)),
                Subscription(DocumentProjection(ScanAssessed.self)),
                Subscription(DocumentProjection(ReactionChanged.self)),
                Subscription(DocumentProjection(MealChanged.self)),
                Subscription(DocumentProjection(MealJudged.self)),
                Subscription(DocumentProjection(DayChanged.self)),
                Subscription(GoalsProjection()),
                Subscription(DocumentProjection(SavedFoodChanged.self)),
                Subscription(DocumentProjection(FoodChanged.self)),
                Subscription(SubmissionProjection()),
                Subscription(LessonProjection()),
                Subscription(CatalogueFoodProjection()),
                Subscription(CatalogueReleaseProjection()),
                Subscription(ProductProjection()),
                Subscription(CommunityPriceProjection()),
                Subscription(DocumentProjection(ReceiptChanged.self)),
                Subscription(DocumentProjection(PurchaseJudged.self)),
                Subscription(DocumentProjection(PurchasedProductChanged.self)),
                Subscription(DocumentProjection(BudgetChanged.self)),
                Subscription(DocumentProjection(ShoppingPreferencesChanged.self)),
                Subscription(CapacityProjection()),
                Subscription(DocumentProjection(NoticeCreated.self)),
                Subscription(DocumentProjection(NoticeChanged.self)),
                Subscription(OutcomeProjection(VisionCommandRejected.self)),
                Subscription(OutcomeProjection(VisionCommandFailed.self)),
                Subscription(OutcomeProjection(AllergenCommandRejected.self)),
                Subscription(OutcomeProjection(AllergenCommandFailed.self)),
                Subscription(OutcomeProjection(NutritionCommandRejected.self)),
                Subscription(OutcomeProjection(NutritionCommandFailed.self)),
                Subscription(OutcomeProjection(SpendingCommandRejected.self)),
                Subscription(OutcomeProjection(SpendingCommandFailed.self)),
                Subscription(OutcomeProjection(NotificationCommandRejected.self)),
                Subscription(OutcomeProjection(NotificationCommandFailed.self)),
                Subscription(DocumentProjection(SubscriptionChanged.self)),
                Subscription(DocumentProjection(PaymentChanged.self)),
                Subscription(DocumentProjection(EntitlementChanged.self)),
                Subscription(SeatProjection()),
                Subscription(OutcomeProjection(BillingCommandRejected.self)),
                Subscription(OutcomeProjection(BillingCommandFailed.self)),
                Subscription(ErasureReportProjection(VisionDataErased.self)),
                Subscription(ErasureReportProjection(NutritionDataErased.self)),
                Subscription(ErasureReportProjection(AllergenDataErased.self)),
                Subscription(ErasureReportProjection(NotificationDataErased.self)),
                Subscription(ErasureReportProjection(SpendingDataErased.self)),
                Subscription(ErasureReportProjection(BillingDataErased.self)),
                Subscription(ExportedDataProjection(Exporting.Vision.self)),
                Subscription(ExportedDataProjection(Exporting.Nutrition.self)),
                Subscription(ExportedDataProjection(Exporting.Allergen.self)),
                Subscription(ExportedDataProjection(Exporting.Notification.self)),
                Subscription(ExportedDataProjection(Exporting.Spending.self)),
                Subscription(ExportedDataProjection(Exporting.Billing.self)),
            ],
            operations: GatewayOperations(),
            snapshots: [AccountSnapshots(sealer: parts.sealer)])
        let hub = OperationHub(), sessions = SessionRegistry(database: parts.pool)
        messaging.database.tellFirst { channel, payload in ChangeListener.wake(hub, by: channel, payload) }
        let tokens = try await AccessTokens(
            signingKey: configuration.signingKey, retiredKeys: configuration.retiredKeys, clock: clock)
        let limits = RequestLimits(configuration.rates, metrics: parts.registry)
        let grants = GrantDoor(database: parts.pool, clock: clock)
        let gate = RequestGate(
            tokens: tokens, sessions: sessions, limits: limits, currentTerms: configuration.terms,
            requiresVerifiedEmail: configuration.requiresVerifiedEmail, bodyTimeout: configuration.bodyTimeout,
            grants: grants, database: parts.pool)
        let store = configuration.photoStore.store(), memory = PhotoMemory(configuration.photoMemory)
        let archive = PhotoArchive(
            database: messaging.database, photos: SealedPhotos(store: store, sealer: parts.sealer),
            index: BlindIndex(key: configuration.indexKey), memory: memory,
            failPoints: configuration.settings.failPoints)
        parts.registry.gauge("foodmagic_gateway_photos_waiting", help: "Photos that wait to be sent or read.") {
            [MetricsRegistry.Sample(Double(memory.waiting))]
        }
        let shelf = FoodShelf(
            database: parts.pool, files: configuration.catalogueDirectory.map { CatalogueFiles($0) })
        let addresses = AddressIndex(BlindIndex(key: configuration.indexKey))
        let auditSealer = AuditSealer(
            database: parts.pool, logger: parts.logger, metrics: AuditMetrics(parts.registry))
        let auditPruner = AuditPruner(
            database: parts.pool, retention: configuration.auditRetention, logger: parts.logger)
        let importBell = Bell()
        let responder = GatewayResponder(
            gate: gate, intake: PhotoIntake(memory: memory, limits: limits),
            endpoints: try endpoints(
                configuration, parts, archive, tokens, hub, sessions, limits, shelf, importBell),
            metrics: RequestMetrics(parts.registry), addresses: addresses, grants: grants,
            trustedProxies: configuration.trustedProxies, crossOrigin: configuration.crossOrigin,
            webClient: try configuration.webClientDirectory.map {
                WebClient(files: try WebClientFiles(directory: $0), metrics: parts.registry)
            },
            logger: parts.logger)
        let erasures = ErasureDesk(database: messaging.database, keyRing: parts.keyRing, archive: archive)
        let announcements = AnnouncementDesk(database: messaging.database)
        let exports = ExportDesk(database: messaging.database, sealer: parts.sealer)
        let housekeeping = Housekeeping(
            database: messaging.database, photos: archive, retention: configuration.retention)
        let delays = PhotoDelays(database: messaging.database)
        let recoveries = RecoveryMails(database: messaging.database, sealer: parts.sealer)
        let judgements = JudgementTally(database: parts.pool, registry: parts.registry)
        let importFeeder = ImportFeeder(database: messaging.database, bell: importBell)
        let unsaved = UnsavedHistory(
            database: messaging.database, standard: configuration.plan, table: configuration.entitlements)
        return parts.service(
            messaging,
            work: [
                ChangeListener(
                    configuration: parts.connection, hub: hub, sessions: sessions, logger: parts.logger),
                PeriodicWork("housekeeping", every: Housekeeping.interval, logger: parts.logger) {
                    try await housekeeping.run()
                },
                PeriodicWork("judgements", every: JudgementTally.interval, logger: parts.logger) {
                    try await judgements.run()
                },
                PeriodicWork("photo delays", every: PhotoDelays.interval, logger: parts.logger) {
                    try await delays.run()
                },
                PeriodicWork("recovery mails", every: RecoveryMails.interval, logger: parts.logger) {
                    try await recoveries.run()
                },
                PeriodicWork("unsaved history", every: UnsavedHistory.interval, logger: parts.logger) {
                    if !configuration.savesBasicHistory { try await unsaved.run() }
                },
                // It waits by itself, for a file or for what is under way.
                PeriodicWork("imports", every: .zero, logger: parts.logger) { try await importFeeder.run() },
                PeriodicWork("erasures", every: ErasureDesk.interval, logger: parts.logger) {
                    try await erasures.run()
                },
                PeriodicWork("announcements", every: AnnouncementDesk.interval, logger: parts.logger) {
                    try await announcements.run()
                },
                PeriodicWork("exports", every: ExportDesk.interval, logger: parts.logger) { try await exports.run() },
                PeriodicWork("audit seals", every: AuditSealer.interval, logger: parts.logger) {
                    try await auditSealer.run()
                },
                PeriodicWork("audit pruning", every: AuditPruner.interval, logger: parts.logger) {
                    try await auditPruner.run()
                },
                PeriodicWork("rate limit audit", every: RateLimitTally.interval, logger: parts.logger) {
                    try await limits.tally.flush(hashing: addresses, in: parts.pool)
                },
                PeriodicWork("shared foods", every: FoodShelf.interval, logger: parts.logger) {
                    try await shelf.refresh()
                },
                PeriodicWork("photo store", every: Self.photoStoreCheck, logger: parts.logger) {
                    try await store.check()
                },
                PublicServer(
                    binding: configuration.http, responder: responder,
                    places: Self.connectionPlaces(configuration, parts),
                    hub: hub, logger: parts.logger, onRunning: onRunning),
            ])
    }

    /// The connections of a proxy are those of many clients: behind one, bounding them is the proxy's work.
    private static func connectionPlaces(
        _ configuration: IngestionConfiguration, _ parts: EventServiceParts
    ) -> ConnectionPlaces? {
        let refused = parts.registry.counter(
            "foodmagic_gateway_connections_refused_total",
            help: "Connections closed because their address had too many.")
        guard configuration.trustedProxies == 0 else { return nil }
        return ConnectionPlaces(most: configuration.connectionsPerAddress, refused: refused)
    }

    private static func endpoints(
        _ configuration: IngestionConfiguration, _ parts: EventServiceParts, _ archive: PhotoArchive,
        _ tokens: AccessTokens, _ hub: OperationHub, _ sessions: SessionRegistry, _ limits: RequestLimits,
        _ shelf: FoodShelf, _ importBell: Bell
    ) throws -> Endpoints {
        let index = BlindIndex(key: configuration.indexKey), sealer = parts.sealer, database = archive.database
        let keys = IdempotencyKeys(index: index, sealer: sealer)
        let lanes = WorkLanes(
            label: "passwords", lanes: configuration.hashingLanes, capacity: configuration.hashingQueue,
            givesWay: true)
        parts.registry.gauge("foodmagic_gateway_hashing_waiting", help: "Passwords that wait to be hashed.") {
            [MetricsRegistry.Sample(Double(lanes.waiting))]
        }
        parts.registry.gauge("foodmagic_gateway_waiting_clients", help: "Held requests and open event streams.") {
            [MetricsRegistry.Sample(Double(hub.waiting))]
        }
        let hasher = try PasswordHasher(lanes: lanes), backoff = SignInBackoff()
        let issuer = SessionIssuer(tokens: tokens, clock: parts.clock, sealer: sealer)
        let desk = CommandDesk(
            database: database, keys: keys,
            resources: ResourceReader(
                database: parts.pool, documents: RenderedDocuments(opener: DocumentOpener(sealer: sealer)),
                waiter: Waiter(hub: hub), clock: parts.clock))
        let known = KnownFoods(shelf: shelf, resources: desk.resources, sealer: sealer)
        let plans = AccountPlans(
            database: parts.pool, clock: parts.clock, standard: configuration.plan, table: configuration.entitlements)
        let prices = PriceList.builtIn.withTrial(days: configuration.trialDays)
        let subscriptions = SubscriptionEndpoints(
            desk: desk, plans: plans, rules: SubscriptionRules(prices: prices))
        let words = try ReportWords.builtIn(), book = PurchaseBook(database: parts.pool, sealer: sealer)
        let households = HouseholdReader(database: parts.pool, book: book, sealer: sealer)
        let drawing = Drawing()
        let market = PriceMarket(resources: desk.resources, sealer: sealer)
        let reports = ReportEndpoints(
            resources: desk.resources, sealer: sealer, words: words, plans: plans, drawing: drawing)
        let audit = AuditEndpoints(database: parts.pool, sealer: sealer)
        let secondFactor = SecondFactorCheck(sealer: sealer, backoff: backoff)
        let ceremony = PasskeyCeremony(site: configuration.passkeySite)
        let answers = CredentialAnswers(database: parts.pool, keys: keys, clock: parts.clock)
        let account = AccountEndpoints(
            database: database, keys: keys, answers: answers, hasher: hasher, keyRing: parts.keyRing, sealer: sealer,
            emailIndex: index, issuer: issuer, sessions: sessions, backoff: backoff, limits: limits,
            rules: .init(terms: configuration.terms, deniedDomains: configuration.deniedDomains),
            proofs: ProofCheck(
                database: parts.pool, clock: parts.clock, hasher: hasher, backoff: backoff, limits: limits,
                secondFactor: secondFactor, ceremony: ceremony))
        let signIns = SessionEndpoints(
            database: database, keys: keys, answers: answers, hasher: hasher, emailIndex: index, issuer: issuer,
            sessions: sessions, backoff: backoff, metrics: SignInMetrics(parts.registry), secondFactor: secondFactor,
            ceremony: ceremony)
        let usable = UsableFoods(shelf: shelf, resources: desk.resources, sealer: sealer)
        return Endpoints(
            references: ReferenceCheck(database: parts.pool, foods: shelf, keys: keys),
            plans: PlanGate(plans: plans, resources: desk.resources), account: account,
            erasures: ErasureEndpoints(
                account: account,
                desk: ErasureDesk(database: database, keyRing: parts.keyRing, archive: archive), tokens: tokens,
                grace: configuration.erasureGrace, publicURL: configuration.publicURL),
            exports: ExportEndpoints(
                account: account, opener: DocumentOpener(sealer: sealer), photos: archive,
                downloads: ExportDownloads(),
                unreadable: UnreadableRecords(parts.registry, logger: parts.logger)),
            consents: ConsentEndpoints(
                resources: desk.resources, database: database, sessions: sessions, sealer: sealer,
                terms: configuration.terms),
            sessions: signIns,
            profile: ProfileEndpoints(desk: desk, sealer: sealer),
            scans: ScanEndpoints(desk: desk, sealer: sealer, archive: archive),
            photos: PhotoEndpoints(keys: keys, archive: archive),
            notifications: NotificationEndpoints(desk: desk),
            notificationPreferences: NotificationPreferencesEndpoints(
                resources: desk.resources, database: database, sealer: sealer,
                allowsPlain: configuration.webPush.allowsPlain),
            pushSubscriptions: PushSubscriptionEndpoints(
                database: database, sealer: sealer, index: index, settings: configuration.webPush),
            unsubscribing: UnsubscribeEndpoints(database: database, key: configuration.unsubscribeKey),
            reactions: ReactionEndpoints(desk: desk, sealer: sealer),
            meals: MealEndpoints(desk: desk, sealer: sealer, archive: archive, foods: usable, plans: plans),
            days: DayEndpoints(resources: desk.resources, plans: plans),
            goals: GoalsEndpoints(desk: desk, sealer: sealer),
            reports: reports,
            advice: AdviceEndpoints(
                resources: desk.resources, foods: known, words: words, plans: plans),
            trends: TrendEndpoints(resources: desk.resources),
            suggestions: SuggestionEndpoints(resources: desk.resources, foods: known),
            shares: ShareEndpoints(
                reports: reports, database: database, archive: archive, gallery: ShareGallery(),
                publicURL: configuration.publicURL),
            subscriptions: subscriptions,
            paymentNotices: PaymentNoticeEndpoint(
                database: database, settings: configuration.paymentNotices,
                strange: parts.registry.counter(
                    "foodmagic_gateway_strange_notices_total", help: "Payment notices of objects that are not ours.")),
            savedFoods: SavedFoodEndpoints(desk: desk, sealer: sealer),
            products: ProductEndpoints(
                database: parts.pool,
                purchased: PurchasedProductEndpoints(desk: desk, foods: known, sealer: sealer)),
            receipts: ReceiptEndpoints(
                desk: desk, sealer: sealer, archive: archive, plans: plans,
                imports: Imports(limits: limits, bell: importBell)),
            spending: SpendingEndpoints(
                resources: desk.resources, book: book, foods: known, sealer: sealer, households: households,
                market: market),
            foodCosts: FoodCostEndpoints(resources: desk.resources, book: book, sealer: sealer),
            budgets: BudgetEndpoints(
                desk: desk, book: book, sealer: sealer, households: households, market: market),
            shopping: ShoppingEndpoints(desk: desk, sealer: sealer),
            shoppingSuggestions: ShoppingSuggestionEndpoints(
                desk: desk, book: book, market: market, sealer: sealer),
            foods: FoodEndpoints(desk: desk, sealer: sealer, shelf: shelf, usable: usable),
            submissions: FoodSubmissionEndpoints(desk: desk),
            catalogue: CatalogueEndpoints(desk: desk, shelf: shelf),
            reviews: ReviewEndpoints(
                database: database, documents: desk.resources.documents, shelf: shelf, sealer: sealer,
                archive: archive),
            feedback: FeedbackEndpoints(database: database, resources: desk.resources, sealer: sealer),
            events: EventStreamEndpoint(
                source: AccountEvents.Source(
                    database: parts.pool, hub: hub, sessions: sessions, clock: parts.clock),
                streams: OpenStreams()),
            announcements: AnnouncementEndpoints(database: parts.pool, clock: parts.clock),
            service: ServiceEndpoints(database: parts.pool),
            audit: audit,
            admin: AdminEndpoints(
                database: database, sealer: sealer, emailIndex: index, sessions: sessions, audit: audit),
            grants: GrantEndpoints(database: database, sealer: sealer),
            secondFactor: SecondFactorEndpoints(account: account, check: secondFactor),
            seats: SeatEndpoints(subscriptions: subscriptions, database: database, sealer: sealer),
            gifts: GiftEndpoints(database: database, sealer: sealer),
            paymentReceipts: PaymentReceiptEndpoint(
                subscriptions: subscriptions, words: try ReceiptWords.builtIn(), seller: configuration.seller,
                drawing: drawing),
            promotions: PromotionEndpoints(
                database: parts.pool, clock: parts.clock, plans: plans, actions: configuration.promotionActions),
            passkeys: PasskeyEndpoints(account: account, ceremony: ceremony),
            issuers: IssuerEndpoints(
                account: account, sessions: signIns, issuers: issuers(configuration.issuers, parts.clock)),
            households: HouseholdEndpoints(
                database: database, resources: desk.resources, reader: households, desk: HouseholdDesk(sealer: sealer)))
    }

    /// Clients of the external issuers, by name; none of them is asked before somebody signs in there.
    private static func issuers(_ settings: [IssuerSettings], _ clock: any WallClock) -> [String: IssuerClient] {
        guard !settings.isEmpty else { return [:] }
        let client = OutboundClient(label: "issuers")
        return Dictionary(
            settings.map { ($0.name, IssuerClient($0, client: client, clock: clock)) },
            uniquingKeysWith: { first, _ in first })
    }
}
