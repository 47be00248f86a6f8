import EventContracts

/// Decides what the articles of a purchase mean for one person: pure.
///
/// A label that was read of an article's number says what it says; names and the usual ingredients of dishes say the rest, as
/// they do of meals. What is not found may be there all the same (ALG-07).
package struct AssessPurchase: Sendable {
    /// One article.
    package struct Article: Sendable, Equatable {
        package let name: String
        /// What the newest complete label of its number names; nil where none was read.
        package let label: AllergenFacts?

        package init(name: String, label: AllergenFacts?) {
            self.name = name
            self.label = label
        }
    }

    /// What was found.
    package struct Judgement: Sendable, Equatable {
        /// In the order of the regulation's list.
        package let allergens: [MealAllergen]
        package let articles: [PurchaseAllergenDetails.Article]
        package let unknownArticles: Int
        /// The person's own ingredients that the names mention.
        package let otherIngredients: [String]
    }

    /// Most articles that are told with what is in them.
    static let mostArticles = 100

    private let assess: AssessMeal

    package init(assess: AssessMeal) {
        self.assess = assess
    }

    /// Judges a purchase.
    ///
    /// - Parameters:
    ///   - articles: What was bought, in order.
    ///   - profile: What to look for; of an empty one nothing is in the profile.
    /// - Returns: Everything found, in the profile or not.
    package func decide(_ articles: [Article], profile: AssessmentProfile) -> Judgement {
        var found: [AllergenChoice: MealAllergen] = [:], told: [PurchaseAllergenDetails.Article] = []
        var unknown = 0, others: [String] = []
        for article in articles {
            let all = allergens(of: article, profile, &unknown, &others)
            for allergen in all {
                let known = found[allergen.allergen]
                if known.map({ $0.likelihood < allergen.likelihood }) ?? true { found[allergen.allergen] = allergen }
            }
            let avoided = all.filter(\.inProfile).map(\.allergen)
            if !avoided.isEmpty, told.count < Self.mostArticles {
                told.append(.init(name: article.name, allergens: avoided))
            }
        }
        return Judgement(
            allergens: found.sorted { $0.key < $1.key }.map(\.value), articles: told, unknownArticles: unknown,
            otherIngredients: others)
    }

    private func allergens(
        of article: Article, _ profile: AssessmentProfile, _ unknown: inout Int, _ others: inout [String]
    ) -> [MealAllergen] {
        let named = AssessMeal.Named(itemID: MealItemID.random(), name: article.name)
        let judgement = assess.decide([named], profile: profile)
        others += judgement.otherIngredients.filter { !others.contains($0) }
        var found = Dictionary(judgement.allergens.map { ($0.allergen, $0) }) { first, _ in first }
        guard let label = article.label, label.readable else {
            unknown += judgement.unknownItems.isEmpty ? 0 : 1
            return found.sorted { $0.key < $1.key }.map(\.value)
        }
        let unnamed = label.unnamed.union(label.unnamedTraces)
        let open = profile.allergens.filter { $0.species != nil && unnamed.contains($0.group) }
        let possible = label.mayContain.union(label.traces).union(open)
        for (choices, likelihood) in [(possible, AllergenLikelihood.possible), (label.contains, .named)] {
            for choice in choices where found[choice].map({ $0.likelihood < likelihood }) ?? true {
                found[choice] = MealAllergen(
                    allergen: choice, likelihood: likelihood, inProfile: profile.allergens.contains(choice))
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}
