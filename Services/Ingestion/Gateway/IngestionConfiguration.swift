import BillingRules
import Crypto
import EventContracts
import FoodReports
import Foundation
import IngestionAccounts
import IngestionBilling
import IngestionCore
import IngestionDiary
import IngestionGovernance
import IngestionNotifications
import Messaging
import Photos
import ServiceRuntime
import Deliveries

/// The configuration of `ingestion`.
///
/// | key | type | default |
/// |---|---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | see `EventServiceSettings` | |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | see `DatabaseSettings` | |
/// | `KAFKA_…` | see `KafkaSettings` | |
/// | `HEALTH_HOST`, `HEALTH_PORT` | see `HTTPBinding` | port 9080 |
/// | `HTTP_HOST`, `HTTP_PORT` | see `HTTPBinding`; the public port | port 8080 |
/// | `PUBLIC_URL` | public address of the API and the web client, for shared links and the session cookie, without a trailing slash | http://localhost:8080 |
/// | `TOKEN_SIGNING_KEY` | 32 bytes in base64, the private P-256 key that signs access tokens; secret | required |
/// | `TOKEN_RETIRED_KEYS` | public P-256 keys still accepted: 65 bytes in base64 (X9.63), separated by commas | none |
/// | `EMAIL_INDEX_KEY` | 32 bytes in base64, hashes addresses and idempotency keys, never changes; secret | required |
/// | `TERMS_VERSION` | current version of the terms | 2026-11 |
/// | `SUPPORT_EMAIL` | the e-mail address for help without an account, shown in the help | none |
/// | `DENIED_EMAIL_DOMAINS` | domains in A-labels that cannot register, separated by commas | none |
/// | `REQUIRE_VERIFIED_EMAIL` | whether sharing and buying require a verified address; only with mail | false |
/// | `CORS_ORIGINS` | origins whose pages may use the API from a browser, such as https://app.example, separated by commas | none |
/// | `TRUSTED_PROXIES` | trusted proxies in front, 0 to 10; each adds one entry to `X-Forwarded-For` | 0 |
/// | `TRUST_TRACEPARENT` | whether requests continue the trace of their `traceparent`; only if a proxy in front sets it | false |
/// | `ACCOUNT_REQUESTS_PER_MINUTE` | requests of one account | 600 |
/// | `ACCOUNT_PHOTOS_PER_MINUTE` | photos that one account sends | 60 |
/// | `ACCOUNT_IMPORTS_PER_MINUTE` | purchases that one account imports; a single file may contain more | 600 |
/// | `ADDRESS_SIGN_INS_PER_MINUTE` | sign-ins, registrations and recoveries of one address | 20 |
/// | `ADDRESS_REQUESTS_PER_MINUTE` | other requests of one address without a valid token | 600 |
/// | `ADDRESS_CONNECTIONS` | open connections of one address, 1 to 1000000; no limit behind `TRUSTED_PROXIES` | 1000 |
/// | `HASHING_LANES` | passwords hashed at once, 1 to 64 | 2 |
/// | `HASHING_QUEUE` | passwords that may wait to be hashed | 50 |
/// | `ACCOUNT_PLAN` | the tier without a subscription: `basic` (the current day) or `pro` (every day) | basic |
/// | `PRO_TRIAL_DAYS` | length of the free trial of pro in days, as in `billing`; 0 for no trial | 0 |
/// | `BASIC_PHOTOS_PER_DAY` | meals and receipts that basic may photograph in a day, 0 to 100000; 0 switches it off; as in `billing` | 3 |
/// | `BASIC_HISTORY` | whether entries with the plan basic are kept after their day, for a later subscription; false deletes them | true |
/// | `PAYMENT_PROVIDER` | provider whose notices are accepted: `stripe` or `sandbox` | none |
/// | `PAYMENT_NOTICE_SECRETS` | their signing secrets, separated by commas during a replacement; secret | required with it |
/// | `SELLER_NAME` | the seller on receipts | Food Magic |
/// | `SELLER_ADDRESS` | the seller's address on receipts, with vertical bars between lines | none |
/// | `SELLER_TAX_NUMBERS` | the seller's tax numbers, each with its name, separated by commas | none |
/// | `PROMOTION_ACTIONS` | a basic user's commands between two house promotions, 0 to 100000; 0 shows none | 20 |
/// | `WEB_PUSH_KEY` | 32 bytes in base64, the private P-256 key of push messages; only its public half is kept; secret | no push messages |
/// | `UNSUBSCRIBE_KEY` | 32 bytes in base64, the same as in `notification`: checks the links in mails; secret | no links |
/// | `OUTBOUND_NEIGHBOURS` | local network ranges that people may use for delivery, such as 10.0.0.0/8, also with `http:` | none |
/// | `WEBAUTHN_RP_ID` | domain name that passkeys are bound to; never changes | localhost |
/// | `WEBAUTHN_ORIGINS` | origins that may use them, such as https://app.example, separated by commas | http://localhost:8080 |
/// | `OIDC_ISSUERS`, `OIDC_SECRET_…` | see `IssuerSettings` | none |
/// | `PHOTO_STORE`, `S3_…` | see `PhotoStoreSettings` | required |
/// | `WEB_CLIENT_DIRECTORY` | an absolute directory: the web client built by `deploy/web`; read at start | no web client |
/// | `CATALOGUE_DIRECTORY` | an absolute directory: the catalog store with imported tables of foods, the same as in `nutrition` | none |
/// | `HISTORY_RETENTION_MINUTES` | retention of ended operations and sessions, keys and feed entries, in minutes | 43200 |
/// | `ERASURE_GRACE_DAYS` | days in which an erasure can be cancelled, 0 to 90 | 7 |
/// | `PHOTO_RETENTION_DAYS` | retention of photos of finished scans, 1 to 3650 days | 30 |
/// | `AUDIT_RETENTION_DAYS` | retention of the audit log, 365 to 3650 days | 400 |
/// | `PHOTO_TRANSFER_BYTES` | memory for photos being received or sent, in bytes, 20971520 to 1073741824; further photos wait a few seconds | 20971520 |
package struct IngestionConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// The public port.
    package var http: HTTPBinding
    /// The public address of the API, without a trailing slash.
    package var publicURL = "http://localhost:8080"
    /// The secret key that signs access tokens.
    package var signingKey: P256.Signing.PrivateKey
    package var retiredKeys: [P256.Signing.PublicKey] = []
    /// The secret key of hashes for look-ups, 32 bytes.
    package var indexKey: [UInt8]
    package var terms = "2026-11"
    package var deniedDomains: Set<String> = []
    /// Address that people without a session can write to; shown in the help.
    package var supportEmail: String?
    /// Whether sharing and subscribing require a verified address.
    package var requiresVerifiedEmail = false
    package var trustedProxies = 0
    /// Whether a request continues the trace that its caller names.
    package var trustsTraceparent = false
    /// The origins whose pages may use the API in a browser.
    package var crossOrigin = CrossOrigin.none
    package var rates = RequestLimits.Rates()
    package var connectionsPerAddress = 1_000
    package var plan = PlanTier.basic
    /// Length of the free trial in days; 0 for no trial.
    package var trialDays = 0
    /// The features of each tier.
    package var entitlements = EntitlementTable()
    /// Whether entries of the basic plan are kept after their day.
    package var savesBasicHistory = true
    /// The payment provider whose notifications are accepted; nil for none.
    package var paymentNotices: PaymentNoticeSettings?
    /// The seller on receipts.
    package var seller = PaymentReceipt.Seller(name: "Food Magic")
    /// Number of a basic user's commands between two house promotions; 0 shows none.
    package var promotionActions = 20
    package var webPush = WebPushSettings()
    /// The secret key of links to unsubscribe, 32 bytes; nil without mail.
    package var unsubscribeKey: [UInt8]?
    /// The domain of passkeys and its origins.
    package var passkeySite = PasskeySite(id: "localhost", origins: ["http://localhost:8080"])
    /// External issuers for signing in.
    package var issuers: [IssuerSettings] = []
    package var hashingLanes = 2
    package var hashingQueue = 50
    package var retention = Retention()
    package var photoStore: PhotoStoreSettings
    /// The catalog store; nil if no tables are imported.
    package var catalogueDirectory: URL?
    /// The built web client; nil if none is served.
    package var webClientDirectory: URL?
    /// Timeout for receiving a body without a photo, enough for 1 MiB at 1 Mbit/s.
    package var bodyTimeout = Duration.seconds(10)
    package var photoMemory = PhotoMemory.Limits()
    /// Retention of the audit log.
    package var auditRetention = Duration.seconds(400 * 86_400)
    /// How long a person may cancel the erasure of their account.
    package var erasureGrace = Duration.seconds(7 * 86_400)

    /// Creates a configuration from its values, for tests.
    package init(
        settings: EventServiceSettings, http: HTTPBinding, signingKey: P256.Signing.PrivateKey, indexKey: [UInt8],
        photoStore: PhotoStoreSettings
    ) {
        self.settings = settings
        self.http = http
        self.signingKey = signingKey
        self.indexKey = indexKey
        self.photoStore = photoStore
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_080, from: &environment)
        http = HTTPBinding(prefix: "HTTP", defaultPort: 8_080, from: &environment)
        publicURL = environment.optional("PUBLIC_URL", as: .publicURL, default: publicURL)
        signingKey = environment.required("TOKEN_SIGNING_KEY", as: .signingKey, secret: true)
        retiredKeys = environment.optional("TOKEN_RETIRED_KEYS", as: .publicKeys, default: [])
        indexKey = environment.required("EMAIL_INDEX_KEY", as: .base64(count: 32), secret: true)
        terms = environment.optional("TERMS_VERSION", as: .string, default: terms)
        supportEmail = environment.optional("SUPPORT_EMAIL", as: .emailAddress)
        deniedDomains = environment.optional("DENIED_EMAIL_DOMAINS", as: .domains, default: [])
        requiresVerifiedEmail = environment.optional("REQUIRE_VERIFIED_EMAIL", as: .boolean, default: false)
        crossOrigin = CrossOrigin(origins: environment.optional("CORS_ORIGINS", as: .origins, default: []))
        trustedProxies = environment.optional("TRUSTED_PROXIES", as: .integer(in: 0...10), default: 0)
        trustsTraceparent = environment.optional("TRUST_TRACEPARENT", as: .boolean, default: false)
        rates = Self.rates(from: &environment)
        connectionsPerAddress = environment.optional(
            "ADDRESS_CONNECTIONS", as: .integer(in: 1...1_000_000), default: connectionsPerAddress)
        plan = environment.optional("ACCOUNT_PLAN", as: .plan, default: plan)
        trialDays = environment.optional("PRO_TRIAL_DAYS", as: .integer(in: PriceList.trialBounds), default: trialDays)
        entitlements.basicPhotosPerDay = environment.optional(
            "BASIC_PHOTOS_PER_DAY", as: .integer(in: EntitlementTable.photosPerDay),
            default: entitlements.basicPhotosPerDay)
        savesBasicHistory = environment.optional("BASIC_HISTORY", as: .boolean, default: savesBasicHistory)
        paymentNotices = PaymentNoticeSettings(from: &environment)
        seller.name = environment.optional("SELLER_NAME", as: .string, default: seller.name)
        seller.address = environment.optional("SELLER_ADDRESS", as: .parts(between: "|"), default: [])
        seller.taxNumbers = environment.optional("SELLER_TAX_NUMBERS", as: .parts(between: ","), default: [])
        promotionActions = environment.optional(
            "PROMOTION_ACTIONS", as: .integer(in: 0...100_000), default: promotionActions)
        webPush = WebPushSettings(from: &environment)
        unsubscribeKey = environment.optional(
            "UNSUBSCRIBE_KEY", as: .base64(count: UnsubscribeToken.keyByteCount), secret: true)
        passkeySite = PasskeySite(from: &environment) ?? passkeySite
        issuers = IssuerSettings.read(from: &environment)
        hashingLanes = environment.optional("HASHING_LANES", as: .integer(in: 1...64), default: hashingLanes)
        hashingQueue = environment.optional("HASHING_QUEUE", as: .integer(in: 0...10_000), default: hashingQueue)
        photoStore = PhotoStoreSettings(from: &environment)
        catalogueDirectory = environment.optional("CATALOGUE_DIRECTORY", as: .directory)
        webClientDirectory = environment.optional("WEB_CLIENT_DIRECTORY", as: .directory)
        retention.history = .seconds(
            60 * environment.optional("HISTORY_RETENTION_MINUTES", as: .integer(in: 1...527_040), default: 43_200))
        retention.photos = .seconds(
            86_400 * environment.optional("PHOTO_RETENTION_DAYS", as: .integer(in: 1...3_650), default: 30))
        auditRetention = .seconds(
            86_400
                * environment.optional(
                    "AUDIT_RETENTION_DAYS", as: .integer(in: AuditPruner.minDays...3_650), default: 400))
        erasureGrace = .seconds(
            86_400 * environment.optional("ERASURE_GRACE_DAYS", as: .integer(in: 0...90), default: 7))
        photoMemory.bytes = environment.optional(
            "PHOTO_TRANSFER_BYTES", as: .integer(in: 20 << 20...1 << 30), default: photoMemory.bytes)
        try environment.finish()
    }

    private static func rates(from environment: inout EnvironmentReader) -> RequestLimits.Rates {
        var rates = RequestLimits.Rates()
        let rate = EnvironmentFormat.integer(in: 1...1_000_000)
        rates.requestsPerAccount = environment.optional(
            "ACCOUNT_REQUESTS_PER_MINUTE", as: rate, default: rates.requestsPerAccount)
        rates.photosPerAccount = environment.optional(
            "ACCOUNT_PHOTOS_PER_MINUTE", as: rate, default: rates.photosPerAccount)
        rates.importsPerAccount = environment.optional(
            "ACCOUNT_IMPORTS_PER_MINUTE", as: rate, default: rates.importsPerAccount)
        rates.signInsPerAddress = environment.optional(
            "ADDRESS_SIGN_INS_PER_MINUTE", as: rate, default: rates.signInsPerAddress)
        rates.openRequestsPerAddress = environment.optional(
            "ADDRESS_REQUESTS_PER_MINUTE", as: rate, default: rates.openRequestsPerAddress)
        return rates
    }
}

extension IngestionConfiguration {
    var core: GatewayCore.Settings {
        GatewayCore.Settings(
            signingKey: signingKey, retiredKeys: retiredKeys, indexKey: indexKey, terms: terms, publicURL: publicURL,
            rates: rates, plan: plan, entitlements: entitlements, photoStore: photoStore, photoMemory: photoMemory,
            catalogueDirectory: catalogueDirectory)
    }

    var accounts: AccountsFeature.Settings {
        AccountsFeature.Settings(
            deniedDomains: deniedDomains, hashingLanes: hashingLanes, hashingQueue: hashingQueue,
            passkeySite: passkeySite, issuers: issuers, supportEmail: supportEmail)
    }

    var governance: GovernanceFeature.Settings {
        GovernanceFeature.Settings(auditRetention: auditRetention, erasureGrace: erasureGrace)
    }

    var billing: BillingFeature.Settings {
        BillingFeature.Settings(
            trialDays: trialDays, paymentNotices: paymentNotices, seller: seller, promotionActions: promotionActions)
    }
}

extension EnvironmentFormat<P256.Signing.PrivateKey> {
    /// A private key as 32 bytes in base64.
    fileprivate static var signingKey: Self {
        Self("a private P-256 key: 32 bytes in base64", placeholder: P256.Signing.PrivateKey()) { _, text in
            Data(base64Encoded: text).flatMap { try? P256.Signing.PrivateKey(rawRepresentation: $0) }
        }
    }
}

extension EnvironmentFormat<[P256.Signing.PublicKey]> {
    /// Public keys as 65 bytes in base64 each.
    fileprivate static var publicKeys: Self {
        Self("public P-256 keys: 65 bytes in base64 each, commas between", placeholder: []) { _, text in
            let keys = text.split(separator: ",").map { part in
                Data(base64Encoded: String(part)).flatMap { try? P256.Signing.PublicKey(x963Representation: $0) }
            }
            return keys.contains { $0 == nil } ? nil : keys.compactMap(\.self)
        }
    }
}

extension EnvironmentFormat<String> {
    /// The address of a server, without a path.
    fileprivate static var publicURL: Self {
        Self("an http or https URL without a slash at its end", placeholder: "") { _, text in
            guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
                parts.host?.isEmpty == false, !text.hasSuffix("/"), parts.query == nil, parts.fragment == nil
            else { return nil }
            return text
        }
    }
}

extension EnvironmentFormat<String> {
    fileprivate static var emailAddress: Self {
        Self("an e-mail address", placeholder: "") { _, text in EmailAddress(text)?.text }
    }
}

extension EnvironmentFormat<Set<String>> {
    /// Domain names, in lower case.
    fileprivate static var domains: Self {
        Self("domain names, commas between", placeholder: []) { _, text in
            Set(text.lowercased().split(separator: ",").map { $0.filter { !$0.isWhitespace } })
        }
    }
}

extension EnvironmentFormat<[String]> {
    /// Trimmed parts of a text.
    fileprivate static func parts(between separator: Character) -> Self {
        Self("texts with \(separator) between them", placeholder: []) { _, text in
            text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
    }
}
