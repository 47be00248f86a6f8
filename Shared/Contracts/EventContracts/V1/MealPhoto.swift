import Foundation
import Sealing

/// Command: recognize the foods on the photo of a meal (VIS-01).
package struct RecognizeMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.recognize-meal.v1")
    package static let topic = Topic.visionBasicCommands

    package var accountID: AccountID
    package var mealID: MealID
    /// The versions that the meal and its days will get; passed on with the result.
    package var version: Int64
    package var days: [DayVersion]
    /// The person's entry for the meal; its items are not known yet.
    package var meal: MealEntry
    /// The location of the sealed photo in the photo store.
    package var photo: PhotoKey
    package var facts: PhotoFacts
    package var requestedAt: Date
    /// Whether it goes to the lane of paying customers; nil in commands from before the field existed.
    package var isPro: Bool?
    /// Camera properties and depth map, if the phone reports them.
    package var camera: MealCamera?
    package var depth: MealDepth?
    /// The consents, at the time of the command, to send the photo to a remote model; nil means none.
    package var consents: CommandConsents?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion], meal: MealEntry, photo: PhotoKey,
        facts: PhotoFacts, requestedAt: Date, isPro: Bool? = nil, camera: MealCamera? = nil, depth: MealDepth? = nil,
        consents: CommandConsents? = nil
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

/// A food as a model recognized it; kept beside the person's corrections (NUT-03).
package struct SeenFood: Codable, Sendable, Equatable {
    /// How the mass was estimated.
    package enum Method: String, EventValue, CaseIterable {
        /// The food's usual mass, adjusted by its size and appearance on the photo.
        case appearance
        /// The food's usual mass.
        case usual
        /// The usual mass of a food in this section of a tray, for a food without a name.
        case role
        /// The volume measured with the phone's depth map.
        case measured
        /// The remote model's estimate combined with the local one.
        case remote
    }

    /// One of the model's labels, such as `apple` or `other food`.
    package var label: String
    /// Probability of the label: 0…1.
    package var score: Double
    /// Left, top, right, bottom as fractions of width and height of the upright photo: 0…1.
    package var box: [Double]
    package var milligrams: Int64
    /// The range that contains four of five true masses.
    package var lowMilligrams: Int64
    package var highMilligrams: Int64
    package var method: Method
    /// Name and version of the model.
    package var predictor: String
    /// The food that `nutrition` matched, in the form of `FoodID`; nil for a food that is in no table.
    package var foodID: String?
    /// The food's outline: corners, x and y alternating, as fractions of width and height of the upright photo; nil if
    /// none was found.
    package var outline: [Double]?
    /// The mass before adjustment by the person's own weights; nil if it was not adjusted.
    package var guessedMilligrams: Int64?
    /// The region by which the person can name the food; nil if it cannot be taught.
    package var regionID: RegionID?
    /// The matching lesson; nil without a match.
    package var taught: Taught?
    /// The food's size, estimated without a reference object; nil if it cannot be estimated.
    package var size: Size?

    /// The basis of a size.
    package enum Scale: String, EventValue, CaseIterable {
        /// The mass and density of a round food; the hidden side is as thick as the shorter visible one.
        case mass
        /// The plate or bowl, which is 15 to 30 cm wide.
        case plate
    }

    /// A length with the range that is meant to contain four of five true lengths, in millimeters.
    package struct Extent: Codable, Sendable, Equatable {
        package var millimeters: Int
        package var low: Int
        package var high: Int

        package init(millimeters: Int, low: Int, high: Int) {
            self.millimeters = millimeters
            self.low = low
            self.high = high
        }
    }

    /// The longer and the shorter visible side, and the height.
    package struct Size: Codable, Sendable, Equatable {
        package var length: Extent
        package var breadth: Extent
        /// Nil if the height cannot be estimated.
        package var height: Extent?
        package var scale: Scale

        package init(length: Extent, breadth: Extent, height: Extent?, scale: Scale) {
            self.length = length
            self.breadth = breadth
            self.height = height
            self.scale = scale
        }
    }

    /// A lesson that the food resembles (VIS-12); a name in the person's words is in `MealRecognized.taughtNames`.
    package struct Taught: Codable, Sendable, Equatable {
        package var foodID: String?
        package var savedFoodID: SavedFoodID?
        /// Cosine of the two embeddings: 1 means equal.
        package var similarity: Double
        /// Whether another person taught it and the staff accepted it (VIS-13).
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

/// Names for foods without a known label, by a remote model or an open vocabulary; sealed as (`meal.seen-names`, meal
/// id), since they may repeat text on the photo.
package struct SeenNames: Codable, Sendable, Equatable {
    /// By the food's position in the result, from 0.
    package var names: [Int: String]

    /// Maximum length of a name, in Unicode scalars.
    package static let maxNameLength = 80

    package init(names: [Int: String] = [:]) {
        self.names = names
    }
}

/// The foods on the photo of a meal, as a model recognized them.
///
/// A prediction: `nutrition` makes a meal of it.
package struct MealRecognized: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.meal-recognized.v1")
    package static let topic = Topic.visionReading

    /// How the analysis ended.
    package enum Outcome: String, EventValue, CaseIterable {
        /// Foods were found.
        case recognized
        /// No food was found on the photo (VIS-23).
        case noFood
        /// The photo cannot be decoded, or crashed the recognizer repeatedly.
        case undecodable
        /// The photo is missing in the store.
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
    /// The highest score first.
    package var foods: [SeenFood]
    /// Name and version of the model.
    package var predictor: String
    /// Duration of decoding and recognition, in milliseconds.
    package var milliseconds: Int
    package var requestedAt: Date
    package var recognizedAt: Date
    /// The person's names for taught foods that were recognized again, by the regions of this event; sealed as
    /// (`taught-food.names`, meal id).
    package var taughtNames: Sealed<TaughtNames>?
    /// Names of foods whose label is unspecific; nil if no model gave any.
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
