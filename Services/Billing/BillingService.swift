import BillingProviders
import BillingRules
import EventContracts
import Logging
import Messaging
import Outbound
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `billing`: subscriptions, payments, entitlements and the books.
package enum BillingService {
    /// Its name everywhere.
    package static let name = "billing"
    /// How often the whole ledger is checked.
    private static let ledgerCheck = Duration.seconds(3_600)
    /// Time a request may exceed its timeout before another worker repeats the call.
    private static let leaseMargin = Duration.seconds(10)

    /// Builds the service without starting it.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - clock: The time of day.
    ///   - rules: The billing rules.
    ///   - send: Sends requests to the provider; replaced in tests.
    /// - Returns: The service, not yet running.
    /// - Throws: The configuration errors.
    package static func build(
        _ configuration: BillingConfiguration, clock: any WallClock = SystemClock(),
        rules: SubscriptionRules = SubscriptionRules(), send: StripeConnection.Send? = nil
    ) throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock)
        var rules = rules
        if configuration.isRetired { rules.policy.isRetired = true }
        if configuration.trialDays > 0 { rules.prices = rules.prices.withTrial(days: configuration.trialDays) }
        let desk = BillingDesk(
            rules: rules, table: configuration.entitlements, provider: configuration.provider.kind.rawValue,
            cards: configuration.cardIndexKey.map { BlindIndex(key: $0) })
        let eraser = AccountEraser<BillingDataErased>(
            AccountErasure(BillingErasure.list, keyRing: parts.keyRing, first: desk.endEverything(of:in:)))
        let messaging = try parts.messaging(
            subscriptions: [
                Messaging.Subscription(OpenSubscription(desk: desk)),
                Messaging.Subscription(ChangePlan(desk: desk)),
                Messaging.Subscription(CancelPlan(desk: desk)),
                Messaging.Subscription(GiveBackPayment(desk: desk)),
                Messaging.Subscription(LookAtPayment(desk: desk)),
                Messaging.Subscription(TakeSeat(desk: desk)),
                Messaging.Subscription(FreeSeat(desk: desk)),
                Messaging.Subscription(GivePlan(desk: desk)),
                Messaging.Subscription(HeedRetirement(desk: desk)),
                Messaging.Subscription(eraser),
                Messaging.Subscription(
                    AccountExporter(Exporting.Billing.self, BillingExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<BillingCommandRejected, BillingCommandFailed>(),
            snapshots: [
                snapshots(of: desk), paymentSnapshots(of: desk), entitlementSnapshots(of: desk),
                seatSnapshots(of: desk),
            ])
        let bell = Bell()
        messaging.database.tellFirst { channel, _ in
            if channel == CallRepository.channel { bell.ring() }
        }
        let calls = providerDesk(desk, configuration.provider, parts, messaging.database, send)
        let due = DueSubscriptions(
            desk: desk, database: messaging.database,
            failures: parts.registry.counter(
                "foodmagic_billing_undecided_total", help: "Due subscriptions that could not be processed."),
            logger: parts.logger)
        return parts.service(
            messaging,
            work: [
                eraser.work(over: messaging.database, logger: parts.logger),
                ProviderLanes(desk: calls, bell: bell, logger: parts.logger),
                PeriodicWork("due subscriptions", every: DueSubscriptions.interval, logger: parts.logger) {
                    try await due.run()
                },
                PeriodicWork("ledger", every: ledgerCheck, logger: parts.logger) {
                    do {
                        _ = try await desk.ledger.check(in: parts.pool)
                    } catch let fault as LedgerFault {
                        parts.logger.critical("the ledger does not match the bookings", metadata: ["fault": "\(fault)"])
                    }
                },
            ])
    }

    private static func providerDesk(
        _ desk: BillingDesk, _ configuration: BillingConfiguration.Provider, _ parts: EventServiceParts,
        _ database: MessagingDatabase, _ send: StripeConnection.Send?
    ) -> ProviderDesk {
        let send = send ?? OutboundClient(label: "payment provider").send
        let connection = StripeConnection(
            baseURL: configuration.baseURL, apiKey: configuration.key, timeout: configuration.timeout, send: send)
        let provider = StripeProvider(
            name: configuration.kind.rawValue, connection: connection, returnURL: configuration.returnURL)
        let surprises = parts.registry.counter(
            "foodmagic_billing_surprises_total", help: "Unrequested movements of money.")
        return ProviderDesk(
            desk: desk, settlement: Settlement(desk: desk, surprises: surprises, logger: parts.logger),
            database: database, provider: provider,
            caller: ProviderCaller(provider: provider),
            lease: configuration.timeout + leaseMargin,
            reached: parts.registry.histogram(
                "foodmagic_billing_order_to_provider_seconds",
                help: "Time from the acceptance of a command by the gateway to the first request to the provider.",
                buckets: ProviderDesk.reachedBuckets), logger: parts.logger)
    }

    /// Every subscription as it now is.
    static func snapshots(of desk: BillingDesk) -> some SnapshotSource {
        PagedSnapshots { after, limit, transaction in
            try await desk.subscriptions.page(after: after, limit: limit, in: transaction).map { stored in
                guard let told = stored.told(by: desk.rules) else {
                    throw UnknownStoredValue(column: "subscriptions.state")
                }
                return told
            }
        } identify: {
            ($0.accountID, $0.subscriptionID)
        }
    }

    /// Every payment that is told of.
    static func paymentSnapshots(of desk: BillingDesk) -> some SnapshotSource {
        PagedSnapshots(page: desk.payments.page) { ($0.accountID, $0.paymentID) }
    }

    /// What everybody was told that they may do.
    static func entitlementSnapshots(of desk: BillingDesk) -> some SnapshotSource {
        PagedSnapshots(page: desk.entitlements.page) { ($0.accountID, $0.accountID) }
    }

    /// Every seat as it now is.
    static func seatSnapshots(of desk: BillingDesk) -> some SnapshotSource {
        PagedSnapshots { after, limit, transaction in
            try await desk.seats.page(after: after, limit: limit, in: transaction).map { seat in
                seat.told(at: seat.changedAt)
            }
        } identify: {
            ($0.accountID, $0.seatID)
        }
    }
}
