import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Lets a subscription end with its period, or at once when nothing was paid (BIL-04).
package struct CancelPlan: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<CancelSubscription>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        try await SubscriptionRepository.lock(order.accountID, in: transaction)
        guard var stored = try await SubscriptionRepository.read(order.subscriptionID, in: transaction),
            stored.state.accountID == order.accountID
        else { throw Rejection(.notFound) }
        let effects: [SubscriptionState.Effect], now = try transaction.eventTime()
        do throws(SubscriptionState.Refusal) {
            effects = try stored.state.cancel(at: now)
        } catch {
            throw Rejection(error)
        }
        try await writer.keep(
            stored, effects, for: BillingDecisionWriter.Order(event.attributes), ending: .succeeded, in: transaction)
    }
}
