import BillingRules
import Foundation
import Messaging
import ServiceRuntime

/// The configuration of `billing`.
///
/// | key | type | default |
/// |---|---|---|
/// | `PAYMENT_PROVIDER` | `stripe`, or `sandbox` for `payment-sandbox`, which moves no money | required |
/// | `PAYMENT_PROVIDER_URL` | address of the provider's API | `https://api.stripe.com`; required for `sandbox` |
/// | `PAYMENT_PROVIDER_KEY` | key of the provider's API, secret | required |
/// | `PAYMENT_PROVIDER_TIMEOUT_SECONDS` | timeout of a request, 1 to 300 | 80 |
/// | `PAYMENT_RETURN_URL` | address that the payment page returns to; `{CHECKOUT}` in it is the checkout's id | required |
/// | `PRO_TRIAL_DAYS` | length of the free trial of pro in days, 0 to 365; 0 for no trial | 0 |
/// | `CARD_INDEX_KEY` | 32 bytes in base64, recognizes cards used for a trial, never changes; secret | required with trials |
/// | `BASIC_PHOTOS_PER_DAY` | meals and receipts that basic may photograph in a day, 0 to 100000; 0 switches it off; as in `ingestion` | 3 |
/// | `PLANS_RETIRED` | `true` ends sales and renewals | `false` |
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | | `EventServiceSettings` |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | | `DatabaseSettings` |
/// | `KAFKA_…` | | `KafkaSettings` |
/// | `HEALTH_HOST`, `HEALTH_PORT` (9085) | | `HTTPBinding` |
package struct BillingConfiguration: Sendable {
    package var settings: EventServiceSettings
    package var provider: Provider
    /// Whether sales and renewals have ended (BIL-17).
    package var isRetired = false
    /// Length of the free trial of pro, in days; 0 for no trial.
    package var trialDays = 0
    /// Key of the hash that recognizes cards already used for a trial; secret, 32 bytes.
    package var cardIndexKey: [UInt8]?
    /// The features of each tier.
    package var entitlements = EntitlementTable()

    /// The payment provider.
    package struct Provider: Sendable {
        package var kind: Kind
        /// The provider's address, without a path.
        package var baseURL: String
        /// The secret API key.
        package var key: String
        /// Timeout of a request; Stripe's own libraries use 80 s.
        package var timeout: Duration
        /// The address that the payment page returns to.
        package var returnURL: String

        package init(
            _ kind: Kind, baseURL: String, key: String, timeout: Duration = .seconds(80), returnURL: String
        ) {
            self.kind = kind
            self.baseURL = baseURL
            self.key = key
            self.timeout = timeout
            self.returnURL = returnURL
        }
    }

    /// The supported providers; the raw value is used in events and in the database.
    package enum Kind: String, Sendable, CaseIterable {
        case stripe, sandbox
    }

    /// The address of Stripe's API.
    private static let stripeURL = "https://api.stripe.com"

    /// Creates a configuration from its values, without reading the environment.
    package init(settings: EventServiceSettings, provider: Provider) {
        self.settings = settings
        self.provider = provider
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_085, from: &environment)
        let kind = environment.required("PAYMENT_PROVIDER", as: .choice(of: Kind.self))
        let url: URL? =
            kind == .stripe
            ? environment.optional("PAYMENT_PROVIDER_URL", as: .url())
            : environment.required("PAYMENT_PROVIDER_URL", as: .url())
        provider = Provider(
            kind, baseURL: url.map(Self.base) ?? Self.stripeURL,
            key: environment.required("PAYMENT_PROVIDER_KEY", as: .string, secret: true),
            timeout: environment.optional(
                "PAYMENT_PROVIDER_TIMEOUT_SECONDS", as: .duration(in: .seconds(1) ... .seconds(300)),
                default: .seconds(80)),
            returnURL: environment.required("PAYMENT_RETURN_URL", as: .string))
        entitlements.basicPhotosPerDay = environment.optional(
            "BASIC_PHOTOS_PER_DAY", as: .integer(in: EntitlementTable.photosPerDay),
            default: entitlements.basicPhotosPerDay)
        isRetired = environment.optional("PLANS_RETIRED", as: .boolean, default: false)
        trialDays = environment.optional("PRO_TRIAL_DAYS", as: .integer(in: PriceList.trialBounds), default: 0)
        cardIndexKey =
            trialDays > 0
            ? environment.required("CARD_INDEX_KEY", as: .base64(count: 32), secret: true)
            : environment.optional("CARD_INDEX_KEY", as: .base64(count: 32), secret: true)
        try environment.finish()
    }

    private static func base(of url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
