import EventContracts
import Messaging
import Postgres

/// Notifies a person of each step of a plan once (BIL-10): started, ending, ended, payment overdue.
///
/// The table stores the last step, so that events republished by `billing` raise no notice.
package struct SubscriptionNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package var appliesSnapshots: Bool { true }

    package func readAhead(_ events: [SubscriptionChanged]) -> [AheadQuery] {
        [AccountRepository.readAhead(events.map(\.accountID))]
    }

    package func handle(_ event: Event<SubscriptionChanged>, in transaction: borrowing Transaction) async throws {
        let subscription = event.body, account = subscription.accountID
        let known = try await SubscriptionRepository.lock(subscription.subscriptionID, of: account, in: transaction)
        guard known.map({ $0.version < subscription.version }) ?? true else { return }
        let published = known?.published ?? ""
        let step = subscription.step ?? published
        try SubscriptionRepository.save(subscription, published: step, in: transaction)
        guard step != published, !event.attributes.isSnapshot else { return }
        var entry = NoticeEntry(
            .subscriptionChanged, of: account,
            cause: "\(subscription.subscriptionID)/\(subscription.version)")
        entry.state = step
        try await inboxWriter.put(entry, in: transaction) { BillingNoticeWriter.text(of: subscription, $0) }
    }
}
