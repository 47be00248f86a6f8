import EventContracts
import Foundation

/// Names an entry of the review queue.
package struct ReviewID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// The kinds of reviews; the raw value is stored and never renamed.
package enum ReviewKind: String, Codable, Sendable, CaseIterable {
    /// A food proposed for the catalog.
    case submission
    /// Feedback about the service.
    case feedback
    /// A report of wrong data of a food or meal.
    case report
    /// A lesson proposed for sharing.
    case lesson
}
