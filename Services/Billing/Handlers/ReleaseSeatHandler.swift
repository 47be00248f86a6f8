import BillingRules
import EventContracts
import Messaging
import Postgres

/// Frees a seat; an unclaimed seat becomes permanently invalid, even for a late claim.
package struct ReleaseSeatHandler: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<ReleaseSeat>, in transaction: borrowing Transaction) async throws {
        let command = event.body, operation = event.attributes.operationID
        try await SubscriptionRepository.lock(command.accountID, in: transaction)
        guard let stored = try await SubscriptionRepository.read(command.subscriptionID, in: transaction),
            stored.state.accountID == command.accountID
        else { throw PermanentFailure("a seat of another account's subscription") }
        guard let seat = try await SeatRepository.read(command.seatID, in: transaction) else {
            let withdrawn = StoredSeat(withdrawn: command, at: try transaction.eventTime())
            try await SeatRepository.save(withdrawn, in: transaction)
            return try writer.publish(withdrawn, for: operation, in: transaction)
        }
        guard seat.account == command.accountID else {
            throw PermanentFailure("a seat of another account")
        }
        guard let member = seat.member else { return try writer.publish(seat, for: operation, in: transaction) }
        try await writer.release(seat, for: operation, in: transaction)
        try await writer.publishEntitlement(of: member, in: transaction)
    }
}
