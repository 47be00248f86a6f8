import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Shares a name for a shop's codes after staff approved it (SPD-03, C21).
package struct ShareReviewedName: EventHandler {
    let codes: ShopCodeWriter
    let sealer: Sealer

    package func handle(_ event: Event<ShareProductName>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let words = try await sealer.open(
            order.words, .purchasedProductWords(order.productID, of: order.accountID))
        try await codes.share(words, at: order.reviewedAt, in: transaction)
    }
}
