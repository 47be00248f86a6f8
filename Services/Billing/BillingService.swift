import BillingProviders
import BillingRules
import EventContracts
import Logging
import Messaging
import Outbound
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `billing`: subscriptions, payments, entitlements and the ledger.
package enum BillingService {
    /// The service's name in topics, logs and the database.
    package static let name = "billing"
    /// How often the whole ledger is checked.
    private static let ledgerCheck = Duration.seconds(3_600)
    /// Extra time of a claim beyond the request timeout, before another worker repeats the call.
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
        let writer = BillingDecisionWriter(
            rules: rules, table: configuration.entitlements, provider: configuration.provider.kind.rawValue,
            cards: configuration.cardIndexKey.map { BlindIndex(key: $0) })
        let eraser = AccountEraser<BillingDataErased>(
            AccountErasure(BillingErasure.list, keyRing: parts.keyRing, first: writer.endEverything(of:in:)))
        let messaging = try parts.messaging(
            subscriptions: [
                Messaging.Subscription(OpenSubscription(writer: writer)),
                Messaging.Subscription(ChangePlan(writer: writer)),
                Messaging.Subscription(CancelPlan(writer: writer)),
                Messaging.Subscription(RefundPaymentHandler(writer: writer)),
                Messaging.Subscription(CheckPaymentHandler(writer: writer)),
                Messaging.Subscription(AssignSeatHandler(writer: writer)),
                Messaging.Subscription(ReleaseSeatHandler(writer: writer)),
                Messaging.Subscription(ComplimentaryPlanHandler(writer: writer)),
                Messaging.Subscription(RetirementHandler()),
                Messaging.Subscription(eraser),
                Messaging.Subscription(
                    AccountExporter(Exporting.Billing.self, BillingExport.list, sealer: parts.sealer)),
            ],
            operations: OutcomeEvents<BillingCommandRejected, BillingCommandFailed>(),
            snapshots: [snapshots(of: writer), paymentSnapshots, entitlementSnapshots, seatSnapshots])
        let wakeSignal = WakeSignal()
        messaging.database.observeCommits { channel, _ in
            if channel == CallRepository.channel { wakeSignal.signal() }
        }
        let calls = providerCallRunner(writer, configuration.provider, parts, messaging.database, send)
        let due = dueSubscriptions(writer, parts, messaging.database)
        return parts.service(
            messaging,
            work: [
                eraser.work(over: messaging.database, logger: parts.logger),
                ProviderLanes(
                    writer: calls, wakeSignal: wakeSignal, activity: messaging.database.activity, logger: parts.logger),
                PeriodicJob(
                    "due subscriptions", every: DueSubscriptions.interval, unlessIdle: messaging.database.activity,
                    logger: parts.logger
                ) {
                    try await due.run()
                },
                PeriodicJob("ledger", every: ledgerCheck, logger: parts.logger) {
                    do {
                        _ = try await LedgerRepository.check(in: parts.pool)
                    } catch let fault as LedgerFault {
                        parts.logger.critical("the ledger does not match the bookings", metadata: ["fault": "\(fault)"])
                    }
                },
            ])
    }

    private static func dueSubscriptions(
        _ writer: BillingDecisionWriter, _ parts: EventServiceParts, _ database: MessagingDatabase
    ) -> DueSubscriptions {
        DueSubscriptions(
            writer: writer, database: database,
            failures: parts.registry.counter(
                "foodmagic_billing_undecided_total", help: "Due subscriptions that could not be processed."),
            logger: parts.logger)
    }

    private static func providerCallRunner(
        _ writer: BillingDecisionWriter, _ configuration: BillingConfiguration.Provider, _ parts: EventServiceParts,
        _ database: MessagingDatabase, _ send: StripeConnection.Send?
    ) -> ProviderCallRunner {
        let send = send ?? OutboundClient(label: "payment provider").send
        let connection = StripeConnection(
            baseURL: configuration.baseURL, apiKey: configuration.key, timeout: configuration.timeout, send: send)
        let provider = StripeProvider(
            name: configuration.kind.rawValue, connection: connection, returnURL: configuration.returnURL)
        let surprises = parts.registry.counter(
            "foodmagic_billing_surprises_total", help: "Unrequested movements of money.")
        return ProviderCallRunner(
            writer: writer, settlement: Settlement(writer: writer, surprises: surprises, logger: parts.logger),
            database: database, provider: provider,
            caller: ProviderCaller(provider: provider),
            lease: configuration.timeout + leaseMargin,
            reached: parts.registry.histogram(
                "foodmagic_billing_order_to_provider_seconds",
                help: "Time from the acceptance of a command by the gateway to the first request to the provider.",
                buckets: ProviderCallRunner.reachedBuckets), logger: parts.logger)
    }

    /// All subscriptions in their current state.
    static func snapshots(of writer: BillingDecisionWriter) -> some SnapshotSource {
        PagedSnapshots { after, limit, transaction in
            try await SubscriptionRepository.page(after: after, limit: limit, in: transaction).map { stored in
                guard let published = stored.event(by: writer.rules) else {
                    throw UnknownStoredValue(column: "subscriptions.state")
                }
                return published
            }
        } identify: {
            ($0.accountID, $0.subscriptionID)
        }
    }

    /// All published payments.
    static var paymentSnapshots: some SnapshotSource {
        PagedSnapshots(page: PaymentRepository.page) { ($0.accountID, $0.paymentID) }
    }

    /// The published entitlements of all accounts.
    static var entitlementSnapshots: some SnapshotSource {
        PagedSnapshots(page: EntitlementRepository.page) { ($0.accountID, $0.accountID) }
    }

    /// All seats in their current state.
    static var seatSnapshots: some SnapshotSource {
        PagedSnapshots { after, limit, transaction in
            try await SeatRepository.page(after: after, limit: limit, in: transaction).map { seat in
                seat.event(at: seat.changedAt)
            }
        } identify: {
            ($0.accountID, $0.seatID)
        }
    }
}
