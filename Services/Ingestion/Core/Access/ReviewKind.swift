import EventContracts
import Foundation

/// Names an entry of the review queue.
package struct ReviewID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// What the staff reviews; the raw value is stored and never renamed.
package enum ReviewKind: String, Codable, Sendable, CaseIterable {
    /// A food that a person wants everybody to have.
    case submission
    /// What a person says of the service.
    case feedback
    /// What a person says of the food or the meal that is told to be wrong.
    case report
    /// What a person teaches and everybody may learn.
    case lesson
}
