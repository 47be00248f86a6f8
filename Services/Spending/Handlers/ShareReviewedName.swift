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
        let command = event.body
        let words = try await sealer.open(
            command.words, .purchasedProductWords(command.productID, of: command.accountID))
        try await codes.share(words, at: command.reviewedAt, in: transaction)
    }
}
