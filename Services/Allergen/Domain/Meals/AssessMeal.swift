import EventContracts

/// Assesses a meal from its food names and the usual ingredients of its dishes, for one profile; a pure function.
///
/// No label was read, so each finding has a likelihood, absence of a finding proves nothing, and an item that is not
/// fully known is reported as unknown (ALG-07).
package struct AssessMeal: Sendable {
    /// One name of a meal.
    package struct Named: Sendable, Equatable {
        /// Nil for the name of the meal itself.
        package let itemID: MealItemID?
        package let foodID: String?
        package let name: String?

        package init(itemID: MealItemID?, foodID: String? = nil, name: String?) {
            self.itemID = itemID
            self.foodID = foodID
            self.name = name
        }
    }

    /// The result of the assessment.
    package struct Judgement: Sendable, Equatable {
        /// The allergens found, in the order of the regulation's list.
        package let allergens: [MealAllergen]
        /// The items that are not fully known, in the order of the meal.
        package let unknownItems: [MealItemID]
        package let evidence: [MealEvidence]
        /// The person's own ingredients that the names mention.
        package let otherIngredients: [String]
    }

    /// Share of a dish's recipes, in permille, from which an allergen is likely: five in six.
    ///
    /// At half, one urgent alert in five was wrong (docs/accuracy.md).
    package static let likelyFrom = 830
    /// Minimum number of recipes that make an allergen likely, unless the food is that very recipe.
    package static let minRecipes = 3

    private let lexicon: Lexicon
    private let names: NameReader
    private let dishes: DishTable

    package init(lexicon: Lexicon, dishes: DishTable) {
        self.lexicon = lexicon
        names = NameReader(lexicon: lexicon)
        self.dishes = dishes
    }

    /// Assesses a meal.
    ///
    /// - Parameters:
    ///   - named: The meal's name and its items, in order.
    ///   - profile: The profile; with an empty one, no finding counts as being in the profile.
    /// - Returns: All findings, in the profile or not.
    package func decide(_ named: [Named], profile: AssessmentProfile) -> Judgement {
        let own = NamedIngredients(profile.otherIngredients, lexicon: lexicon)
        var ledger = MealLedger()
        for part in named {
            guard let name = part.name.map(DishTable.receiptWords.written) else {
                ledger.addUnknown(part.itemID)
                continue
            }
            let reading = names.read(name, own)
            ledger.add(reading, of: part.itemID)
            let answer = dishes.find(name, foodID: part.foodID, bound: reading.bound)
            for recipes in answer.recipes {
                ledger.add(recipes.without(reading.freed, reading.freedSpecies), of: part.itemID)
            }
            if !answer.isWhole { ledger.addUnknown(part.itemID) }
        }
        return Judgement(
            allergens: ledger.allergens(for: profile), unknownItems: ledger.unknownItems, evidence: ledger.evidence,
            otherIngredients: ledger.others.sorted().map { profile.otherIngredients[$0].name })
    }
}

/// Collects the findings of a meal, by allergen, with the strongest reason.
private struct MealLedger {
    private var found: [AllergenChoice: (likelihood: AllergenLikelihood, permille: Int?)] = [:]
    private var unnamed: AllergenSet = []
    private(set) var unknownItems: [MealItemID] = []
    private(set) var evidence: [MealEvidence] = []
    private(set) var others: Set<Int> = []

    mutating func addUnknown(_ item: MealItemID?) {
        if let item { unknownItems.append(item) }
    }

    mutating func add(_ reading: NameReader.Reading, of item: MealItemID?) {
        others.formUnion(reading.others)
        for mention in reading.mentions {
            unnamed.formUnion(mention.unnamed)
            for choice in mention.choices {
                note(choice, mention.likelihood, permille: nil)
                note(MealEvidence(itemID: item, allergen: choice, basis: .name, text: mention.text))
            }
        }
    }

    mutating func add(_ recipes: DishRecipes, of item: MealItemID?) {
        unnamed.formUnion(recipes.unnamed)
        for choice in recipes.holding.keys.sorted() {
            let permille = recipes.permille(choice)
            let isEnough = recipes.isExact || recipes.recipes >= AssessMeal.minRecipes
            let isLikely = permille >= AssessMeal.likelyFrom && isEnough && !recipes.isNear
            note(choice, isLikely ? .likely : .possible, permille: permille)
            note(MealEvidence(itemID: item, allergen: choice, basis: .dish, text: recipes.dish))
        }
    }

    /// All findings; a species of the profile counts as possible if its allergen was found without a species.
    func allergens(for profile: AssessmentProfile) -> [MealAllergen] {
        var all = found
        for choice in profile.allergens where all[choice] == nil {
            guard choice.species != nil, unnamed.contains(AllergenSet(choice.group)) else { continue }
            all[choice] = (.possible, nil)
        }
        return all.sorted { $0.key < $1.key }.map { choice, notified in
            MealAllergen(
                allergen: choice, likelihood: notified.likelihood, permille: notified.permille,
                inProfile: profile.allergens.contains(choice))
        }
    }

    private mutating func note(_ choice: AllergenChoice, _ likelihood: AllergenLikelihood, permille: Int?) {
        let before = found[choice]
        found[choice] = (
            max(likelihood, before?.likelihood ?? likelihood),
            [permille, before?.permille].compactMap(\.self).max()
        )
    }

    private mutating func note(_ piece: MealEvidence) {
        guard evidence.count < MealAllergenDetails.maxEvidence, !evidence.contains(piece) else { return }
        evidence.append(piece)
    }
}
