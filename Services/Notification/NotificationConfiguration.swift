import Foundation
import Messaging
import NotificationChannels
import Outbound
import ServiceRuntime
import Deliveries

/// The configuration of `notification`.
/// | keys | documented at |
/// |---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | `EventServiceSettings` |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | `DatabaseSettings` |
/// | `KAFKA_…` | `KafkaSettings` |
/// | `HEALTH_HOST`, `HEALTH_PORT` (9082) | `HTTPBinding` |
///
/// | key | type | default |
/// |---|---|---|
/// | `WEB_PUSH_KEY` | 32 bytes in base64, the private P-256 key that signs push messages; secret | none are sent |
/// | `WEB_PUSH_CONTACT` | `mailto:` or `https:`, a contact for the operators of push services | required with the key |
/// | `WEB_URL` | address of the web client without a trailing slash; links in messages lead there | no links |
/// | `SMTP_URL` … `MAIL_FROM` | see `MailSettings` | no mail is sent |
/// | `UNSUBSCRIBE_KEY` | 32 bytes in base64, as in the gateway; signs unsubscribe links; secret | for `SMTP_URL` |
/// | `PUBLIC_URL` | address of the API without a trailing slash, for links to unsubscribe | http://localhost:8080 |
/// | `OUTBOUND_NEIGHBOURS` | local network ranges that people may name, such as 10.0.0.0/8, also with `http:` | none |
package struct NotificationConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// The secret key that signs push messages, 32 bytes; nil without push messages.
    package var webPushKey: [UInt8]?
    package var webPushContact = ""
    /// The address of the web client without a trailing slash; nil without one.
    package var webURL: String?
    package var neighbors: [AddressRange] = []
    /// The mail server; nil without one.
    package var mail: ChannelSender.MailSettings?
    /// Links to unsubscribe; nil without a mail server.
    package var unsubscribing: UnsubscribeLinks?

    /// Creates a configuration from its values, without reading the environment.
    package init(settings: EventServiceSettings) {
        self.settings = settings
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_082, from: &environment)
        webPushKey = environment.optional("WEB_PUSH_KEY", as: .base64(count: VAPID.keyLength), secret: true)
        if webPushKey != nil { webPushContact = environment.required("WEB_PUSH_CONTACT", as: .contact) }
        if let webPushKey, !webPushKey.isEmpty, (try? VAPID(key: webPushKey, contact: "")) == nil {
            environment.report("WEB_PUSH_KEY", "is not a P-256 private key")
        }
        webURL = environment.optional("WEB_URL", as: .webURL)
        neighbors = environment.optional("OUTBOUND_NEIGHBOURS", as: .addressRanges, default: [])
        mail = ChannelSender.MailSettings(neighbors: neighbors, from: &environment)
        if mail != nil {
            unsubscribing = UnsubscribeLinks(
                publicURL: environment.optional("PUBLIC_URL", as: .webURL, default: "http://localhost:8080"),
                key: environment.required(
                    "UNSUBSCRIBE_KEY", as: .base64(count: UnsubscribeToken.keyByteCount), secret: true))
        }
        try environment.finish()
    }
}

extension EnvironmentFormat<String> {
    /// Accepts a contact: `mailto:` or `https:`.
    fileprivate static var contact: Self {
        Self("mailto: or https: and an address", placeholder: "") { _, text in
            ["mailto:", "https://"].contains { text.hasPrefix($0) && text.count > $0.count } ? text : nil
        }
    }

    /// Accepts the address of a site, without a trailing slash.
    fileprivate static var webURL: Self {
        Self("an http or https URL without a slash at its end", placeholder: "") { _, text in
            guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
                parts.host?.isEmpty == false, !text.hasSuffix("/"), parts.query == nil, parts.fragment == nil
            else { return nil }
            return text
        }
    }
}
