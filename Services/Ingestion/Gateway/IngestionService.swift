import EventContracts
import IngestionAccounts
import IngestionBilling
import IngestionCore
import IngestionDiary
import IngestionGovernance
import IngestionNotifications
import IngestionPhotos
import IngestionScans
import IngestionSpending
import Logging
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `ingestion`: the core, its features, and the public server.
package enum IngestionService {
    /// The service's name in topics, logs and the database.
    package static let name = Gateway.serviceName

    /// The features; `build` creates one of each.
    package static let features: [any Feature.Type] = [
        AccountsFeature.self, GovernanceFeature.self, DiaryFeature.self, SpendingFeature.self, ScansFeature.self,
        PhotoFeature.self, BillingFeature.self, NotificationsFeature.self, ServiceFeature.self,
    ]

    /// The API description that is served.
    package static let description = OpenAPIDescription([GatewayCore.description] + features.map { $0.description })
        .bytes

    /// The members of each JSON body, from the API description.
    private static let bodyShapes = Result {
        try APIDescription(yaml: String(decoding: description, as: UTF8.self)).bodyShapes
    }

    /// Builds the service without running it.
    ///
    /// - Parameters:
    ///   - configuration: From `IngestionConfiguration`, or a test.
    ///   - clock: The time of day.
    ///   - logger: Its logger; nil for the process's default.
    ///   - onRunning: Receives the public port once requests are accepted.
    /// - Returns: The service, not running yet.
    /// - Throws: An error of the configuration.
    package static func build(
        _ configuration: IngestionConfiguration, clock: any WallClock = SystemClock(), logger: Logger? = nil,
        onRunning: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock, logger: logger)
        let messaging = try parts.messaging(
            subscriptions: features.flatMap { $0.subscriptions }, operations: GatewayOperations(),
            snapshots: [AccountSnapshots(sealer: parts.sealer)], gathering: .together)
        var views = DocumentViews()
        for feature in features { feature.addViews(to: &views) }
        let core = try await GatewayCore(configuration.core, parts, messaging.database, views: views)
        let built = try build(configuration, core)
        let server = PublicServer(
            binding: configuration.http, responder: try responder(configuration, core, built),
            places: connectionPlaces(configuration, parts), hub: core.hub, logger: parts.logger, onRunning: onRunning)
        let housekeeping = Housekeeping(
            database: core.database, photos: core.archive, retention: configuration.retention)
        let job = core.job("housekeeping", every: Housekeeping.interval) { try await housekeeping.run() }
        return parts.service(messaging, work: built.flatMap { $0.makeJobs() } + [job, server])
    }

    private static func build(
        _ configuration: IngestionConfiguration, _ core: GatewayCore
    ) throws -> [any Feature] {
        let accounts = try AccountsFeature(
            core, configuration.accounts, firstGoals: FirstGoalsReader(sealer: core.sealer))
        let spending = SpendingFeature(core)
        let features: [any Feature] = [
            accounts,
            GovernanceFeature(
                core, configuration.governance, accounts: accounts.verification, households: spending.membership),
            try DiaryFeature(
                core, savesBasicHistory: configuration.savesBasicHistory, budgets: spending.foodBudgets), spending,
            ScansFeature(core), PhotoFeature(core), try BillingFeature(core, configuration.billing),
            NotificationsFeature(
                core, webPush: configuration.webPush, unsubscribeKey: configuration.unsubscribeKey),
        ]
        return features + [ServiceFeature(core, others: features.flatMap { $0.boundRoutes })]
    }

    private static func responder(
        _ configuration: IngestionConfiguration, _ core: GatewayCore, _ features: [any Feature]
    ) throws -> GatewayResponder {
        let grants = GrantAccess(database: core.pool, clock: core.clock)
        return GatewayResponder(
            routes: features.flatMap { $0.boundRoutes },
            gate: RequestGate(
                tokens: core.tokens, sessions: core.sessions, limits: core.limits,
                currentTerms: core.settings.terms, requiresVerifiedEmail: configuration.requiresVerifiedEmail,
                bodyTimeout: configuration.bodyTimeout, bodies: try bodyShapes.get(), grants: grants,
                database: core.pool),
            intake: PhotoIntake(memory: core.memory, limits: core.limits),
            plans: PlanGate(plans: core.plans, resources: core.resources),
            references: ReferenceCheck(database: core.pool, foods: core.foodSearch, keys: core.keys),
            metrics: core.registry, addresses: AddressIndex(core.index), grants: grants,
            trustedProxies: configuration.trustedProxies, trustsTraceparent: configuration.trustsTraceparent,
            crossOrigin: configuration.crossOrigin,
            webClient: try configuration.webClientDirectory.map {
                WebClient(files: try WebClientFiles(directory: $0), metrics: core.registry)
            },
            tracer: core.database.tracer, logger: core.logger)
    }

    /// The limit of connections per address; none behind a proxy, whose connections belong to many clients and which
    /// must limit them itself.
    private static func connectionPlaces(
        _ configuration: IngestionConfiguration, _ parts: EventServiceParts
    ) -> ConnectionPlaces? {
        let refused = parts.registry.counter(
            "foodmagic_gateway_connections_refused_total",
            help: "Connections closed because their address had too many open.")
        guard configuration.trustedProxies == 0 else { return nil }
        return ConnectionPlaces(maxPerAddress: configuration.connectionsPerAddress, refused: refused)
    }
}

extension RouteTable {
    /// Every route of the gateway, as its features declare them.
    package static let gateway = RouteTable(IngestionService.features.flatMap { $0.routes })
}
