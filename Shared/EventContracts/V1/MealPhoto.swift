import Foundation
import Sealing

/// Order: recognize the foods on the photo of a meal (VIS-01).
package struct RecognizeMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.recognize-meal.v1")
    package static let topic = Topic.visionBasicCommands

    package var accountID: AccountID
    package var mealID: MealID
    /// That the meal gets, and its days; the reading hands them on.
    package var version: Int64
    package var days: [DayVersion]
    /// What the person said of the meal; its items are not known yet.
    package var meal: MealEntry
    /// Where the sealed photo lies in the photo store.
    package var photo: PhotoKey
    package var facts: PhotoFacts
    package var requestedAt: Date
    /// Whether it goes in the lane of those who pay (DESIGN section 6); nil of what was asked for before there was a word of it.
    package var isPro: Bool?
    /// What the person then allowed of who may see the photo; nil says that nobody else may.
    package var consents: OrderConsents?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion], meal: MealEntry, photo: PhotoKey,
        facts: PhotoFacts, requestedAt: Date, isPro: Bool? = nil, consents: OrderConsents? = nil
    ) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.days = days
        self.meal = meal
        self.photo = photo
        self.facts = facts
        self.requestedAt = requestedAt
        self.isPro = isPro
        self.consents = consents
    }
}

/// A food as a model saw it; kept beside what the person makes of it (NUT-03).
package struct SeenFood: Codable, Sendable, Equatable {
    /// What tells the mass.
    package enum Method: String, EventValue, CaseIterable {
        /// What the food usually weighs, moved by how large and of what kind this one looks.
        case appearance
        /// What the food usually weighs.
        case usual
        /// What a food in this place of a tray usually weighs; what it is has no name.
        case role
        /// What a remote model says, together with what ours does.
        case remote
    }

    /// Of the model's names, such as `apple` or `other food`.
    package var label: String
    /// Probability of the name: 0…1.
    package var score: Double
    /// Left, top, right, bottom as parts of width and height of the upright photo: 0…1.
    package var box: [Double]
    package var milligrams: Int64
    /// Four of five true masses lie between these.
    package var lowMilligrams: Int64
    package var highMilligrams: Int64
    package var method: Method
    /// Name and version of the model.
    package var predictor: String
    /// What `nutrition` took it for, as `FoodID` writes it; nil of what stands in no table.
    package var foodID: String?

    package init(
        label: String, score: Double, box: [Double], milligrams: Int64, lowMilligrams: Int64, highMilligrams: Int64,
        method: Method, predictor: String, foodID: String? = nil
    ) {
        self.label = label
        self.score = score
        self.box = box
        self.milligrams = milligrams
        self.lowMilligrams = lowMilligrams
        self.highMilligrams = highMilligrams
        self.method = method
        self.predictor = predictor
        self.foodID = foodID
    }
}

/// What a remote model calls foods that no name of ours fits, in its words; sealed as (`meal.seen-names`, meal id), since
/// they may repeat what stands on the photo.
package struct SeenNames: Codable, Sendable, Equatable {
    /// By the food's place in the reading, from 0.
    package var names: [Int: String]

    /// Longest name, in Unicode scalars.
    package static let longestName = 80

    package init(names: [Int: String] = [:]) {
        self.names = names
    }
}

/// The foods on the photo of a meal, as a model saw them.
///
/// A prediction: `nutrition` makes a meal of it.
package struct MealRecognized: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.meal-recognized.v1")
    package static let topic = Topic.visionReading

    /// How the look ended.
    package enum Outcome: String, EventValue, CaseIterable {
        /// Foods were found.
        case recognized
        /// The photo shows no food that was found (VIS-23).
        case noFood
        /// The photo cannot be decoded, or brought the recognizer down again and again.
        case undecodable
        /// The photo is gone from the store.
        case photoMissing
    }

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var days: [DayVersion]
    package var meal: MealEntry
    package var photo: PhotoKey
    package var outcome: Outcome
    /// What the person can do for a better photo, as codes such as `more-light`, the most useful first.
    package var advice: [String]
    /// The surest first.
    package var foods: [SeenFood]
    /// Name and version of the model.
    package var predictor: String
    /// Time of decoding and looking, in milliseconds.
    package var milliseconds: Int
    package var requestedAt: Date
    package var recognizedAt: Date
    /// What foods are called whose label says nothing; nil when no remote model was asked, or it named none.
    package var names: Sealed<SeenNames>?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion], meal: MealEntry, photo: PhotoKey,
        outcome: Outcome, advice: [String], foods: [SeenFood], predictor: String, milliseconds: Int, requestedAt: Date,
        recognizedAt: Date, names: Sealed<SeenNames>? = nil
    ) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.days = days
        self.meal = meal
        self.photo = photo
        self.outcome = outcome
        self.advice = advice
        self.foods = foods
        self.predictor = predictor
        self.milliseconds = milliseconds
        self.requestedAt = requestedAt
        self.recognizedAt = recognizedAt
        self.names = names
    }
}
