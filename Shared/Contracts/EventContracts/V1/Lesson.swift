import Foundation
import Sealing

/// Nutrients that a person typed for a food on a photo.
package struct TaughtFigures: Codable, Sendable, Hashable {
    /// Thousandths of the nutrient's unit by its code.
    package var amounts: [String: Int64]
    /// The mass that the amounts are for; nil if they are for one portion of unknown mass.
    package var milligrams: Int64?

    package init(amounts: [String: Int64], milligrams: Int64? = nil) {
        self.amounts = amounts
        self.milligrams = milligrams
    }
}

/// A person's statement about the food in a region of a photo.
package struct TaughtFood: Codable, Sendable, Equatable {
    package var regionID: RegionID
    /// A food of the catalog or an own food, in the form of `FoodID`.
    package var foodID: String?
    package var savedFoodID: SavedFoodID?
    /// Set if the person stated the mass.
    package var milligrams: Int64?
    /// Typed figures, instead of a food.
    package var figures: TaughtFigures?

    package init(
        regionID: RegionID, foodID: String? = nil, savedFoodID: SavedFoodID? = nil, milligrams: Int64? = nil,
        figures: TaughtFigures? = nil
    ) {
        self.regionID = regionID
        self.foodID = foodID
        self.savedFoodID = savedFoodID
        self.milligrams = milligrams
        self.figures = figures
    }
}

/// Names of taught foods, by the text of the region's id; sealed as (`taught-food.names`, meal id).
package struct TaughtNames: Codable, Sendable, Equatable {
    package var regions: [String: String]

    package init(regions: [String: String] = [:]) {
        self.regions = regions
    }

    /// The name of the food in a region.
    package subscript(_ region: RegionID) -> String? {
        get { regions[region.description] }
        set { regions[region.description] = newValue }
    }
}

/// Command: learn the foods that a person named on the photo of a meal (VIS-12).
///
/// Contains all lessons of the meal: earlier lessons that it does not list are forgotten.
package struct LearnFood: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.learn-food.v1")
    package static let topic = Topic.visionBasicCommands

    package var accountID: AccountID
    package var mealID: MealID
    /// Version of the meal; an older one changes nothing.
    package var version: Int64
    package var foods: [TaughtFood]
    /// Sealed as (`taught-food.names`, meal id); nil if no food has a name of the person's.
    package var names: Sealed<TaughtNames>?
    /// The version of the consents that the gateway saw, and whether they allow training of the shared models.
    package var consentVersion: Int64
    package var mayTrain: Bool
    package var taughtAt: Date

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, foods: [TaughtFood], names: Sealed<TaughtNames>?,
        consentVersion: Int64, mayTrain: Bool, taughtAt: Date
    ) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.foods = foods
        self.names = names
        self.consentVersion = consentVersion
        self.mayTrain = mayTrain
        self.taughtAt = taughtAt
    }
}

/// The people whose photos a lesson is used for (VIS-13).
package enum LessonState: String, EventValue, CaseIterable {
    /// Used for the person's own photos only.
    case personal
    /// Waits for the staff's decision on sharing it with everyone.
    case proposed
    /// Used for everyone's photos.
    case accepted
    /// Refused by the staff: used for the person's own photos only.
    case refused
}

/// Why a lesson needs closer review; found by rules, decided by people.
package enum LessonDoubt: String, EventValue, CaseIterable {
    /// The model was sure of another food.
    case modelWasSure
    /// Similar photos of other people show another food.
    case contradictsShared
}

/// Current state of a lesson that is shared or proposed for sharing.
package struct LessonChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.lesson-changed.v1")
    package static let topic = Topic.visionLesson

    package var accountID: AccountID
    package var lessonID: LessonID
    package var version: Int64
    package var state: LessonState
    package var mealID: MealID
    /// Id in the catalog.
    package var foodID: String
    /// The model's label, as in `SeenFood`.
    package var label: String
    package var score: Double
    /// Left, top, right, bottom as fractions of width and height of the upright photo: 0…1.
    package var box: [Double]
    package var photo: PhotoKey
    /// Codes of `LessonDoubt`, sorted.
    package var doubts: [String]
    package var taughtAt: Date
    package var changedAt: Date

    package init(
        accountID: AccountID, lessonID: LessonID, version: Int64, state: LessonState, mealID: MealID, foodID: String,
        label: String, score: Double, box: [Double], photo: PhotoKey, doubts: [String], taughtAt: Date, changedAt: Date
    ) {
        self.accountID = accountID
        self.lessonID = lessonID
        self.version = version
        self.state = state
        self.mealID = mealID
        self.foodID = foodID
        self.label = label
        self.score = score
        self.box = box
        self.photo = photo
        self.doubts = doubts
        self.taughtAt = taughtAt
        self.changedAt = changedAt
    }
}

/// Staff command: decide a lesson; the gateway's audit log records who decided.
package struct ReviewLesson: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.review-lesson.v1")
    package static let topic = Topic.visionBasicCommands

    /// The account that taught it.
    package var accountID: AccountID
    package var lessonID: LessonID
    package var isAccepted: Bool
    package var reviewedAt: Date

    package init(accountID: AccountID, lessonID: LessonID, isAccepted: Bool, reviewedAt: Date) {
        self.accountID = accountID
        self.lessonID = lessonID
        self.isAccepted = isAccepted
        self.reviewedAt = reviewedAt
    }
}
