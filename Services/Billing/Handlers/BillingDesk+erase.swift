import BillingRules
import EventContracts
import Messaging
import Postgres

extension BillingDesk {
    /// Ends what an erased person has bought, and frees the seats that they use: nothing is charged any more (GW-19).
    func endEverything(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await subscriptions.lock(account, in: transaction)
        let running = try await subscriptions.list(
            of: account, Self.inForce + [.awaitingPayment], in: transaction)
        for var stored in running {
            let effects = stored.state.erase(at: try transaction.eventTime())
            try await keep(stored, effects, for: Order(), in: transaction)
        }
        for seat in try await seats.used(by: account, in: transaction) {
            try await release(seat, for: nil, in: transaction)
        }
    }
}
