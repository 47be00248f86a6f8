import EventContracts
import Messaging
import Postgres

/// Grants or withdraws a complimentary plan (GW-25); an older command changes nothing.
package struct ComplimentaryPlanHandler: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<SetComplimentaryPlan>, in transaction: borrowing Transaction) async throws {
        guard try await GiftRepository.keep(event.body, in: transaction) else { return }
        try await writer.publishEntitlement(of: event.body.accountID, in: transaction)
    }
}
