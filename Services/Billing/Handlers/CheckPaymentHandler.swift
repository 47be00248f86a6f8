import EventContracts
import Messaging
import Postgres

/// Queries the provider for an object after a webhook; the webhook's content is not trusted.
package struct CheckPaymentHandler: EventHandler {
    let writer: BillingDecisionWriter

    /// Payments in progress when an account was erased may still succeed and must then be refunded.
    package var takesErased: Bool { true }

    package func handle(_ event: Event<CheckPayment>, in transaction: borrowing Transaction) async throws {
        let notice = event.body
        guard notice.provider == writer.provider else {
            throw PermanentFailure("the notification is from a provider that is not configured")
        }
        try await CallRepository.add(
            .query(notice.objectID, of: notice.accountID), at: try transaction.eventTime(), in: transaction)
    }
}

extension ProviderCall {
    /// The call that queries an object at the provider.
    static func query(_ object: String, of account: AccountID) -> ProviderCall {
        var call = ProviderCall(.query, key: "look/\(object)", of: account)
        call.objectID = object
        return call
    }
}
