import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Assigns a seat if a paid one is free (BIL-20).
///
/// The command's partition key is the payer, but its operation belongs to the member, who gets the rejection.
package struct AssignSeatHandler: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<AssignSeat>, in transaction: borrowing Transaction) async throws {
        let command = event.body, operation = event.attributes.operationID
        try await SubscriptionRepository.lock(command.accountID, in: transaction)
        let known = try await SeatRepository.read(command.seatID, in: transaction)
        if let known, known.account == command.accountID, known.member == command.memberID {
            return try writer.publish(known, for: operation, in: transaction)
        }
        guard let stored = try await SubscriptionRepository.read(command.subscriptionID, in: transaction),
            stored.state.accountID == command.accountID, command.memberID != command.accountID
        else { return try refuse(command, "This seat does not exist.", operation, in: transaction) }
        let used = try await SeatRepository.used(of: command.subscriptionID, in: transaction)
        let refusal: String? =
            if known != nil {
                "The invitation has been used or withdrawn."
            } else if !stored.state.isInForce {
                "The subscription has ended."
            } else if used.contains(where: { $0.member == command.memberID }) {
                "You already have a seat of this subscription."
            } else if used.count >= writer.seatsPaid(of: stored.state.choice) {
                "All seats are taken."
            } else {
                nil
            }
        if let refusal { return try refuse(command, refusal, operation, in: transaction) }
        let seat = StoredSeat(assigned: command, at: try transaction.eventTime())
        try await SeatRepository.save(seat, in: transaction)
        try writer.publish(seat, for: operation, in: transaction)
        try await writer.publishEntitlement(of: command.memberID, in: transaction)
    }

    private func refuse(
        _ command: AssignSeat, _ why: String, _ operation: OperationID?, in transaction: borrowing Transaction
    ) throws {
        guard let operation else { return }
        try transaction.append(
            BillingCommandRejected(
                accountID: command.memberID, problem: Rejection(.conflict, detail: why).problem),
            key: command.memberID, subject: command.seatID, operation: operation, ending: .rejected)
    }
}
