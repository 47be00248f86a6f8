import EventContracts
import Testing

@testable import AllergenService

/// The likelihood of each allergen for a name, by the allergen's code.
private func judge(
    _ name: String?, foodID: String? = nil, avoiding allergens: Set<AllergenChoice> = [],
    others: [OtherIngredient] = []
) throws -> (found: [String: AllergenLikelihood], judgement: AssessMeal.Judgement, item: MealItemID) {
    let item = MealItemID.random()
    let assess = AssessMeal(lexicon: try Lexicon.builtIn(), dishes: .builtIn)
    let judgement = assess.decide(
        [AssessMeal.Named(itemID: item, foodID: foodID, name: name)],
        profile: AssessmentProfile(allergens: allergens, otherIngredients: others))
    let found = Dictionary(
        uniqueKeysWithValues: judgement.allergens.map { ($0.allergen.rawValue, $0.likelihood) })
    return (found, judgement, item)
}

@Suite("Allergens of a meal from food names and dish recipes")
struct MealJudgementTests {
    @Test(
        "ALG-06, ALG-07: a name match is certain, in four languages",
        arguments: [
            ("peanut butter sandwich", ["peanuts"]), ("gâteau aux noix", ["nuts"]),
            ("gambas al ajillo", ["crustaceans"]), ("花生酱", ["peanuts"]), ("crème aux œufs", ["eggs"]),
            ("sopa de almejas", ["molluscs"]), ("虾仁炒蛋", ["crustaceans", "eggs"]), ("tahini", ["sesame"]),
            ("Tofu", ["soybeans"]), ("PEANUT soup", ["peanuts"]),
        ])
    func named(name: String, expected: [String]) throws {
        let found = try judge(name).found
        for code in expected { #expect(found[code] == .named, "\(name): \(found)") }
    }

    @Test(
        "ALG-07: usual ingredients are likely, occasional ones possible",
        arguments: [
            ("lasagna", "milk"), ("lasagna", "gluten"), ("pancakes", "eggs"), ("pizza", "milk"),
            ("carrot cake", "eggs"), ("pad thai", "peanuts"),
        ])
    func likely(name: String, code: String) throws {
        let (found, judgement, item) = try judge(name)
        #expect(found[code] == .likely || found[code] == .named, "\(found)")
        let notified = try #require(judgement.allergens.first { $0.allergen.rawValue == code })
        #expect(try #require(notified.permille) >= AssessMeal.likelyFrom)
        #expect(
            judgement.evidence.contains { $0.itemID == item && $0.basis == .dish && $0.allergen == notified.allergen })
    }

    @Test("dish: an allergen in fewer than five of six recipes is possible")
    func possible() throws {
        let judgement = try judge("cookie").judgement
        let nuts = try #require(judgement.allergens.first { $0.allergen == .group(.nuts) })
        #expect(nuts.likelihood == .possible && (1..<AssessMeal.likelyFrom).contains(nuts.permille ?? 0))
    }

    @Test("ALG-07: an allergen of three recipes in four is possible, not likely")
    func chowder() throws {
        let judgement = try judge("clam chowder").judgement
        let milk = try #require(judgement.allergens.first { $0.allergen == .group(.milk) })
        #expect(milk.likelihood == .possible && milk.permille == 750)
    }

    @Test("dish: a survey food is judged by its own recipe, not its name")
    func ownRecipe() throws {
        let table = DishTable.builtIn
        let dish = try #require(table.dishes.first { $0.allergens.contains(AllergenSet(.peanuts)) })
        let (found, judgement, _) = try judge("something", foodID: "fndds-\(dish.code)")
        #expect(found["peanuts"] == .likely && judgement.unknownItems.isEmpty)
        #expect(judgement.allergens.first { $0.allergen == .group(.peanuts) }?.permille == 1_000)
    }

    @Test(
        "C17: an unknown dish is reported as unknown, not as free of allergens",
        arguments: ["zorglub", "grandma's zorglub surprise", "quux bread", "汤姆的秘密", "", "???", "1234"])
    func unknown(name: String) throws {
        let (_, judgement, item) = try judge(name)
        #expect(judgement.unknownItems == [item])
    }

    @Test("C17: an item without a name is unknown")
    func nameless() throws {
        let (found, judgement, item) = try judge(nil)
        #expect(found.isEmpty && judgement.unknownItems == [item])
    }

    @Test("dish: a fully known one is not listed as unknown", arguments: ["apple", "lasagna", "white bread"])
    func known(name: String) throws {
        #expect(try judge(name).judgement.unknownItems.isEmpty)
    }

    @Test("dish: a negation in the name keeps the dish's own allergens")
    func freeFrom() throws {
        #expect(try judge("gluten free zorglub").found["gluten"] == nil)
        #expect(try judge("coconut milk").found["milk"] != .named)
    }

    @Test("food name: a misspelled one is a possible match, never a certain one")
    func misspelt() throws {
        #expect(try judge("peanul soup").found["peanuts"] != .named)
    }

    @Test("ALG-04: a species is possible where only its group is named")
    func kinds() throws {
        let (found, judgement, _) = try judge("nut cake", avoiding: [.species(.almond)])
        #expect(found["nuts"] == .named && found["almond"] == .possible)
        #expect(judgement.allergens.filter(\.inProfile).map(\.allergen) == [.species(.almond)])
        #expect(try judge("walnut", avoiding: [.species(.almond)]).found["almond"] == nil)
    }

    @Test("ALG-04: custom ingredients are searched in food names")
    func others() throws {
        let judgement = try judge(
            "coriander soup", others: [OtherIngredient("coriander"), OtherIngredient("dill")]
        ).judgement
        #expect(judgement.otherIngredients == ["coriander"])
    }

    @Test("meal: all findings are listed; an empty profile matches none")
    func emptyProfile() throws {
        let judgement = try judge("cheese pizza").judgement
        #expect(!judgement.allergens.isEmpty && judgement.allergens.allSatisfy { !$0.inProfile })
    }

    @Test("food names: of any length and form are read", arguments: ["a ", "花", "noix, ", "\u{0}", "with "])
    func hostile(piece: String) throws {
        _ = try judge(String(repeating: piece, count: 400))
    }
}

@Suite("History of meal notices")
struct ReportedMealFindingsTests {
    private func found(_ likelihood: AllergenLikelihood, inProfile: Bool = true) -> [MealAllergen] {
        [MealAllergen(allergen: .group(.milk), likelihood: likelihood, inProfile: inProfile)]
    }

    @Test("meal notice: a finding is new once, and again once it is likely")
    func once() {
        var notified = ReportedMealFindings()
        let likelihoods: [AllergenLikelihood] = [.possible, .possible, .likely, .named, .possible]
        let news = likelihoods.map { notified.report(found($0), otherMatches: 0) }
        #expect(news == [true, false, true, false, false])
    }

    @Test("meal notice: only findings of the profile are new")
    func others() {
        var notified = ReportedMealFindings()
        let alien = notified.report(found(.named, inProfile: false), otherMatches: 0)
        let own = [1, 1, 2].map { notified.report([], otherMatches: $0) }
        #expect(!alien && own == [true, false, true])
    }

    @Test("ALG-05: meal notice: a finding that disappears and returns is new")
    func comesBack() {
        var notified = ReportedMealFindings()
        let meal = [found(.likely), [], found(.likely)].map { notified.report($0, otherMatches: 0) }
        #expect(meal == [true, false, true])
        let profile = [false, true].map { notified.report(found(.named, inProfile: $0), otherMatches: 0) }
        #expect(profile == [false, true])
        let own = [1, 0, 1].map { notified.report(found(.named), otherMatches: $0) }
        #expect(own == [true, false, true])
    }
}
