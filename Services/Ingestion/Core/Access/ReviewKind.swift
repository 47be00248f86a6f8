import EventContracts
import Foundation

/// Id of an entry of the review queue.
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

/// The kinds of reviews that a staff member may see.
package struct VisibleReviews: Sendable, Equatable {
    package var kinds: Set<ReviewKind>
    /// Whether reports of bugs are visible, even if other feedback is not.
    package var bugs: Bool

    package init(kinds: Set<ReviewKind> = [], bugs: Bool = false) {
        self.kinds = kinds
        self.bugs = bugs
    }

    /// The reviews visible through either of the two.
    package func union(_ other: Self) -> Self {
        Self(kinds: kinds.union(other.kinds), bugs: bugs || other.bugs)
    }

    /// The visible reviews of one kind.
    package func only(_ kind: ReviewKind) -> Self {
        Self(kinds: kinds.intersection([kind]), bugs: bugs && kind == .feedback)
    }
}
