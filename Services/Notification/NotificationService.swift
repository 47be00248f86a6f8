import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `notification`: each person's inbox.
package enum NotificationService {
    /// Its name everywhere (STYLE N8).
    package static let name = "notification"

    /// Builds the service; it runs when asked to.
    ///
    /// - Parameters:
    ///   - configuration: what `NotificationConfiguration` read, or a test made.
    ///   - clock: the time of day.
    /// - Returns: the service, not yet running.
    /// - Throws: what is wrong with the configuration or the built-in texts.
    package static func build(
        _ configuration: NotificationConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(
            name: name, settings: configuration.settings, clock: clock)
        let accounts = AccountRepository(), notices = NoticeRepository()
        let texts = try NoticeTexts.builtIn()
        let messaging = try parts.messaging(
            subscriptions: [
                Subscription(RememberAccount(accounts: accounts)),
                Subscription(
                    TellOfScan(
                        accounts: accounts, notices: notices, writer: ScanNoticeWriter(texts: texts),
                        sealer: parts.sealer)),
                Subscription(
                    TellOfAlert(
                        accounts: accounts, notices: notices, writer: AlertNoticeWriter(texts: texts),
                        sealer: parts.sealer)),
                Subscription(
                    TellOfMeal(
                        accounts: accounts, notices: notices, writer: MealNoticeWriter(texts: texts),
                        sealer: parts.sealer)),
                Subscription(
                    TellOfBudget(
                        accounts: accounts, notices: notices, writer: BudgetNoticeWriter(texts: texts),
                        sealer: parts.sealer)),
                Subscription(
                    TellOfPrice(
                        accounts: accounts, notices: notices, writer: PriceNoticeWriter(texts: texts),
                        sealer: parts.sealer)),
                Subscription(
                    TellOfPurchase(
                        accounts: accounts, notices: notices, writer: PurchaseNoticeWriter(texts: texts),
                        sealer: parts.sealer)),
                Subscription(MarkNotice(notices: notices)),
                Subscription(RemoveNotice(notices: notices)),
            ],
            operations: OutcomeEvents<NotificationCommandRejected, NotificationCommandFailed>(),
            snapshots: [snapshots(of: notices)])
        let retention = NoticeRetention(notices: notices, pool: parts.pool, clock: clock)
        return parts.service(
            messaging,
            work: [
                PeriodicWork("retention", every: NoticeRetention.interval, logger: parts.logger) {
                    try await retention.run()
                }
            ])
    }

    /// Every notice as it now is, deleted ones included, so that a projection knows both.
    static func snapshots(of notices: NoticeRepository) -> some SnapshotSource {
        PagedSnapshots { after, limit, transaction in
            try await notices.page(after: after, limit: limit, in: transaction).map(NoticeChanged.init)
        } identify: {
            ($0.notice.accountID, $0.notice.noticeID)
        }
    }
}
