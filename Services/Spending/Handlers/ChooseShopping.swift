import EventContracts
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Stores shopping preferences (SPD-07, SPD-08, SPD-16).
///
/// Turning off price sharing withdraws shared prices.
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds.
package struct ChooseShopping: EventHandler {
    let community: CommunityPriceWriter
    let sealer: Sealer

    package func handle(_ event: Event<SetShoppingPreferences>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID
        let stored = try await ShopperRepository.lock(account, in: transaction)
        if let stored, stored.version >= command.version {
            return try transaction.append(stored, key: account, subject: account, ending: .succeeded)
        }
        let requested = try await sealer.open(command.wishes, .shoppingPreferences(of: account))
        // A consent may have been withdrawn while the command was pending, or a consent that the command depends on may
        // arrive later.
        let preferences = try await ConsentRepository.masked(
            requested, of: account, orderedUnder: command.consentVersion, in: transaction)
        guard ShoppingPreferences.radii.contains(preferences.radius), preferences.wayCost?.minorUnits ?? 0 >= 0 else {
            throw Rejection(.invalidFields, detail: "/radiusKm must be from 1 to 200, and the travel cost not negative")
        }
        if !preferences.sharesPrices { try await community.withdrawAll(of: account, in: transaction) }
        let changed = ShoppingPreferencesChanged(
            accountID: account, version: command.version,
            wishes: preferences == requested
                ? command.wishes : try await sealer.seal(preferences, .shoppingPreferences(of: account)),
            changedAt: try transaction.eventTime())
        try ShopperRepository.save(changed, orderedUnder: command.consentVersion, in: transaction)
        try transaction.append(changed, key: account, subject: account, ending: .succeeded)
    }
}
