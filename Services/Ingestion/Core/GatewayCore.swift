import BillingRules
import Crypto
import EventContracts
import FoodLibrary
import Foundation
import Logging
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// The shared parts of the gateway that features are built from: stores, keys, limits, readers and writers.
package struct GatewayCore: Sendable {
    /// The part of the configuration that the core itself needs.
    package struct Settings: Sendable {
        /// The secret key that signs access tokens.
        package var signingKey: P256.Signing.PrivateKey
        package var retiredKeys: [P256.Signing.PublicKey]
        /// The secret key of hashes for look-ups, 32 bytes.
        package var indexKey: [UInt8]
        /// The current version of the terms.
        package var terms: String
        /// The public address of the API, without a trailing slash.
        package var publicURL: String
        package var rates: RequestLimits.Rates
        /// The tier of an account without a subscription.
        package var plan: PlanTier
        package var entitlements: EntitlementTable
        package var photoStore: PhotoStoreSettings
        package var photoMemory: PhotoMemory.Limits
        /// The directory of the catalog store; nil if no tables are imported.
        package var catalogueDirectory: URL?

        package init(
            signingKey: P256.Signing.PrivateKey, retiredKeys: [P256.Signing.PublicKey], indexKey: [UInt8],
            terms: String, publicURL: String, rates: RequestLimits.Rates, plan: PlanTier,
            entitlements: EntitlementTable, photoStore: PhotoStoreSettings, photoMemory: PhotoMemory.Limits,
            catalogueDirectory: URL? = nil
        ) {
            self.signingKey = signingKey
            self.retiredKeys = retiredKeys
            self.indexKey = indexKey
            self.terms = terms
            self.publicURL = publicURL
            self.rates = rates
            self.plan = plan
            self.entitlements = entitlements
            self.photoStore = photoStore
            self.photoMemory = photoMemory
            self.catalogueDirectory = catalogueDirectory
        }
    }

    /// The beginning of the API description, with the parts that features share.
    package static let description = PackageResources.openapi_yaml

    /// The version of the product: `info.version` of the API description, the only place to change for a release.
    package static let version: String = {
        let head = String(decoding: description.prefix(256), as: UTF8.self).split(separator: "\n")
        return head.first { $0.hasPrefix("  version: ") }.map { String($0.dropFirst(11)) } ?? "unknown"
    }()

    package let settings: Settings
    package let parts: EventServiceParts
    package let database: MessagingDatabase
    package let index: BlindIndex
    package let keys: IdempotencyKeys
    package let acceptor: CommandAcceptor
    package let plans: AccountPlans
    package let photoStore: any PhotoStore
    package let memory: PhotoMemory
    package let archive: PhotoArchive
    package let foodSearch: FoodSearch
    package let tokens: AccessTokens
    package let hub: OperationHub
    package let sessions: SessionRegistry
    package let limits: RequestLimits
    package let drawing = Drawing()

    package var pool: PostgresPool { parts.pool }
    package var sealer: Sealer { parts.sealer }
    package var clock: any WallClock { parts.clock }
    package var registry: MetricsRegistry { parts.registry }
    package var logger: Logger { parts.logger }
    package var resources: ResourceReader { acceptor.resources }
    package var foods: KnownFoods { KnownFoods(foodSearch: foodSearch, resources: resources, sealer: sealer) }
    package var documents: DocumentOpener { resources.documents.opener }

    /// Builds the core; nothing connects before the service runs.
    ///
    /// - Parameters:
    ///   - settings: Its configuration.
    ///   - parts: The parts that every service has.
    ///   - database: The database with its outbox.
    ///   - views: The views of documents by kind.
    /// - Throws: If a signing key is invalid.
    package init(
        _ settings: Settings, _ parts: EventServiceParts, _ database: MessagingDatabase, views: DocumentViews
    ) async throws {
        self.settings = settings
        self.parts = parts
        self.database = database
        let index = BlindIndex(key: settings.indexKey), hub = OperationHub()
        self.index = index
        self.hub = hub
        keys = IdempotencyKeys(index: index, sealer: parts.sealer)
        sessions = SessionRegistry(database: parts.pool)
        tokens = try await AccessTokens(
            signingKey: settings.signingKey, retiredKeys: settings.retiredKeys, clock: parts.clock)
        limits = RequestLimits(settings.rates, metrics: parts.registry)
        photoStore = settings.photoStore.store()
        memory = PhotoMemory(settings.photoMemory)
        archive = PhotoArchive(
            database: database, photos: SealedPhotos(store: photoStore, sealer: parts.sealer), index: index,
            memory: memory)
        foodSearch = FoodSearch(
            database: parts.pool, files: settings.catalogueDirectory.map { CatalogueFiles($0) })
        plans = AccountPlans(
            database: parts.pool, clock: parts.clock, standard: settings.plan, table: settings.entitlements)
        acceptor = CommandAcceptor(
            database: database, keys: keys,
            resources: ResourceReader(
                database: parts.pool,
                documents: RenderedDocuments(opener: DocumentOpener(sealer: parts.sealer, views: views)),
                waiter: Waiter(hub: hub), clock: parts.clock),
            queue: AcceptQueue(database: database))
        database.observeCommits { channel, payload in ChangeListener.wake(hub, by: channel, payload) }
        registerMetrics()
    }

    private func registerMetrics() {
        let memory = memory, hub = hub
        registry.gauge("foodmagic_gateway_photos_waiting", help: "Photos waiting to be sent or read.") {
            [MetricsRegistry.Sample(Double(memory.waiting))]
        }
        registry.gauge("foodmagic_gateway_waiting_clients", help: "Held requests and open event streams.") {
            [MetricsRegistry.Sample(Double(hub.waiting))]
        }
    }

    /// A periodic job.
    ///
    /// - Parameters:
    ///   - name: Its name in the log and in metrics.
    ///   - interval: The pause between two runs.
    ///   - restsWhenIdle: Whether the pause may grow to 5 s while the gateway has no commands and no events.
    ///   - work: One run.
    /// - Returns: The job.
    package func job(
        _ name: String, every interval: Duration, restsWhenIdle: Bool = false,
        _ work: @escaping @Sendable () async throws -> Void
    ) -> PeriodicJob {
        PeriodicJob(
            name, every: interval, unlessIdle: restsWhenIdle ? database.activity : nil, logger: logger, work: work)
    }
}
