import EventContracts
import Foundation
import IngestionCore

/// Feedback, as shown to its author.
struct FeedbackView: Encodable, Sendable {
    /// The subject.
    struct About: Encodable, Sendable {
        let food: String?
        let meal: MealID?
        let product: PurchasedProductID?
        let page: HelpTopic?
    }

    let id: ReviewID
    let kind: FeedbackTopic?
    let text: String?
    let rating: Int?
    let about: About?
    let state: ReviewState
    /// The reply of staff.
    let answer: String?
    let sentAt: Date
    let decidedAt: Date?

    init(_ review: Review, _ words: FeedbackWords?, answer: String?) {
        id = review.id
        kind = review.topic
        text = words?.text
        rating = review.rating
        about = About(review, words)
        state = review.state
        self.answer = answer
        sentAt = review.enteredAt
        decidedAt = review.decidedAt
    }
}

extension FeedbackView.About {
    /// Nil for an entry without a subject.
    fileprivate init?(_ review: Review, _ words: FeedbackWords?) {
        guard review.aboutFood != nil || review.aboutMeal != nil || words?.product != nil || words?.page != nil else {
            return nil
        }
        product = words?.product?.id
        page = words?.page
        food = review.aboutFood
        meal = review.aboutMeal
    }
}

/// An entry of the queue in the list: without the person's words.
struct ReviewListView: Encodable, Sendable {
    let id: ReviewID
    let kind: ReviewKind
    let topic: FeedbackTopic?
    let state: ReviewState
    let doubts: [String]
    let aboutFood: String?
    let enteredAt: Date
    /// The end of the claim; nil if the entry is not claimed.
    let claimedUntil: Date?
    let decidedAt: Date?

    init(_ review: Review, at now: Date) {
        id = review.id
        kind = review.kind
        topic = review.topic
        state = review.state
        doubts = review.doubts
        aboutFood = review.aboutFood
        enteredAt = review.enteredAt
        claimedUntil = review.isClaimed(at: now) ? review.claimedUntil : nil
        decidedAt = review.decidedAt
    }
}

/// An opened entry of the queue.
struct ReviewView: Encodable, Sendable {
    /// A food in a photo: the prediction and the person's correction.
    struct Item: Encodable, Sendable {
        let model: String
        let label: String
        let seenFoodId: String?
        let seenGrams: MassView
        let foodId: String?
        let grams: Double?

        init(_ item: FeedbackWords.Item) {
            model = item.model
            label = item.label
            seenFoodId = item.seenFoodID
            seenGrams = MassView(item.seenMilligrams, from: item.lowMilligrams, to: item.highMilligrams)
            foodId = item.foodID
            grams = item.milligrams.map { Double($0) / 1_000 }
        }
    }

    /// The proposed shared name for a shop's codes.
    struct Product: Encodable, Sendable {
        let name: String
        let category: PurchaseCategory
        let codes: [ProductAliasView]

        init(_ words: PurchasedProductWords) {
            name = words.name
            category = words.category
            codes = words.aliases.map { .init(merchant: $0.merchant, code: $0.code, name: $0.name) }
        }
    }

    /// A food in a photo that the person corrected.
    struct Lesson: Encodable, Sendable {
        /// The prediction and its score.
        let label: String
        let score: Double
        /// Left, top, right, bottom as fractions of the upright photo.
        let box: [Double]
    }

    let id: ReviewID
    let kind: ReviewKind
    let topic: FeedbackTopic?
    let state: ReviewState
    let text: String?
    let rating: Int?
    let aboutFood: String?
    /// The page of the help that a comment is about.
    let aboutPage: HelpTopic?
    /// The items of a meal; empty for other entries.
    let items: [Item]
    /// The product of a report that proposes a shared name.
    let product: Product?
    /// The submission, for entries of that kind.
    let submission: FoodSubmissionView?
    /// The lesson, for entries of that kind; its photo is read separately.
    let lesson: Lesson?
    let doubts: [String]
    let reason: String?
    let enteredAt: Date
    /// Whether the requesting reviewer may decide the entry now.
    let isMine: Bool
    let claimedUntil: Date?
    let decidedAt: Date?

    init(
        _ review: Review, _ words: FeedbackWords?, _ submission: FoodSubmissionView?, for staff: AccountID, at now: Date
    ) {
        id = review.id
        kind = review.kind
        topic = review.topic
        state = review.state
        text = words?.text
        rating = review.rating
        aboutFood = review.aboutFood
        aboutPage = words?.page
        items = words?.items.map(Item.init) ?? []
        product = (words?.product?.words).map { Product($0) }
        self.submission = submission
        lesson = review.lesson.map { Lesson(label: $0.label, score: $0.score, box: $0.box) }
        doubts = review.doubts
        reason = review.reason
        enteredAt = review.enteredAt
        isMine = review.isClaimed(at: now) && review.claimedBy == staff
        claimedUntil = review.isClaimed(at: now) ? review.claimedUntil : nil
        decidedAt = review.decidedAt
    }
}
