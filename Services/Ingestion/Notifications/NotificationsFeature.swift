import EventContracts
import IngestionCore
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Notifications: the inbox, preferences, push, announcements and the stream of changes.
package struct NotificationsFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let notifications: NotificationEndpoints
    let notificationPreferences: NotificationPreferencesEndpoints
    let pushSubscriptions: PushSubscriptionEndpoints
    let unsubscribing: UnsubscribeEndpoints
    let events: EventStreamEndpoint
    let announcements: AnnouncementEndpoints
    let clientReports: ClientReportEndpoint
    private let core: GatewayCore

    /// - Parameters:
    ///   - core: The shared parts of the gateway.
    ///   - webPush: Settings of push messages.
    ///   - unsubscribeKey: The secret key of the links in mails, 32 bytes; nil without mail.
    package init(_ core: GatewayCore, webPush: WebPushSettings, unsubscribeKey: [UInt8]?) {
        self.core = core
        notifications = NotificationEndpoints(acceptor: core.acceptor, database: core.database)
        notificationPreferences = NotificationPreferencesEndpoints(
            resources: core.resources, database: core.database, sealer: core.sealer, allowsPlain: webPush.allowsPlain)
        pushSubscriptions = PushSubscriptionEndpoints(
            database: core.database, sealer: core.sealer, index: core.index, settings: webPush)
        unsubscribing = UnsubscribeEndpoints(database: core.database, key: unsubscribeKey)
        events = EventStreamEndpoint(
            source: AccountEvents.Source(
                database: core.pool, hub: core.hub, sessions: core.sessions, clock: core.clock),
            streams: OpenStreams())
        announcements = AnnouncementEndpoints(database: core.pool, clock: core.clock)
        clientReports = ClientReportEndpoint(core.registry)
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(DocumentProjection(NoticeCreated.self)),
            Subscription(DocumentProjection(NoticeChanged.self)),
        ]
    }

    package static func addViews(to views: inout DocumentViews) {
        views.add(.notification, NoticeCreated.self) { published, _, opener in
            try await opener.notification(published.notice)
        }
    }

    package func makeJobs() -> [any Service] {
        let announcements = AnnouncementPublisher(database: core.database)
        return [
            core.job("announcements", every: AnnouncementPublisher.interval, restsWhenIdle: true) {
                try await announcements.run()
            }
        ]
    }
}
