import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores a person's submission for reads, and adds it to the staff's review queue (OPS-20).
package struct SubmissionProjection: EventHandler {
    package let appliesSnapshots = true
    private let document = DocumentProjection(FoodSubmissionChanged.self)

    package init() {}

    package func handle(_ event: Event<FoodSubmissionChanged>, in transaction: borrowing Transaction) async throws {
        try await ReviewRepository.keep(event.body, in: transaction)
        try await document.handle(event, in: transaction)
    }
}
