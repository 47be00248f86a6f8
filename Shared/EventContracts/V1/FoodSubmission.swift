import Foundation
import Sealing

/// Where a food stands that a person wants everybody to have (NUT-33, OPS-20).
package enum FoodSubmissionState: String, EventValue, CaseIterable {
    case pending, accepted, refused
    /// Taken back by the person while it was pending.
    case withdrawn
}

/// Why a submitted food needs a second look; found by rules, decided by people.
package enum FoodDoubt: String, EventValue, CaseIterable {
    /// The energy is not what protein, carbohydrate, fat, fibre and alcohol come to.
    case energyOffMacros
    /// More than 100 g of something in 100 g.
    case exceedsHundredGrams
    /// A food of the catalogue has this name.
    case duplicateName
    /// A food of the catalogue has nearly these figures and a name alike.
    case duplicateFigures
    /// It tells neither energy nor macronutrients.
    case tooLittleTold
}

/// Order: look at a food of the person's own, so that everybody may have it.
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

/// Order: the person does not want it looked at any more.
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

/// Order of the staff about a submission; who decided stands in the audit log of the gateway (GW-26).
package struct ReviewFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.review-food.v1")
    package static let topic = Topic.nutritionCommands

    /// Of the person who submitted it.
    package var accountID: AccountID
    package var submissionID: FoodSubmissionID
    package var isAccepted: Bool
    /// Of a refusal: `duplicate`, `implausible`, `incomplete` or `unsuitable`.
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

/// A submission as it now is.
package struct FoodSubmissionChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.food-submission-changed.v1")
    package static let topic = Topic.nutritionFood

    package var accountID: AccountID
    package var submissionID: FoodSubmissionID
    package var ownFoodID: OwnFoodID
    package var version: Int64
    package var state: FoodSubmissionState
    /// As it was when it was submitted; its words are sealed as (`own-food.words`, own food id).
    package var food: OwnFood
    package var language: String
    /// Codes of `FoodDoubt`, sorted.
    package var doubts: [String]
    /// Of a refusal.
    package var reason: String?
    /// The food of the catalogue that it became.
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
