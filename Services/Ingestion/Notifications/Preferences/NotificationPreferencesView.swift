import EventContracts
import IngestionCore

/// Notification preferences, as shown to the person.
struct NotificationPreferencesView: Encodable, Sendable {
    let version: Int64
    /// The channels of the kinds of notices that were set.
    let channels: [String: [String]]
    let quietHours: QuietSpan?
    let digestAt: String?
    let ntfy: String?
    let chat: String?
    let webhook: String?
    /// The secret for verifying webhooks.
    let webhookSecret: String?

    init(_ stored: NotificationPreferencesChanged?, _ addresses: NotificationAddresses?) {
        version = stored?.version ?? 0
        channels = stored?.channels ?? [:]
        quietHours = stored?.quietHours
        digestAt = stored?.digestAt
        ntfy = addresses?.ntfy
        chat = addresses?.chat
        webhook = addresses?.webhook
        webhookSecret = addresses?.webhookSecret
    }
}
