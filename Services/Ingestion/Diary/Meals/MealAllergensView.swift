import EventContracts
import Foundation
import IngestionCore

/// Certain and likely allergens of a meal, as shown to its owner.
struct MealAllergensView: Encodable, Sendable {
    /// One allergen with its evidence.
    struct Found: Encodable, Sendable {
        let allergen: AllergenChoice
        let likelihood: AllergenLikelihood
        /// The share of the dish's recipes that contain the allergen: 0 to 1; null if no table states it.
        let share: Double?
        let inProfile: Bool
        let evidence: [Reason]

        private enum Key: CodingKey { case allergen, likelihood, share, inProfile, evidence }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(allergen, forKey: .allergen)
            try container.encode(likelihood, forKey: .likelihood)
            try container.encode(share, forKey: .share)
            try container.encode(inProfile, forKey: .inProfile)
            try container.encode(evidence, forKey: .evidence)
        }
    }

    /// One piece of evidence.
    struct Reason: Encodable, Sendable {
        /// The item; null for the name of the meal itself.
        let item: MealItemID?
        let basis: MealEvidence.Basis
        let text: String

        private enum Key: CodingKey { case item, basis, text }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(item, forKey: .item)
            try container.encode(basis, forKey: .basis)
            try container.encode(text, forKey: .text)
        }
    }

    let allergens: [Found]
    /// Items whose content is not completely known.
    let unknownItems: [MealItemID]
    /// Custom ingredients of the person that the names mention.
    let otherIngredients: [String]
    let version: Int64

    init(_ judged: MealJudged, _ details: MealAllergenDetails) {
        allergens = judged.allergens.map { found in
            Found(
                allergen: found.allergen, likelihood: found.likelihood,
                share: found.permille.map { Double($0) / 1_000 }, inProfile: found.inProfile,
                evidence: details.evidence.filter { $0.allergen == found.allergen }.map {
                    Reason(item: $0.itemID, basis: $0.basis, text: $0.text)
                })
        }
        unknownItems = judged.unknownItems
        otherIngredients = details.otherIngredients
        version = judged.version
    }
}
