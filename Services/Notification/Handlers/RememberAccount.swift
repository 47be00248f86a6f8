import EventContracts
import Messaging
import Postgres

/// Remembers the language and the time zone of a person who registered.
package struct RememberAccount: EventHandler {
    let accounts: AccountRepository

    /// The table mirrors the gateway's, so it may be rebuilt from what the gateway sends again.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<AccountRegistered>, in transaction: borrowing Transaction) async throws {
        let account = event.body
        try accounts.save(
            account.accountID, locale: account.locale, timeZone: account.timeZone, in: transaction)
    }
}
