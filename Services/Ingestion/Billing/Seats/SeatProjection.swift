import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Keeps who uses a seat, and ends the order of whoever waits for it: who pays, who takes it, or who leaves.
package struct SeatProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<SeatChanged>, in transaction: borrowing Transaction) async throws {
        let told = event.body
        let before = try await SeatRepository.keep(told, in: transaction)
        guard !event.attributes.isSnapshot else { return }
        let ending = OperationEnding(event.attributes)
        // In one order, so that two who wait for each other's turn do not.
        let accounts = Set([told.accountID, told.memberID, before].compactMap(\.self))
        for account in accounts.sorted(by: { $0.description < $1.description }) {
            try ending.apply(of: account, in: transaction)
        }
    }
}
