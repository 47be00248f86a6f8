import EventContracts
import Foundation
import Logging
import Messaging
import NotificationChannels
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `notification`: inboxes, and deliveries over other channels.
package enum NotificationService {
    /// The service's name in topics, logs and the database.
    package static let name = "notification"

    /// Builds the service without running it.
    ///
    /// - Parameters:
    ///   - configuration: From `NotificationConfiguration`, or a test.
    ///   - clock: The time of day.
    /// - Returns: The service, not running yet.
    /// - Throws: An error of the configuration or the built-in texts.
    package static func build(
        _ configuration: NotificationConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(
            name: name, settings: configuration.settings, clock: clock)
        let texts = try NoticeTexts.builtIn()
        let inboxWriter = InboxWriter(texts: texts, sealer: parts.sealer)
        let eraser = AccountEraser<NotificationDataErased>(
            AccountErasure(NotificationErasure.list, keyRing: parts.keyRing))
        let subscriptions: [Subscription] = [
            Subscription(RememberAccount()),
            Subscription(RememberPushSubscription()),
            Subscription(RememberPreferences()),
            Subscription(RememberContact()),
            Subscription(QueueAccountMail()),
            Subscription(RememberDay(inboxWriter: inboxWriter)),
            Subscription(RememberGoals()),
            Subscription(RememberAnnouncement()),
            Subscription(QueueSharePost()),
            Subscription(QueueTestPush()),
            Subscription(MarkNotice()),
            Subscription(RemoveNotice()),
            Subscription(ReviveNotice()),
            Subscription(eraser),
            Subscription(
                AccountExporter(Exporting.Notification.self, NotificationExport.list, sealer: parts.sealer)),
        ]
        let messaging = try parts.messaging(
            subscriptions: noticeSubscriptions(inboxWriter) + subscriptions,
            operations: OutcomeEvents<NotificationCommandRejected, NotificationCommandFailed>(),
            snapshots: [noticeSnapshots], gathering: .relaxed)
        let retention = NoticeRetention(pool: parts.pool, clock: clock)
        let planner = DeliveryPlanner(pool: parts.pool, clock: clock)
        let writer = MessageWriter(
            sealer: parts.sealer, texts: texts, webURL: configuration.webURL,
            unsubscribing: configuration.unsubscribing,
            allowsPlain: !configuration.neighbors.isEmpty)
        let senders = try tellers(configuration, parts, planner, writer, messaging.database)
        let jobs: [any Service] = [
            eraser.work(over: messaging.database, logger: parts.logger),
            PeriodicJob("retention", every: NoticeRetention.interval, logger: parts.logger) {
                try await retention.run()
            },
        ]
        return parts.service(
            messaging,
            work: senders + jobs + noticeJobs(parts, messaging.database, inboxWriter))
    }

    /// The jobs that create notices without an event.
    private static func noticeJobs(
        _ parts: EventServiceParts, _ database: MessagingDatabase, _ inboxWriter: InboxWriter
    ) -> [any Service] {
        let dayWork = DayNoticeJob(database: database, inboxWriter: inboxWriter)
        let announcing = AnnouncementJob(database: database, inboxWriter: inboxWriter)
        return [
            PeriodicJob(
                "days", every: DayNoticeJob.interval, unlessIdle: database.activity, logger: parts.logger
            ) { try await dayWork.run() },
            PeriodicJob(
                "announcements", every: AnnouncementJob.interval, unlessIdle: database.activity, logger: parts.logger
            ) { try await announcing.run() },
        ]
    }

    /// The handlers that create inbox entries.
    private static func noticeSubscriptions(_ inboxWriter: InboxWriter) -> [Subscription] {
        [
            Subscription(ScanNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(AlertNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(MealNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(BudgetNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(PriceNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(PurchaseNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(GrantNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(GrantCommentNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(ExportNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(PhotoDelayNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(SubmissionNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(SubscriptionNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(PaymentNoticeHandler(inboxWriter: inboxWriter)),
            Subscription(ReportNoticeHandler(inboxWriter: inboxWriter)),
        ]
    }

    /// The delivery workers; urgent messages use their own connections, so that a hanging server does not delay them.
    private static func tellers(
        _ configuration: NotificationConfiguration, _ parts: EventServiceParts, _ planner: DeliveryPlanner,
        _ writer: MessageWriter, _ database: MessagingDatabase
    ) throws -> [any Service] {
        let vapid = try configuration.webPushKey.map { key throws(VAPID.BadKey) in
            try VAPID(key: key, contact: configuration.webPushContact)
        }
        let breakers = ChannelBreakers(), figures = DeliveryFigures(parts.registry)
        figures.count(leftAlone: breakers)
        func sender(for use: ChannelSender.Use) -> ChannelSender {
            ChannelSender(
                mail: configuration.mail, vapid: vapid, neighbors: configuration.neighbors, breakers: breakers,
                use: use)
        }
        let deliveryJobs: [any Service] = [true, false].map { isUrgent in
            DeliveryJob(
                isUrgent: isUrgent, database: database, planner: planner, writer: writer,
                sender: sender(for: isUrgent ? .alerts : .notices), figures: figures, logger: parts.logger)
        }
        if configuration.mail == nil {
            parts.logger.warning("no mail server is configured: account mails will fail, including those with codes")
        }
        let accountMails = AccountMailJob(
            writer: AccountMailWriter(
                sealer: parts.sealer, texts: writer.texts, from: configuration.mail?.from ?? .init(address: ""),
                webURL: configuration.webURL),
            sender: sender(for: .accountMails), pool: parts.pool, clock: planner.clock, activity: database.activity,
            registry: parts.registry, logger: parts.logger)
        let sharePosts = SharePostJob(
            writer: writer, sender: sender(for: .notices), pool: parts.pool, clock: planner.clock)
        let tests = PushTestJob(
            writer: writer, sender: sender(for: .notices), figures: figures, pool: parts.pool, clock: planner.clock)
        return deliveryJobs + [
            accountMails,
            PeriodicJob(
                "test messages", every: PushTestJob.interval, unlessIdle: database.activity, logger: parts.logger
            ) { try await tests.run() },
            PeriodicJob(
                "shared links", every: SharePostJob.interval, unlessIdle: database.activity, logger: parts.logger
            ) {
                try await sharePosts.run()
            },
        ]
    }

    /// All notices, including deleted ones, so that projections also learn of deletions.
    static var noticeSnapshots: some SnapshotSource {
        PagedSnapshots { after, limit, transaction in
            try await NoticeRepository.page(after: after, limit: limit, in: transaction).map(NoticeChanged.init)
        } identify: {
            ($0.notice.accountID, $0.notice.noticeID)
        }
    }
}
