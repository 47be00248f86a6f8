import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Starts a subscription (BIL-03): the command succeeds when the payment page is open.
///
/// A previous page is closed, and a payment made on it is refunded.
package struct OpenSubscription: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<StartSubscription>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID
        try await SubscriptionRepository.lock(account, in: transaction)
        if let known = try await SubscriptionRepository.read(order.subscriptionID, in: transaction) {
            guard known.state.accountID == account else { throw Rejection(.notFound) }
            return try writer.tell(known, for: nil, ending: .succeeded, in: transaction)
        }
        guard try await SubscriptionRepository.list(of: account, BillingDecisionWriter.inForce, in: transaction).isEmpty
        else {
            throw Rejection(.conflict, detail: "You already have a subscription: change it instead.")
        }
        let now = try transaction.eventTime()
        let (state, effect): (SubscriptionState, SubscriptionState.Effect)
        let rules = try await writer.rules(in: transaction)
        let hadTrial = try await TrialRepository.had(account, in: transaction)
        do throws(SubscriptionState.Refusal) {
            (state, effect) = try SubscriptionState.open(order, by: rules, hadTrial: hadTrial, at: now)
        } catch {
            throw Rejection(error)
        }
        for var left in try await SubscriptionRepository.list(of: account, [.awaitingPayment], in: transaction) {
            let effects = (try? left.state.cancel(at: now)) ?? []
            try await writer.keep(left, effects, for: BillingDecisionWriter.Order(), in: transaction)
        }
        try await writer.keep(
            StoredSubscription(state: state, checkoutID: order.checkoutID, changedAt: now), [effect],
            for: BillingDecisionWriter.Order(event.attributes), in: transaction)
    }
}

extension Rejection {
    /// The problem for a refused subscription.
    init(_ refusal: SubscriptionState.Refusal) {
        let isOfRequest = [.unknownPlan, .notOffered, .seatsOutOfRange, .unknownRegion, .noTrial].contains(refusal)
        self.init(isOfRequest ? .invalidFields : .conflict, detail: refusal.words)
    }
}
