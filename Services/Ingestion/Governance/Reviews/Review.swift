import EventContracts
import Foundation
import IngestionCore

extension ReviewKind {
    /// The decisions that are possible for this kind of review.
    var decisions: Set<ReviewDecision> {
        switch self {
        case .submission, .lesson: [.accept, .refuse]
        case .feedback: [.done, .decline]
        case .report: [.done, .decline, .withdrawFood, .shareName]
        }
    }
}

/// The topic of feedback.
package enum FeedbackTopic: String, Codable, Sendable, CaseIterable {
    case bug, report, documentation, survey

    /// The kind of review that feedback on this topic becomes.
    var kind: ReviewKind { self == .report ? .report : .feedback }
}

/// A decision of staff.
package enum ReviewDecision: String, Sendable, CaseIterable {
    case accept, refuse, done, decline
    /// The reported food is withdrawn from the catalog, and the report is done.
    case withdrawFood = "withdraw-food"
    /// The proposed name for a shop's codes is shared, and the report is done.
    case shareName = "share-name"

    /// The resulting state.
    var state: ReviewState {
        switch self {
        case .accept: .accepted
        case .refuse: .refused
        case .done, .withdrawFood, .shareName: .done
        case .decline: .declined
        }
    }
}

/// Why a submission or a lesson is refused.
package enum RefusalReason: String, Sendable, CaseIterable {
    case duplicate, implausible, incomplete, unsuitable

    /// Why a lesson is withdrawn by the system: its photo is no longer stored.
    static let photoGone = "photo-gone"
}

/// The state of an entry.
package enum ReviewState: String, Codable, Sendable, CaseIterable {
    case open
    /// The outcomes of a submission or a lesson.
    case accepted, refused
    /// The outcomes of feedback and reports.
    case done, declined
    /// The person withdrew the subject of the review, or its photo is no longer stored.
    case withdrawn
}

/// Feedback with its subject as it was at that time; encrypted for (`feedback.words`, review id).
package struct FeedbackWords: Codable, Sendable, Equatable {
    /// A food in a photo: the prediction and the person's correction.
    package struct Item: Codable, Sendable, Equatable {
        /// Name and version of the model.
        package let model: String
        package let label: String
        package let seenFoodID: String?
        package let seenMilligrams: Int64
        package let lowMilligrams: Int64
        package let highMilligrams: Int64
        package let foodID: String?
        package let milligrams: Int64?
    }

    /// A product that the person buys, with their name for it.
    package struct Product: Codable, Sendable, Equatable {
        package let id: PurchasedProductID
        package let words: PurchasedProductWords
    }

    package let text: String?
    /// The items of a meal with predictions; empty otherwise.
    package let items: [Item]
    /// The proposed shared name for a shop's codes; nil for other feedback.
    package var product: Product?
    /// The page of the help that a comment is about.
    package var page: HelpTopic?
}

/// A lesson: the region of a photo, and the prediction.
package struct ReviewedLesson: Codable, Sendable, Equatable {
    package let label: String
    package let score: Double
    /// Left, top, right, bottom as fractions of the upright photo.
    package let box: [Double]
    package let photo: PhotoKey
}

/// An entry of the queue.
package struct Review: Sendable {
    package let id: ReviewID
    package let kind: ReviewKind
    /// The account of the entry's author.
    package let account: AccountID
    package let topic: FeedbackTopic?
    /// Sealed `FeedbackWords`; nil for a submission, whose words are in its document, and for a lesson, which has none.
    package let words: [UInt8]?
    package let rating: Int?
    package let aboutFood: String?
    package let aboutMeal: MealID?
    /// Codes of `FoodDoubt` or `LessonDoubt`.
    package let doubts: [String]
    /// The lesson, for entries of that kind.
    package var lesson: ReviewedLesson?
    package var state: ReviewState
    /// Why a submission was refused, or a lesson withdrawn.
    package var reason: String?
    /// The reply of staff, sealed.
    package var answer: [UInt8]?
    package let enteredAt: Date
    package var claimedBy: AccountID?
    package var claimedUntil: Date?
    package var decidedAt: Date?

    /// How long a claim on an entry lasts, in seconds.
    package static let lease: TimeInterval = 15 * 60
    /// Maximum number of open entries per account.
    package static let maxOpen = 50

    /// Whether the entry is claimed at a time.
    func isClaimed(at now: Date) -> Bool { claimedBy != nil && (claimedUntil ?? now) > now }
}
