import EventContracts
import IngestionCore

/// What `allergen` says of a purchase, as its owner sees it; no promise, whatever it leaves out.
struct PurchaseAllergensView: Encodable, Sendable {
    /// One allergen of some article.
    struct Found: Encodable, Sendable {
        let allergen: AllergenChoice
        let likelihood: AllergenLikelihood
        /// Of the known recipes of the dish, how many hold it: 0 to 1; absent where no table tells.
        let share: Double?
        let inProfile: Bool
    }

    let found: [Found]
    /// Articles with what of the person's profile was found of them.
    let articles: [PurchaseAllergenDetails.Article]
    /// Ingredients that the person named and that the names of articles mention.
    let otherIngredients: [String]
    /// Articles of which nothing, or not everything, is known.
    let unknownArticles: Int
    /// Whether the person has said nothing of what they avoid.
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
