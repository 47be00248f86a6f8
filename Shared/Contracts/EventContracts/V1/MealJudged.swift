import Foundation
import Sealing

/// How likely a dish contains an allergen, in ascending order.
package enum AllergenLikelihood: String, EventValue, CaseIterable, Comparable {
    /// Some recipes of the dish contain it, or the name is ambiguous.
    case possible
    /// Most recipes of the dish contain it, or a food of that name usually does.
    case likely
    /// The food's name states it.
    case named

    /// By strength.
    package static func < (left: Self, right: Self) -> Bool { left.strength < right.strength }

    private var strength: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One allergen that a meal names or that its dishes usually contain; other allergens may still be in it.
package struct MealAllergen: Codable, Sendable, Equatable {
    package var allergen: AllergenChoice
    package var likelihood: AllergenLikelihood
    /// Share of the dish's recipes that contain it, in thousandths; nil if no table states it.
    package var permille: Int?
    /// Whether the person avoids it.
    package var inProfile: Bool

    package init(allergen: AllergenChoice, likelihood: AllergenLikelihood, permille: Int? = nil, inProfile: Bool) {
        self.allergen = allergen
        self.likelihood = likelihood
        self.permille = permille
        self.inProfile = inProfile
    }
}

/// The evidence for an allergen in a meal.
package struct MealEvidence: Codable, Sendable, Equatable {
    /// The kind of evidence.
    package enum Basis: String, EventValue, CaseIterable {
        /// The food's name.
        case name
        /// The usual ingredients of the dish.
        case dish
    }

    /// Nil for the name of the meal itself.
    package var itemID: MealItemID?
    /// Nil for an ingredient of the person's own list.
    package var allergen: AllergenChoice?
    package var basis: Basis
    /// The words of the name, or the dish whose recipes are known.
    package var text: String

    package init(itemID: MealItemID?, allergen: AllergenChoice?, basis: Basis, text: String) {
        self.itemID = itemID
        self.allergen = allergen
        self.basis = basis
        self.text = text
    }
}

/// The parts of a meal's assessment that repeat the person's words; sealed as (`meal.allergens`, meal id).
package struct MealAllergenDetails: Codable, Sendable, Equatable {
    package var evidence: [MealEvidence]
    /// Ingredients of the person's own list that the meal's names mention, in the person's words.
    package var otherIngredients: [String]

    /// Maximum number of pieces of evidence.
    package static let maxEvidence = 200

    package init(evidence: [MealEvidence] = [], otherIngredients: [String] = []) {
        self.evidence = evidence
        self.otherIngredients = otherIngredients
    }
}

/// A version of a meal was assessed for allergens, by the names of its foods and the usual content of its dishes.
///
/// No label was read, so it guarantees nothing, neither by what it lists nor by what it leaves out.
package struct MealJudged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.meal-judged.v1")
    package static let topic = Topic.allergenMeal

    /// The reason for notifying the person.
    package enum News: String, EventValue, CaseIterable {
        /// The meal was entered or changed.
        case meal
        /// The person's profile changed.
        case profile
        /// The tables of dishes or words have changed.
        case knowledge
    }

    package var accountID: AccountID
    package var mealID: MealID
    /// Version of this assessment.
    package var version: Int64
    /// Version of the assessed meal.
    package var mealVersion: Int64
    /// All findings, in the profile or not.
    package var allergens: [MealAllergen]
    /// Items whose content is not completely known.
    package var unknownItems: [MealItemID]
    /// Number of ingredients of the person's own list that the names mention.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// Sealed as (`meal.allergens`, meal id).
    package var details: Sealed<MealAllergenDetails>
    /// Version of the lexicon and the table of dishes together.
    package var knowledgeVersion: String
    /// Set if the person has not been notified of it yet.
    package var news: News?
    package var eatenAt: Date
    package var judgedAt: Date
    /// Set while the meal is deleted.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, mealVersion: Int64, allergens: [MealAllergen],
        unknownItems: [MealItemID], otherMatches: Int, profileVersion: Int64, profileEmpty: Bool,
        details: Sealed<MealAllergenDetails>, knowledgeVersion: String, news: News? = nil, eatenAt: Date,
        judgedAt: Date, deletedAt: Date? = nil
    ) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.mealVersion = mealVersion
        self.allergens = allergens
        self.unknownItems = unknownItems
        self.otherMatches = otherMatches
        self.profileVersion = profileVersion
        self.profileEmpty = profileEmpty
        self.details = details
        self.knowledgeVersion = knowledgeVersion
        self.news = news
        self.eatenAt = eatenAt
        self.judgedAt = judgedAt
        self.deletedAt = deletedAt
    }
}
