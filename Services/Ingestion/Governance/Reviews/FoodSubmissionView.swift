import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore

/// A submission in the form for its author.
struct FoodSubmissionView: Encodable, Sendable {
    let id: FoodSubmissionID
    /// The id of the person's own food.
    let foodId: String
    let state: FoodSubmissionState
    let name: String
    let brand: String?
    let language: String
    let portions: [PortionView]
    /// Amounts of all nutrients per 100 g.
    let nutrients: [String: NutrientView]
    let doubts: [String]
    let reason: String?
    /// The catalog food created from the submission.
    let sharedFoodId: String?
    let submittedAt: Date
    let changedAt: Date
    let version: Int64

    init(_ submission: FoodSubmissionChanged, _ words: OwnFoodWords) {
        id = submission.submissionID
        foodId = submission.ownFoodID.foodID
        state = submission.state
        name = words.name
        brand = words.brand
        language = submission.language
        portions = words.portions.map(PortionView.init)
        nutrients = NutrientView.all(thousandths: submission.food.amounts)
        doubts = submission.doubts
        reason = submission.reason
        sharedFoodId = submission.foodID
        submittedAt = submission.submittedAt
        changedAt = submission.changedAt
        version = submission.version
    }
}

/// A catalog food in the form for the staff.
struct CatalogueFoodView: Encodable, Sendable {
    /// A household measure by language.
    struct Portion: Encodable, Sendable {
        let measures: [String: String]
        let grams: Double
    }

    let id: String
    /// The version; 0 for an unchanged built-in food.
    let version: Int64
    let origin: String
    let names: [String: String]
    let brand: String?
    /// The number of the food's bar code.
    let gtin: String?
    let portions: [Portion]
    /// Amounts of all nutrients per 100 g.
    let nutrients: [String: NutrientView]
    let changedAt: Date?
    let withdrawnAt: Date?

    /// A food that was changed, added or withdrawn.
    init(_ changed: CatalogueFoodChanged) {
        self.init(
            changed.foodID, changed.food, version: changed.version, origin: changed.origin,
            changedAt: changed.changedAt, withdrawnAt: changed.withdrawnAt)
    }

    init(
        _ id: String, _ food: SharedFood, version: Int64, origin: String, changedAt: Date? = nil,
        withdrawnAt: Date? = nil
    ) {
        self.id = id
        self.version = version
        self.origin = origin
        names = food.names
        brand = food.brand
        gtin = food.gtin
        portions = food.portions.map { Portion(measures: $0.measures, grams: Double($0.milligrams) / 1_000) }
        nutrients = NutrientView.all(thousandths: food.amounts)
        self.changedAt = changedAt
        self.withdrawnAt = withdrawnAt
    }
}
