import EventContracts
import Messaging
import Postgres
import Sealing

/// Assesses every version of a purchase for allergens, by known labels, names and usual ingredients.
///
/// Republished purchases without an assessment are assessed too, but they raise no notice.
package struct JudgePurchase: EventHandler {
    package let appliesSnapshots = true

    let lock: AccountLock
    let writer: PurchaseAssessmentWriter

    package func readAhead(_ events: [ReceiptChanged]) -> [AheadQuery] {
        let accounts = events.map(\.accountID)
        return [lock.takeAhead(accounts), ProfileRepository.readAhead(accounts)]
    }

    package func handle(_ event: Event<ReceiptChanged>, in transaction: borrowing Transaction) async throws {
        let purchase = event.body
        try lock.take(purchase.accountID, in: transaction)
        let profile = try await ProfileRepository.find(purchase.accountID, in: transaction)
        try await writer.take(
            purchase, by: ScanBasis(profile, writer.sealer), isHistory: event.attributes.isSnapshot, in: transaction)
    }
}
