import EventContracts
import Messaging
import Postgres

/// Tells a person of each step of their plan, once (BIL-10): began, will end, ended, not paid for in time.
///
/// The table mirrors the steps, so that it may be rebuilt from what `billing` sends again, which alarms nobody.
package struct TellOfSubscription: EventHandler {
    let desk: NoticeDesk
    let subscriptions = SubscriptionRepository()

    package var appliesSnapshots: Bool { true }

    package func readAhead(_ events: [SubscriptionChanged]) -> [AheadQuery] {
        [desk.accounts.readAhead(events.map(\.accountID))]
    }

    package func handle(_ event: Event<SubscriptionChanged>, in transaction: borrowing Transaction) async throws {
        let subscription = event.body, account = subscription.accountID
        let known = try await subscriptions.lock(subscription.subscriptionID, of: account, in: transaction)
        guard known.map({ $0.version < subscription.version }) ?? true else { return }
        let told = known?.told ?? ""
        let step = subscription.step ?? told
        try subscriptions.save(subscription, told: step, in: transaction)
        guard step != told, !event.attributes.isSnapshot else { return }
        var entry = NoticeEntry(
            .subscriptionChanged, of: account,
            cause: "\(subscription.subscriptionID)/\(subscription.version)")
        entry.state = step
        try await desk.put(entry, in: transaction) { BillingNoticeWriter.text(of: subscription, $0) }
    }
}
