import BillingRules
import EventContracts
import Messaging
import Postgres

extension BillingDecisionWriter {
    /// Ends everything that an erased person has bought, and releases the seats that they use; no more charges follow
    /// (GW-19).
    func endEverything(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await SubscriptionRepository.lock(account, in: transaction)
        let running = try await SubscriptionRepository.list(
            of: account, Self.inForce + [.awaitingPayment], in: transaction)
        for var stored in running {
            let effects = stored.state.erase(at: try transaction.eventTime())
            try await keep(stored, effects, for: CommandOrigin(), in: transaction)
        }
        if let known = try await CustomerRepository.read(account, at: provider, in: transaction) {
            try await forget(known.customerID, of: account, in: transaction)
        }
        for seat in try await SeatRepository.used(by: account, in: transaction) {
            try await release(seat, for: nil, in: transaction)
        }
    }

    /// Deletes a person at the provider after their row here is deleted; pending calls are resolved first.
    func forget(_ customer: String, of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await CallRepository.remember(customer, forChargesOf: account, in: transaction)
        var call = ProviderCall(.forget, key: "forget/\(customer)", of: account)
        call.objectID = customer
        try await CallRepository.add(call, at: try transaction.eventTime(), in: transaction)
    }
}
