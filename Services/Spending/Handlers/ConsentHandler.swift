import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Deletes data without consent: shared prices, and the person's place (GW-22).
package struct ConsentHandler: EventHandler {
    let community: CommunityPriceWriter
    let sealer: Sealer

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<ConsentChanged>, in transaction: borrowing Transaction) async throws {
        let published = event.body, account = published.accountID
        guard event.attributes.key == account.description else {
            throw PermanentFailure("the key is not the account whose consents they are")
        }
        // Locks the row of the preferences first, in the same order as handlers that change preferences.
        let stored = try await ShopperRepository.lock(account, in: transaction)
        guard try await ConsentRepository.save(published, in: transaction) else { return }
        // Preferences that were set under later consents are checked when those consents arrive.
        guard try await ShopperRepository.consentVersion(of: account, in: transaction) <= published.version else {
            return
        }
        if !published.allows(.communityPrices) { try await community.withdrawAll(of: account, in: transaction) }
        guard var stored else { return }
        let preferences = try await sealer.open(stored.wishes, .shoppingPreferences(of: account))
        let masked = try await ConsentRepository.masked(preferences, of: account, in: transaction)
        guard masked != preferences else { return }
        stored.wishes = try await sealer.seal(masked, .shoppingPreferences(of: account))
        try ShopperRepository.save(stored, in: transaction)
    }
}
