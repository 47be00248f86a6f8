import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore

/// A food that a person wants everybody to have, as the person sees it.
struct FoodSubmissionView: Encodable, Sendable {
    let id: FoodSubmissionID
    /// The person's own food, as it was when it was submitted.
    let foodId: String
    let state: FoodSubmissionState
    let name: String
    let brand: String?
    let language: String
    let portions: [PortionView]
    /// In 100 g, each nutrient there is.
    let nutrients: [String: NutrientView]
    let doubts: [String]
    let reason: String?
    /// The food that everybody has since.
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

/// A food that everybody has, as the staff keeps it.
struct CatalogueFoodView: Encodable, Sendable {
    /// A household measure by language.
    struct Portion: Encodable, Sendable {
        let measures: [String: String]
        let grams: Double
    }

    let id: String
    /// 0 of a food that is as the program knows it.
    let version: Int64
    let origin: String
    let names: [String: String]
    let brand: String?
    /// The number under its barcode.
    let gtin: String?
    let portions: [Portion]
    /// In 100 g, each nutrient there is.
    let nutrients: [String: NutrientView]
    let changedAt: Date?
    let withdrawnAt: Date?

    /// A food that was changed, added or taken out.
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
