import EventContracts
import Foundation
import IngestionCore

extension ReviewKind {
    /// What can be decided of it.
    var decisions: Set<ReviewDecision> {
        switch self {
        case .submission, .lesson: [.accept, .refuse]
        case .feedback: [.done, .decline]
        case .report: [.done, .decline, .withdrawFood, .shareName]
        }
    }
}

/// What a person writes about.
package enum FeedbackTopic: String, Codable, Sendable, CaseIterable {
    case bug, report, documentation, survey

    /// Where it is looked at.
    var kind: ReviewKind { self == .report ? .report : .feedback }
}

/// What the staff decides.
package enum ReviewDecision: String, Sendable, CaseIterable {
    case accept, refuse, done, decline
    /// The food that the report is about is taken out, and the report is done.
    case withdrawFood = "withdraw-food"
    /// What the person says that a shop's codes stand for is shared with everybody, and the report is done.
    case shareName = "share-name"

    /// What the entry is then.
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

    /// Why a lesson is withdrawn that nobody has taken back: its photo is not kept any more.
    static let photoGone = "photo-gone"
}

/// How far an entry has come.
package enum ReviewState: String, Codable, Sendable, CaseIterable {
    case open
    /// Of a submission or a lesson.
    case accepted, refused
    /// Of what people write.
    case done, declined
    /// The person took it back, or the photo that it is about is not kept any more.
    case withdrawn
}

/// What a person wrote to us, with what it is about as it was then; sealed as (`feedback.words`, review id).
package struct FeedbackWords: Codable, Sendable, Equatable {
    /// A food on a photo: what a model took it for and what the person says.
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

    /// A product that the person buys, as they have named it.
    package struct Product: Codable, Sendable, Equatable {
        package let id: PurchasedProductID
        package let words: PurchasedProductWords
    }

    package let text: String?
    /// Of a meal that a model has looked at.
    package let items: [Item]
    /// What shops' codes stand for, as the person wants everybody to know; nil of anything else.
    package var product: Product?
}

/// What a person teaches: where on which photo a food is, and what a model took it for.
package struct ReviewedLesson: Codable, Sendable, Equatable {
    package let label: String
    package let score: Double
    /// Left, top, right, bottom as parts of the upright photo.
    package let box: [Double]
    package let photo: PhotoKey
}

/// An entry of the queue.
package struct Review: Sendable {
    package let id: ReviewID
    package let kind: ReviewKind
    /// Whom it is from.
    package let account: AccountID
    package let topic: FeedbackTopic?
    /// Sealed `FeedbackWords`; nil of a submission, whose words stand in its document, and of a lesson, which has none.
    package let words: [UInt8]?
    package let rating: Int?
    package let aboutFood: String?
    package let aboutMeal: MealID?
    /// Codes of `FoodDoubt` or `LessonDoubt`.
    package let doubts: [String]
    /// Of a lesson.
    package var lesson: ReviewedLesson?
    package var state: ReviewState
    /// Of a refused submission, and of a lesson whose photo is gone.
    package var reason: String?
    /// What the staff answered, sealed.
    package var answer: [UInt8]?
    package let enteredAt: Date
    package var claimedBy: AccountID?
    package var claimedUntil: Date?
    package var decidedAt: Date?

    /// How long somebody who claims an entry has it for themselves.
    package static let lease: TimeInterval = 15 * 60
    /// Most entries of a person that nobody has decided.
    package static let mostOpen = 50

    /// Whether somebody has it at a moment.
    func isClaimed(at now: Date) -> Bool { claimedBy != nil && (claimedUntil ?? now) > now }
}
