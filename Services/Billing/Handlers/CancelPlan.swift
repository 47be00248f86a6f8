import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Cancels a subscription at the end of its period, or at once if nothing was paid (BIL-04).
package struct CancelPlan: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<CancelSubscription>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        try await SubscriptionRepository.lock(command.accountID, in: transaction)
        guard var stored = try await SubscriptionRepository.read(command.subscriptionID, in: transaction),
            stored.state.accountID == command.accountID
        else { throw Rejection(.notFound) }
        let effects: [SubscriptionState.Effect], now = try transaction.eventTime()
        do throws(SubscriptionState.Refusal) {
            effects = try stored.state.cancel(at: now)
        } catch {
            throw Rejection(error)
        }
        try await writer.keep(
            stored, effects, for: BillingDecisionWriter.CommandOrigin(event.attributes), ending: .succeeded,
            in: transaction)
    }
}
