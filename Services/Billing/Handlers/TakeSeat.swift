import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Assigns a seat if a paid one is free (BIL-20).
///
/// The command is keyed by the payer but belongs to the user, who gets the rejection.
package struct TakeSeat: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<AssignSeat>, in transaction: borrowing Transaction) async throws {
        let order = event.body, operation = event.attributes.operationID
        try await SubscriptionRepository.lock(order.accountID, in: transaction)
        let known = try await SeatRepository.read(order.seatID, in: transaction)
        if let known, known.account == order.accountID, known.member == order.memberID {
            return try writer.tell(known, for: operation, in: transaction)
        }
        guard let stored = try await SubscriptionRepository.read(order.subscriptionID, in: transaction),
            stored.state.accountID == order.accountID, order.memberID != order.accountID
        else { return try refuse(order, "This seat does not exist.", operation, in: transaction) }
        let used = try await SeatRepository.used(of: order.subscriptionID, in: transaction)
        let refusal: String? =
            if known != nil {
                "The invitation has been used or withdrawn."
            } else if !stored.state.isInForce {
                "The subscription has ended."
            } else if used.contains(where: { $0.member == order.memberID }) {
                "You already have a seat of this subscription."
            } else if used.count >= writer.seatsPaid(of: stored.state.choice) {
                "All seats are taken."
            } else {
                nil
            }
        if let refusal { return try refuse(order, refusal, operation, in: transaction) }
        let seat = StoredSeat(assigned: order, at: try transaction.eventTime())
        try await SeatRepository.save(seat, in: transaction)
        try writer.tell(seat, for: operation, in: transaction)
        try await writer.tellEntitlement(of: order.memberID, in: transaction)
    }

    private func refuse(
        _ order: AssignSeat, _ why: String, _ operation: OperationID?, in transaction: borrowing Transaction
    ) throws {
        guard let operation else { return }
        try transaction.append(
            BillingCommandRejected(
                accountID: order.memberID, problem: Rejection(.conflict, detail: why).problem),
            key: order.memberID, subject: order.seatID, operation: operation, ending: .rejected)
    }
}
