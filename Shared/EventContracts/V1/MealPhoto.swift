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
    /// Whether it goes in the lane of those who pay; nil of what was asked for before there was a word of it.
    package var isPro: Bool?
    /// How the camera sees, and how far everything is, when the phone tells.
    package var camera: MealCamera?
    package var depth: MealDepth?
    /// What the person then allowed of who may see the photo; nil says that nobody else may.
    package var consents: OrderConsents?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion], meal: MealEntry, photo: PhotoKey,
        facts: PhotoFacts, requestedAt: Date, isPro: Bool? = nil, camera: MealCamera? = nil, depth: MealDepth? = nil,
        consents: OrderConsents? = nil
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
        self.camera = camera
        self.depth = depth
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
        /// The room it takes up, as the phone's depths tell.
        case measured
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
    /// Its outline: corners, x and y in turn, as parts of width and height of the upright photo; nil where none was found.
    package var outline: [Double]?
    /// The mass before the person's own weights had a say; nil where they had none.
    package var guessedMilligrams: Int64?
    /// By which the person can teach what it is; nil of what cannot be taught.
    package var regionID: RegionID?
    /// What it looks like of what was taught; nil when it looks like none of it.
    package var taught: Taught?

    /// What somebody taught that looks the same (VIS-12); a name of the person's stands in `MealRecognized.taughtNames`.
    package struct Taught: Codable, Sendable, Equatable {
        package var foodID: String?
        package var savedFoodID: SavedFoodID?
        /// Cosine of the two embeddings: 1 is the same.
        package var similarity: Double
        /// Whether somebody else taught it, and the staff agreed (VIS-13).
        package var isShared: Bool
        /// Typed figures, instead of a food.
        package var figures: TaughtFigures?

        package init(
            foodID: String?, savedFoodID: SavedFoodID? = nil, similarity: Double, isShared: Bool,
            figures: TaughtFigures? = nil
        ) {
            self.foodID = foodID
            self.savedFoodID = savedFoodID
            self.similarity = similarity
            self.isShared = isShared
            self.figures = figures
        }
    }

    package init(
        label: String, score: Double, box: [Double], milligrams: Int64, lowMilligrams: Int64, highMilligrams: Int64,
        method: Method, predictor: String, foodID: String? = nil, outline: [Double]? = nil,
        guessedMilligrams: Int64? = nil, regionID: RegionID? = nil, taught: Taught? = nil
    ) {
        self.regionID = regionID
        self.taught = taught
        self.label = label
        self.score = score
        self.box = box
        self.milligrams = milligrams
        self.lowMilligrams = lowMilligrams
        self.highMilligrams = highMilligrams
        self.method = method
        self.predictor = predictor
        self.foodID = foodID
        self.outline = outline
        self.guessedMilligrams = guessedMilligrams
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
    /// What the person called foods that were taught and are seen again, by their regions here; sealed as
    /// (`taught-food.names`, meal id).
    package var taughtNames: Sealed<TaughtNames>?
    /// What foods are called whose label says nothing; nil when no remote model was asked, or it named none.
    package var names: Sealed<SeenNames>?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion], meal: MealEntry, photo: PhotoKey,
        outcome: Outcome, advice: [String], foods: [SeenFood], predictor: String, milliseconds: Int, requestedAt: Date,
        recognizedAt: Date, taughtNames: Sealed<TaughtNames>? = nil, names: Sealed<SeenNames>? = nil
    ) {
        self.taughtNames = taughtNames
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
