import Foundation
import Messaging
import NotificationChannels
import Outbound
import ServiceRuntime
import Deliveries

/// Everything `notification` is configured with.
///
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
/// | `WEB_PUSH_CONTACT` | `mailto:` or `https:`, where operators of push services reach us | required with the key |
/// | `WEB_URL` | where people open the web client, without a slash at its end; links of messages lead there | no links |
/// | `SMTP_URL` … `MAIL_FROM` | see `MailSettings` | no mail is sent |
/// | `UNSUBSCRIBE_KEY` | 32 bytes in base64, the gateway's: makes the links that end mails of a kind; secret | required with `SMTP_URL` |
/// | `PUBLIC_URL` | where people reach the API, without a slash at its end; those links lead there | http://localhost:8080 |
/// | `OUTBOUND_NEIGHBOURS` | ranges of our own network that people may name, such as 10.0.0.0/8, by `http:` too | none |
package struct NotificationConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// Secret, 32 bytes; nil without push messages.
    package var webPushKey: [UInt8]?
    package var webPushContact = ""
    /// Without a slash at its end; nil without a web client.
    package var webURL: String?
    package var neighbors: [AddressRange] = []
    /// Nil without a mail server.
    package var mail: ChannelSender.MailSettings?
    /// Nil without a mail server.
    package var unsubscribing: UnsubscribeLinks?

    /// A configuration from plain values.
    package init(settings: EventServiceSettings) {
        self.settings = settings
    }

    /// Reads the keys above.
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
    /// How to reach the sender.
    fileprivate static var contact: Self {
        Self("mailto: or https: and an address", placeholder: "") { _, text in
            ["mailto:", "https://"].contains { text.hasPrefix($0) && text.count > $0.count } ? text : nil
        }
    }

    /// The address of a site, as links begin.
    fileprivate static var webURL: Self {
        Self("an http or https URL without a slash at its end", placeholder: "") { _, text in
            guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
                parts.host?.isEmpty == false, !text.hasSuffix("/"), parts.query == nil, parts.fragment == nil
            else { return nil }
            return text
        }
    }
}
