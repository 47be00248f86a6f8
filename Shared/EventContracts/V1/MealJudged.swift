import Foundation
import Sealing

/// How sure it is that a dish holds an allergen; the strongest is the last.
package enum AllergenLikelihood: String, EventValue, CaseIterable, Comparable {
    /// Some recipes of the dish hold it, or a word leaves it open.
    case possible
    /// Most recipes of the dish hold it, or a food of that name usually does.
    case likely
    /// The name of the food names it.
    case named

    /// By strength.
    package static func < (left: Self, right: Self) -> Bool { left.strength < right.strength }

    private var strength: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One allergen that a meal names or that its dishes usually hold; what is not told may be in it all the same.
package struct MealAllergen: Codable, Sendable, Equatable {
    package var allergen: AllergenChoice
    package var likelihood: AllergenLikelihood
    /// Of a thousand recipes of the dish, how many hold it; nil where no table tells.
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

/// Why a meal is said to hold something.
package struct MealEvidence: Codable, Sendable, Equatable {
    /// What tells it.
    package enum Basis: String, EventValue, CaseIterable {
        /// The food's name.
        case name
        /// The usual ingredients of the dish.
        case dish
    }

    /// Nil for the name of the meal itself.
    package var itemID: MealItemID?
    /// Nil for an ingredient that the person named.
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

/// What of a judged meal repeats the person's words; sealed as (`meal.allergens`, meal id).
package struct MealAllergenDetails: Codable, Sendable, Equatable {
    package var evidence: [MealEvidence]
    /// Ingredients that the person named and that the meal's names mention, in the person's words.
    package var otherIngredients: [String]

    /// Most pieces of evidence.
    package static let maxEvidence = 200

    package init(evidence: [MealEvidence] = [], otherIngredients: [String] = []) {
        self.evidence = evidence
        self.otherIngredients = otherIngredients
    }
}

/// A version of a meal has been looked at for allergens: by the names of its foods and what its dishes usually hold.
///
/// Nobody has read a label: whatever it says, and whatever it leaves out, is no promise.
package struct MealJudged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.meal-judged.v1")
    package static let topic = Topic.allergenMeal

    /// The news for the person.
    package enum News: String, EventValue, CaseIterable {
        /// The meal, as it was entered or changed.
        case meal
        /// The person's profile changed.
        case profile
        /// More is known of such dishes than before.
        case knowledge
    }

    package var accountID: AccountID
    package var mealID: MealID
    /// Of this judgement.
    package var version: Int64
    /// Of the meal that was judged.
    package var mealVersion: Int64
    /// Everything found, in the profile or not.
    package var allergens: [MealAllergen]
    /// Items of which nothing, or not everything, is known.
    package var unknownItems: [MealItemID]
    /// Number of the person's own named ingredients that the names mention.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// Sealed as (`meal.allergens`, meal id).
    package var details: Sealed<MealAllergenDetails>
    /// Of the lexicon and the table of dishes together.
    package var knowledgeVersion: String
    /// Set when there is something that the person has not been told of.
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
