import BillingRules
import EventContracts
import Messaging
import Postgres

/// Frees a seat; an unclaimed seat becomes permanently invalid, even for a late claim.
package struct FreeSeat: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<ReleaseSeat>, in transaction: borrowing Transaction) async throws {
        let order = event.body, operation = event.attributes.operationID
        try await SubscriptionRepository.lock(order.accountID, in: transaction)
        guard let stored = try await SubscriptionRepository.read(order.subscriptionID, in: transaction),
            stored.state.accountID == order.accountID
        else { throw PermanentFailure("a seat of another account's subscription") }
        guard let seat = try await SeatRepository.read(order.seatID, in: transaction) else {
            let withdrawn = StoredSeat(withdrawn: order, at: try transaction.eventTime())
            try await SeatRepository.save(withdrawn, in: transaction)
            return try writer.tell(withdrawn, for: operation, in: transaction)
        }
        guard seat.account == order.accountID else {
            throw PermanentFailure("a seat of another account")
        }
        guard let member = seat.member else { return try writer.tell(seat, for: operation, in: transaction) }
        try await writer.release(seat, for: operation, in: transaction)
        try await writer.tellEntitlement(of: member, in: transaction)
    }
}
