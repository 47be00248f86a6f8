import EventContracts
import IngestionCore

/// The allergen assessment of a purchase, in the form for its owner; it guarantees nothing.
struct PurchaseAllergensView: Encodable, Sendable {
    /// One allergen of some item.
    struct Found: Encodable, Sendable {
        let allergen: AllergenChoice
        let likelihood: AllergenLikelihood
        /// The share of the dish's recipes that contain it: 0 to 1; absent if no table states it.
        let share: Double?
        let inProfile: Bool
    }

    let found: [Found]
    /// The items with findings of the person's profile.
    let articles: [PurchaseAllergenDetails.Article]
    /// Custom ingredients of the person that the items' names mention.
    let otherIngredients: [String]
    /// Number of items whose content is not completely known.
    let unknownArticles: Int
    /// Whether the person's profile is empty.
    let profileEmpty: Bool
    let judgedAt: String

    init(_ judged: PurchaseJudged, _ details: PurchaseAllergenDetails) {
        found = judged.allergens.map {
            Found(
                allergen: $0.allergen, likelihood: $0.likelihood, share: $0.permille.map { Double($0) / 1_000 },
                inProfile: $0.inProfile)
        }
        articles = details.articles
        otherIngredients = details.otherIngredients
        unknownArticles = judged.unknownArticles
        profileEmpty = judged.profileEmpty
        judgedAt = EventTime.format(judged.judgedAt)
    }
}
