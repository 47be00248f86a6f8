import EventContracts
import Messaging
import Postgres
import Sealing

/// Stores a person's data about a product and reassesses their newest purchases of it: a number, a name or a food may
/// reveal an allergen that the printed name does not.
package struct KnowProduct: EventHandler {
    package let appliesSnapshots = true

    let lock: AccountLock
    let writer: PurchaseAssessmentWriter

    package func readAhead(_ events: [PurchasedProductChanged]) -> [AheadQuery] {
        let accounts = events.map(\.accountID)
        return [lock.takeAhead(accounts), ProfileRepository.readAhead(accounts)]
    }

    package func handle(_ event: Event<PurchasedProductChanged>, in transaction: borrowing Transaction) async throws {
        let product = event.body
        try lock.take(product.accountID, in: transaction)
        let profile = try await ProfileRepository.find(product.accountID, in: transaction)
        try await writer.take(
            product, by: ScanBasis(profile, writer.sealer), isHistory: event.attributes.isSnapshot, in: transaction)
    }
}
