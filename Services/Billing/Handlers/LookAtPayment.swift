import EventContracts
import Messaging
import Postgres

/// Asks the provider how an object stands that it says something has happened to; whatever the notice said is not believed.
package struct LookAtPayment: EventHandler {
    let writer: BillingDecisionWriter

    /// Money that was under way when an account was erased arrives, or comes back, all the same.
    package var takesErased: Bool { true }

    package func handle(_ event: Event<CheckPayment>, in transaction: borrowing Transaction) async throws {
        let notice = event.body
        guard notice.provider == writer.provider else {
            throw PermanentFailure("the notification is from a provider that is not configured")
        }
        try await writer.calls.add(
            .look(at: notice.objectID, of: notice.accountID), at: try transaction.eventTime(), in: transaction)
    }
}

extension ProviderCall {
    /// A look at an object of the provider's.
    static func look(at object: String, of account: AccountID) -> ProviderCall {
        var call = ProviderCall(.look, key: "look/\(object)", of: account)
        call.objectID = object
        return call
    }
}
