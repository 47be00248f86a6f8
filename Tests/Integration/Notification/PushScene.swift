import Crypto
import EventContracts
import Foundation
import Messaging
import NotificationChannels
import Outbound
import Postgres
import Sealing
import TestPeers
import TestSupport
import UnitSupport

@testable import NotificationService

/// The notification service with a push service and a browser.
struct PushScene: Sendable {
    let bench: ServiceBench
    let peer: HTTPPeer
    let browser = PushBrowser()
    let account: AccountID
    private let configuration: NotificationConfiguration

    static func with(_ body: @escaping @Sendable (PushScene) async throws -> Void) async throws {
        try await ServiceBench.with(
            service: "notification", migrations: try NotificationMigrations.all(), neighbor: "ingestion"
        ) { bench in
            try await HTTPPeer.with { peer in
                var configuration = NotificationConfiguration(settings: bench.settings)
                configuration.webPushKey = Array(P256.Signing.PrivateKey().rawRepresentation)
                configuration.webPushContact = "mailto:ops@food.test"
                configuration.webURL = "https://food.test"
                configuration.neighbors = ["127.0.0.0/8"].compactMap { AddressRange($0) }
                try await body(
                    PushScene(
                        bench: bench, peer: peer, account: try await bench.account(), configuration: configuration))
            }
        }
    }

    /// Runs the service with a registered person and browser.
    func running(_ body: @Sendable () async throws -> Void) async throws {
        let service = try NotificationService.build(configuration, clock: bench.clock)
        try await bench.running(service) {
            let registered = AccountRegistered(
                accountID: account, locale: "fr-CA", timeZone: "America/Toronto", acceptedTerms: "1",
                registeredAt: bench.clock.now())
            try await bench.publish(registered, of: account)
            try await subscribe()
            try await body()
        }
    }

    func subscribe(_ id: PushSubscriptionID = .random()) async throws {
        let details = PushSubscriptionDetails(
            endpoint: "http://127.0.0.1:\(peer.port)/push/1", key: Base64URL.encode(browser.publicKey),
            secret: Base64URL.encode(browser.secret))
        let sealed = try await bench.sealer.seal(details, .pushSubscriptionDetails(id, of: account))
        try await bench.publish(
            PushSubscriptionChanged(
                accountID: account, subscriptionID: id, details: sealed, changedAt: bench.clock.now()),
            of: account, subject: id)
        try await until("the browser is known") { try await targets() == 1 }
    }

    /// Sets the person's notification preferences.
    func prefer(
        _ channels: [String: [String]] = [:], quietHours: QuietSpan? = nil, addresses: NotificationAddresses? = nil,
        version: Int64 = 1
    ) async throws {
        var sealed: Sealed<NotificationAddresses>?
        if let addresses { sealed = try await bench.sealer.seal(addresses, .deliveryAddresses(of: account)) }
        try await bench.publish(
            NotificationPreferencesChanged(
                accountID: account, version: version, channels: channels, quietHours: quietHours, digestAt: nil,
                addressed: addresses?.channels.map(\.rawValue) ?? [], addresses: sealed,
                changedAt: bench.clock.now()), of: account)
        try await until("the preferences are known") {
            try await bench.database.count("SELECT count(*) FROM preferences WHERE version = \(version)") == 1
        }
    }

    func targets() async throws -> Int { try await bench.database.count("SELECT count(*) FROM targets") }

    func deliver(_ scan: ScanAssessed) async throws { try await bench.publish(scan, of: account, subject: scan.scanID) }

    /// Number of notices whose deliveries are decided.
    func decided() async throws -> Int {
        try await bench.database.count("SELECT count(*) FROM tellings WHERE next_at IS NULL")
    }

    func deliveries(_ state: String) async throws -> Int {
        try await bench.database.count("SELECT count(*) FROM deliveries WHERE state = \(state)")
    }

    func until(_ what: String, _ condition: @escaping @Sendable () async throws -> Bool) async throws {
        try await eventually(what) { try await condition() }
    }
}
