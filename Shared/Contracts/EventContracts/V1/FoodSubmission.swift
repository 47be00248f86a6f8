import Foundation
import Sealing

/// The state of an own food proposed for the catalog (NUT-33, OPS-20).
package enum FoodSubmissionState: String, EventValue, CaseIterable {
    case pending, accepted, refused
    /// Withdrawn by the person while pending.
    case withdrawn
}

/// Why a submitted food needs review; found by rules, decided by people.
package enum FoodDoubt: String, EventValue, CaseIterable {
    /// The energy differs from the sum of protein, carbohydrate, fat, fiber and alcohol.
    case energyOffMacros
    /// More than 100 g of one or all nutrients in 100 g.
    case exceedsHundredGrams
    /// The catalog already has a food of this name.
    case duplicateName
    /// The catalog already has a food with similar figures and a similar name.
    case duplicateFigures
    /// Neither energy nor macronutrients are given.
    case tooLittleTold
}

/// Command: propose an own food for the catalog.
package struct SubmitFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.submit-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var submissionID: FoodSubmissionID
    package var ownFoodID: OwnFoodID
    /// The language of its name: `en`, `fr`, `es` or `zh`.
    package var language: String

    package init(accountID: AccountID, submissionID: FoodSubmissionID, ownFoodID: OwnFoodID, language: String) {
        self.accountID = accountID
        self.submissionID = submissionID
        self.ownFoodID = ownFoodID
        self.language = language
    }
}

/// Command: withdraw a proposed food.
package struct WithdrawFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.withdraw-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var submissionID: FoodSubmissionID

    package init(accountID: AccountID, submissionID: FoodSubmissionID) {
        self.accountID = accountID
        self.submissionID = submissionID
    }
}

/// Staff command: decide a submission; the gateway's audit log records who decided (GW-26).
package struct ReviewFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.review-food.v1")
    package static let topic = Topic.nutritionCommands

    /// The account that submitted it.
    package var accountID: AccountID
    package var submissionID: FoodSubmissionID
    package var isAccepted: Bool
    /// Reason of a refusal: `duplicate`, `implausible`, `incomplete` or `unsuitable`.
    package var reason: String?
    package var reviewedAt: Date

    package init(
        accountID: AccountID, submissionID: FoodSubmissionID, isAccepted: Bool, reason: String?, reviewedAt: Date
    ) {
        self.accountID = accountID
        self.submissionID = submissionID
        self.isAccepted = isAccepted
        self.reason = reason
        self.reviewedAt = reviewedAt
    }
}

/// Current state of a submission.
package struct FoodSubmissionChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.food-submission-changed.v1")
    package static let topic = Topic.nutritionFood

    package var accountID: AccountID
    package var submissionID: FoodSubmissionID
    package var ownFoodID: OwnFoodID
    package var version: Int64
    package var state: FoodSubmissionState
    /// The food at the time of submission; its words are sealed as (`own-food.words`, own food id).
    package var food: OwnFood
    package var language: String
    /// Codes of `FoodDoubt`, sorted.
    package var doubts: [String]
    /// Reason of a refusal.
    package var reason: String?
    /// Id of the catalog food created from it.
    package var foodID: String?
    package var submittedAt: Date
    package var changedAt: Date

    package init(
        accountID: AccountID, submissionID: FoodSubmissionID, ownFoodID: OwnFoodID, version: Int64,
        state: FoodSubmissionState, food: OwnFood, language: String, doubts: [String], reason: String? = nil,
        foodID: String? = nil, submittedAt: Date, changedAt: Date
    ) {
        self.accountID = accountID
        self.submissionID = submissionID
        self.ownFoodID = ownFoodID
        self.version = version
        self.state = state
        self.food = food
        self.language = language
        self.doubts = doubts
        self.reason = reason
        self.foodID = foodID
        self.submittedAt = submittedAt
        self.changedAt = changedAt
    }
}
