import EventContracts
import IngestionCore

/// How a person wants to be told, as the person sees it.
struct NotificationPreferencesView: Encodable, Sendable {
    let version: Int64
    /// Only kinds of which the person said something.
    let channels: [String: [String]]
    let quietHours: QuietSpan?
    let digestAt: String?
    let ntfy: String?
    let chat: String?
    let webhook: String?
    /// What the receiver of webhooks checks them with.
    let webhookSecret: String?

    init(_ stored: NotificationPreferencesChanged?, _ addresses: TellingAddresses?) {
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
