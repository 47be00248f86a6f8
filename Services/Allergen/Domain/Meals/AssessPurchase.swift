import EventContracts

/// Assesses the items of a purchase for one profile; a pure function.
///
/// Known labels of an item's number apply first; names and usual ingredients of dishes supplement them, as for meals.
/// The user's product choice can add findings to the printed name but not remove any: a wrong choice must not hide an
/// allergen. Absence of a finding proves nothing (ALG-07).
package struct AssessPurchase: Sendable {
    /// The known label of one of an item's numbers.
    package struct Label: Sendable, Equatable {
        package let facts: AllergenFacts
        /// Whether the label's contents are certain: read by the user, or confirmed by independent people.
        package let isCertain: Bool
        /// Whether allergens that the label does not name are known to be absent.
        package let isComplete: Bool

        package init(_ facts: AllergenFacts, isCertain: Bool = true, isComplete: Bool = true) {
            self.facts = facts
            self.isCertain = isCertain
            self.isComplete = isComplete
        }
    }

    /// One article.
    package struct Article: Sendable, Equatable {
        /// The displayed name.
        package let name: String
        /// Every name of the item: on the receipt, by the user, in the food catalog.
        package let names: [String]
        /// The catalog food of the item; nil if the person has not chosen one.
        package let foodID: String?
        /// Known labels of the item's numbers; empty if none was read.
        package let labels: [Label]

        package init(name: String, otherNames: [String] = [], foodID: String? = nil, labels: [Label] = []) {
            self.name = name
            names = otherNames.reduce(into: [name]) { if !$0.contains($1) { $0.append($1) } }
            self.foodID = foodID
            self.labels = labels
        }
    }

    /// The result of the assessment.
    package struct Judgement: Sendable, Equatable {
        /// The allergens found, in the order of the regulation's list.
        package let allergens: [MealAllergen]
        package let articles: [PurchaseAllergenDetails.Article]
        package let unknownArticles: Int
        /// The person's own ingredients that the names mention.
        package let otherIngredients: [String]
    }

    /// Maximum number of items reported with their findings.
    static let maxArticles = 100

    private let assess: AssessMeal

    package init(assess: AssessMeal) {
        self.assess = assess
    }

    /// Assesses a purchase.
    ///
    /// - Parameters:
    ///   - articles: The items, in order.
    ///   - profile: The profile; with an empty one, no finding counts as being in the profile.
    /// - Returns: All findings, in the profile or not.
    package func decide(_ articles: [Article], profile: AssessmentProfile) -> Judgement {
        var found: [AllergenChoice: MealAllergen] = [:], notified: [PurchaseAllergenDetails.Article] = []
        var unknown = 0, others: [String] = []
        for article in articles {
            let all = allergens(of: article, profile, &unknown, &others)
            for allergen in all {
                let known = found[allergen.allergen]
                if known.map({ $0.likelihood < allergen.likelihood }) ?? true { found[allergen.allergen] = allergen }
            }
            let avoided = all.filter(\.inProfile).map(\.allergen)
            if !avoided.isEmpty, notified.count < Self.maxArticles {
                notified.append(.init(name: article.name, allergens: avoided))
            }
        }
        return Judgement(
            allergens: found.sorted { $0.key < $1.key }.map(\.value), articles: notified, unknownArticles: unknown,
            otherIngredients: others)
    }

    private func allergens(
        of article: Article, _ profile: AssessmentProfile, _ unknown: inout Int, _ others: inout [String]
    ) -> [MealAllergen] {
        let item = MealItemID.random()
        let named = article.names.map { AssessMeal.Named(itemID: item, foodID: article.foodID, name: $0) }
        let judgement = assess.decide(named, profile: profile)
        others += judgement.otherIngredients.filter { !others.contains($0) }
        var found = Dictionary(judgement.allergens.map { ($0.allergen, $0) }) { first, _ in first }
        // One name that is fully known is enough; an unconfirmed label says nothing about unlisted allergens.
        let isLabelKnown = article.labels.contains { $0.isComplete && $0.facts.readable }
        if !isLabelKnown { unknown += judgement.unknownItems.count < named.count ? 0 : 1 }
        for entry in article.labels {
            let label = entry.isCertain ? entry.facts : entry.facts.asPossible
            let unnamed = label.unnamed.union(label.unnamedTraces)
            let open = profile.allergens.filter { $0.species != nil && unnamed.contains($0.group) }
            let possible = label.mayContain.union(label.traces).union(open)
            for (choices, likelihood) in [(possible, AllergenLikelihood.possible), (label.contains, .named)] {
                for choice in choices where found[choice].map({ $0.likelihood < likelihood }) ?? true {
                    found[choice] = MealAllergen(
                        allergen: choice, likelihood: likelihood, inProfile: profile.allergens.contains(choice))
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}
