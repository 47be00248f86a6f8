import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Changes the plan at the quoted price; if it costs something, the operation ends with the payment.
package struct ChangePlan: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<ChangeSubscription>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        try await SubscriptionRepository.lock(order.accountID, in: transaction)
        guard var stored = try await SubscriptionRepository.read(order.subscriptionID, in: transaction),
            stored.state.accountID == order.accountID
        else { throw Rejection(.notFound) }
        let effects: [SubscriptionState.Effect], now = try transaction.eventTime()
        let rules = try await writer.rules(in: transaction)
        do throws(SubscriptionState.Refusal) {
            effects = try stored.state.change(order, by: rules, at: now)
        } catch {
            throw Rejection(error)
        }
        try await writer.keep(
            stored, effects, for: BillingDecisionWriter.Order(event.attributes),
            ending: effects.isEmpty ? .succeeded : nil,
            in: transaction)
    }
}
