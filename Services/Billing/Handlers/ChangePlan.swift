import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Changes the plan at the quoted price; if something must be paid, the operation ends with the payment.
package struct ChangePlan: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<ChangeSubscription>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        try await SubscriptionRepository.lock(command.accountID, in: transaction)
        guard var stored = try await SubscriptionRepository.read(command.subscriptionID, in: transaction),
            stored.state.accountID == command.accountID
        else { throw Rejection(.notFound) }
        let effects: [SubscriptionState.Effect], now = try transaction.eventTime()
        let rules = try await writer.rules(in: transaction)
        do throws(SubscriptionState.Refusal) {
            effects = try stored.state.change(command, by: rules, at: now)
        } catch {
            throw Rejection(error)
        }
        try await writer.keep(
            stored, effects, for: BillingDecisionWriter.CommandOrigin(event.attributes),
            ending: effects.isEmpty ? .succeeded : nil,
            in: transaction)
    }
}
