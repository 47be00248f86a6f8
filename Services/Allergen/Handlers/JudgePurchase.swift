import EventContracts
import Messaging
import Postgres
import Sealing

/// Looks for allergens in every version of a purchase, by labels that were read, by names and by usual ingredients.
///
/// Purchases that are told again are judged too when they never were; nobody is alarmed of them.
package struct JudgePurchase: EventHandler {
    package let appliesSnapshots = true

    let lock: AccountLock
    let profiles: ProfileRepository
    let desk: PurchaseDesk

    package func readAhead(_ events: [ReceiptChanged]) -> [AheadQuery] {
        let accounts = events.map(\.accountID)
        return [lock.takeAhead(accounts), profiles.readAhead(accounts)]
    }

    package func handle(_ event: Event<ReceiptChanged>, in transaction: borrowing Transaction) async throws {
        let purchase = event.body
        try lock.take(purchase.accountID, in: transaction)
        let profile = try await profiles.find(purchase.accountID, in: transaction)
        try await desk.take(
            purchase, by: ScanBasis(profile, desk.sealer), isHistory: event.attributes.isSnapshot, in: transaction)
    }
}
