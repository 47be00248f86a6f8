import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores the user of a seat, and ends the pending command of the payer, the new user, or the leaving user.
package struct SeatProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<SeatChanged>, in transaction: borrowing Transaction) async throws {
        let published = event.body
        let before = try await SeatRepository.keep(published, in: transaction)
        guard !event.attributes.isSnapshot else { return }
        let ending = OperationEnding(event.attributes)
        // Sorted, so that two transactions cannot deadlock.
        let accounts = Set([published.accountID, published.memberID, before].compactMap(\.self))
        for account in accounts.sorted(by: { $0.description < $1.description }) {
            try ending.apply(of: account, in: transaction)
        }
    }
}
