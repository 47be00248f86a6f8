import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// Stores the current goals of each person, and earlier goals with their first day.
package struct GoalsProjection: EventHandler {
    package let appliesSnapshots = true
    private let current = DocumentProjection(GoalsChanged.self)

    package init() {}

    package func handle(_ event: Event<GoalsChanged>, in transaction: borrowing Transaction) async throws {
        if let period = try event.body.period { try transaction.executeLater(DocumentRepository.putting(period)) }
        try await current.handle(event, in: transaction)
    }
}

extension GoalsChanged {
    /// The document of the goals from their first day on; nil if that day was not recorded.
    fileprivate var period: Document? {
        get throws {
            guard let from else { return nil }
            return Document(
                resource: ResourceReference(.goalPeriod, DayID(from, of: accountID).uuid), owner: accountID,
                sortKey: from.start.microseconds, version: version, body: try EventCoding.encode(self),
                deletedAt: nil)
        }
    }
}
