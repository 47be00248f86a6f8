import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Outbound
import Postgres
import Sealing
import ServiceRuntime

/// Push subscriptions of a person's browsers.
struct PushSubscriptionEndpoints: Sendable {
    let database: MessagingDatabase
    let sealer: Sealer
    /// Computes the hash by which a browser is found by its endpoint.
    let index: BlindIndex
    let settings: WebPushSettings

    private struct Listed: Encodable {
        /// The key for subscribing a browser.
        let applicationServerKey: String?
        let items: [PushSubscriptionView]
        var next: String?
    }

    /// The person's browsers, and the key for the next subscription.
    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var items: [PushSubscriptionView] = []
        for stored in try await PushSubscriptionRepository.list(of: account, in: database.pool) {
            let details = try await sealer.open(stored.details, .pushSubscriptionDetails(stored.id, of: account))
            items.append(PushSubscriptionView(stored, details))
        }
        return try .json(.ok, Listed(applicationServerKey: settings.publicKey, items: items))
    }

    /// Stores a browser's subscription; idempotent, and moves a browser of another account.
    func add(_ call: Call) async throws -> Answer {
        guard settings.publicKey != nil else {
            throw ProblemDetails(.conflict, detail: "Push messages are not configured on this server.")
        }
        let principal = try call.principal, account = principal.account, details = try options(call.body)
        let endpoint = index.hash("push\n\(details.endpoint)")
        let known = try await PushSubscriptionRepository.list(of: account, in: database.pool)
        let fresh = PushSubscriptionID.random()
        // Sealed for its future id before any lock is taken.
        var sealed = [fresh: try await sealer.seal(details, .pushSubscriptionDetails(fresh, of: account))]
        for stored in known {
            sealed[stored.id] = try await sealer.seal(details, .pushSubscriptionDetails(stored.id, of: account))
        }
        let ready = sealed
        let (stored, isNew) = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            try await Self.keep(ready, fresh: fresh, of: principal, endpoint, in: transaction)
        }
        return try .json(isNew ? .created : .ok, PushSubscriptionView(stored, details))
    }

    /// Removes a browser.
    func remove(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let id = PushSubscriptionID(try ResourceReader.id(of: call))
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await PushSubscriptionRepository.remove(id, of: account, in: transaction) else {
                throw ProblemDetails(.notFound)
            }
            try PushSubscriptionRepository.publish(id, of: account, nil, in: transaction)
        }
        return Answer(.noContent)
    }

    /// Sends a test message to one browser, at most once a minute.
    func test(_ call: Call) async throws -> Answer {
        guard settings.publicKey != nil else {
            throw ProblemDetails(.conflict, detail: "Push messages are not configured on this server.")
        }
        let account = try call.principal.account
        let id = PushSubscriptionID(try ResourceReader.id(of: call))
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            guard
                let wait = try await PushSubscriptionRepository.noteTest(of: id, of: account, at: now, in: transaction)
            else { throw ProblemDetails(.notFound) }
            guard wait <= 0 else { throw ProblemDetails.tooManyRequests(retryAfter: .seconds(wait)) }
            try transaction.append(
                SendTestPush(accountID: account, subscriptionID: id, requestedAt: now), key: account, subject: id)
        }
        return Answer(.accepted)
    }

    private static func keep(
        _ sealed: [PushSubscriptionID: Sealed<PushSubscriptionDetails>], fresh: PushSubscriptionID,
        of principal: Principal, _ endpoint: [UInt8], in transaction: borrowing Transaction
    ) async throws -> (StoredPushSubscription, isNew: Bool) {
        let now = try transaction.eventTime(), account = principal.account, session = principal.session
        // Before the subscription, as when a session is ended.
        guard try await SessionRepository.holdOpen(session, at: now, in: transaction) else {
            throw ProblemDetails(.sessionEnded)
        }
        let held = try await PushSubscriptionRepository.lock(endpointIndex: endpoint, in: transaction)
        if let held, held.account == account, let details = sealed[held.id] {
            let changed = StoredPushSubscription(
                id: held.id, account: account, details: details, createdAt: held.createdAt)
            try await PushSubscriptionRepository.update(changed, by: session, in: transaction)
            try PushSubscriptionRepository.publish(held.id, of: account, details, in: transaction)
            return (changed, false)
        }
        if let held {
            _ = try await PushSubscriptionRepository.remove(held.id, of: held.account, in: transaction)
            try PushSubscriptionRepository.publish(held.id, of: held.account, nil, in: transaction)
        }
        guard let details = sealed[fresh] else { throw ProblemDetails(.internalError) }
        let new = StoredPushSubscription(id: fresh, account: account, details: details, createdAt: now)
        let isInserted = try await PushSubscriptionRepository.insert(
            new, endpointIndex: endpoint, by: session, in: transaction)
        guard isInserted else {
            throw ProblemDetails(.requestInProgress, extensions: [ProblemDetails.retryAfter: .integer(1)])
        }
        try PushSubscriptionRepository.publish(fresh, of: account, details, in: transaction)
        for gone in try await PushSubscriptionRepository.removeOldest(of: account, in: transaction) {
            try PushSubscriptionRepository.publish(gone, of: account, nil, in: transaction)
        }
        return (new, true)
    }

    /// Parses the output of a browser's `PushSubscription.toJSON()`.
    private func options(_ body: JSONValue) throws(ProblemDetails) -> PushSubscriptionDetails {
        var fields = try BodyFields(body)
        let endpoint = fields.text("endpoint", length: 1...TargetURL.maxLength)
        if !endpoint.isEmpty, TargetURL(endpoint, allowsPlain: settings.allowsPlain) == nil {
            fields.report("endpoint", .init(.notAURL, "must be the https URL of a push service"))
        }
        let keys = JSONPointer.root.member("keys")
        var texts: [String: String] = [:]
        if case .object = fields.member("keys") {
            for (name, count) in [("p256dh", 65), ("auth", 16)] {
                guard
                    let text = body["keys"]?[name].flatMap({ fields.text($0, at: keys.member(name), length: 1...200) }),
                    let bytes = Base64URL.decode(text), bytes.count == count,
                    name == "auth" || (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
                else {
                    if !fields.hasProblem(within: keys.member(name)) {
                        fields.report(
                            keys.member(name), .init(.malformed, "must be a browser's public key in base64url"))
                    }
                    continue
                }
                texts[name] = text
            }
        } else {
            fields.report("keys", .required)
        }
        try fields.finish()
        return PushSubscriptionDetails(endpoint: endpoint, key: texts["p256dh"] ?? "", secret: texts["auth"] ?? "")
    }
}

/// The gateway's push settings.
package struct WebPushSettings: Sendable, Equatable {
    /// The public half of the key that signs push messages, in Base64URL; nil without push messages.
    package var publicKey: String?
    /// Whether a push service may use `http:`, within the configured network.
    package var allowsPlain = false

    package init(publicKey: String? = nil, allowsPlain: Bool = false) {
        self.publicKey = publicKey
        self.allowsPlain = allowsPlain
    }

    /// Reads `WEB_PUSH_KEY`, of which only the public half is kept, and `OUTBOUND_NEIGHBOURS`.
    package init(from environment: inout EnvironmentReader) {
        publicKey = environment.optional("WEB_PUSH_KEY", as: .publicHalf, secret: true)
        let neighbors: [AddressRange] = environment.optional("OUTBOUND_NEIGHBOURS", as: .addressRanges, default: [])
        allowsPlain = !neighbors.isEmpty
    }
}

extension EnvironmentFormat<String> {
    /// A private key of P-256 as 32 bytes in base64, of which the public half is kept.
    fileprivate static var publicHalf: Self {
        Self("a private P-256 key: 32 bytes in base64", placeholder: "") { _, text in
            Data(base64Encoded: text).flatMap { try? P256.Signing.PrivateKey(rawRepresentation: $0) }
                .map { Base64URL.encode($0.publicKey.x963Representation) }
        }
    }
}
