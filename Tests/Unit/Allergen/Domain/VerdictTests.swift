import EventContracts
import Testing

@testable import AllergenService

@Suite("Verdict")
struct VerdictTests {
    private let milk = AssessmentProfile(allergens: [.group(.milk)])

    @Test(
        "ALG-05, C17: verdict: contains > couldNotRead > mayContain > none",
        arguments: [
            ("sugar, milk. May contain milk", Verdict.contains, true),
            ("sugar, salt. May contain milk", .mayContain, true),
            ("sugar, salt", .notDetected, true), ("", .couldNotRead, false), ("  \n ", .couldNotRead, false),
            (".,;:!?()", .couldNotRead, false), ("12 345, 6.7 %", .couldNotRead, false),
            ("\u{0}\u{1}\u{2}\u{FFFD}\u{FFFD}", .couldNotRead, false), ("Вода, сахар, соль", .couldNotRead, false),
            ("砂糖、バター、ショートニング", .couldNotRead, false), ("Zucker, Wasser, Salz, Haselnüsse", .couldNotRead, false),
            ("qwzx vbnm ghjk tyui", .couldNotRead, false), ("Вода, сахар, milk", .contains, false),
            ("May contain milk.", .mayContain, false), ("Contains: egg.", .couldNotRead, false),
        ])
    func order(text: String, verdict: Verdict, complete: Bool) throws {
        let assessment = try LexiconFixture.assess(text, profile: milk)
        #expect(assessment.verdict == verdict)
        #expect(assessment.complete == complete)
        #expect((assessment.advice == nil) == complete)
        #expect(assessment.gaps.isEmpty == complete)
    }

    @Test(
        "C17: a photo list without heading may be partial: no \"not detected\"",
        arguments: [
            ("Ingredients: sugar, salt", Verdict.notDetected), ("配料：白砂糖、食用盐", .notDetected),
            ("sugar, salt", .couldNotRead), ("sugar, salt. For allergens see ingredients in bold.", .couldNotRead),
            ("白砂糖、食用盐\n营养成分表", .couldNotRead), ("sugar, milk", .contains),
        ])
    func photographed(text: String, verdict: Verdict) throws {
        let lexicon = try LexiconFixture.lexicon.get()
        let photo = AssessLabel(lexicon: lexicon).decide(text, profile: milk, source: .photo(isDoubtful: false))
        #expect(photo.verdict == verdict)
        #expect(photo.complete == (verdict == .notDetected))
        let typed = AssessLabel(lexicon: lexicon).decide(text, profile: milk)
        #expect(typed.verdict == (verdict == .contains ? .contains : .notDetected) && typed.complete)
    }

    @Test("ALG-04: findings follow the profile; ingredients cover all 14")
    func profileOnly() throws {
        let assessment = try LexiconFixture.assess("wheat flour, milk, lecithin. May contain nuts", profile: milk)
        #expect(assessment.contains.map(\.subject) == [.allergen(.group(.milk))])
        #expect(assessment.mayContain.isEmpty)
        #expect(assessment.ingredients.map(\.allergens) == [[.gluten], [.milk], []])
        #expect(assessment.ingredients.map(\.possibleAllergens) == [[], [], [.eggs, .soybeans]])
        #expect(assessment.profileEmpty == false)
    }

    @Test("ALG-04: an empty profile is checked for all 14")
    func emptyProfile() throws {
        let assessment = try LexiconFixture.assess("wheat flour, milk. May contain nuts")
        #expect(assessment.profileEmpty)
        #expect(assessment.contains.map(\.subject) == [.allergen(.group(.gluten)), .allergen(.group(.milk))])
        #expect(assessment.mayContain.map(\.subject) == [.allergen(.group(.nuts))])
    }

    @Test("ALG-08: ignoring traces suppresses the alert, not the list")
    func ignoredTraces() throws {
        var profile = milk
        profile.traces = .ignore
        let traces = try LexiconFixture.assess("sugar. May contain milk", profile: profile)
        #expect(traces.verdict == .notDetected)
        #expect(traces.mayContain.map(\.subject) == [.allergen(.group(.milk))])
        profile.allergens = [.group(.soybeans)]
        let doubtful = try LexiconFixture.assess("sugar, lecithin", profile: profile)
        #expect(doubtful.verdict == .mayContain, "an ingredient of unknown origin is no trace")
        #expect(try LexiconFixture.assess("qwzx vbnm ghjk tyui", profile: profile).verdict == .couldNotRead)
    }

    @Test("ALG-06: evidence has text, span, rule and source")
    func evidence() throws {
        let text = "Sucre, œufs, lécithine. Peut contenir : lait"
        let scalars = Array(text.unicodeScalars)
        let assessment = try LexiconFixture.assess(text)
        let all = (assessment.contains + assessment.mayContain).flatMap(\.evidence)
        #expect(all.map(\.rule) == [.ingredientTerm, .possibleSource, .traceStatement])
        #expect(all.map(\.text) == ["œufs", "lécithine", "lait"])
        for evidence in all {
            let slice = scalars[evidence.start..<evidence.start + evidence.length]
            #expect(String(String.UnicodeScalarView(slice)) == evidence.text)
            #expect(!evidence.source.isEmpty)
        }
        #expect(all[1].reason.contains("undeclared origin"))
    }

    @Test(
        "C17: words with unclear content are reported",
        arguments: ["spices", "natural flavours", "épices", "especias", "香料"])
    func vague(word: String) throws {
        let assessment = try LexiconFixture.assess("\(word), salt")
        #expect(assessment.vagueTerms.map(\.text) == [word])
        #expect(assessment.vagueTerms.allSatisfy { !$0.note.isEmpty })
        #expect(assessment.verdict == .notDetected)
    }

    @Test(
        "ALG-04: a custom ingredient matches in any spelling",
        arguments: [
            ("kiwi", "sugar, KIWIS (5 %)"), ("Strawberries", "sugar, strawberry puree"),
            ("champiñón", "sal, champinones"),
            ("猕猴桃", "水、獼猴桃汁"), ("gelatine de porc", "sucre, gélatine de porc"), ("coconut", "coconut milk"),
        ])
    func otherIngredients(name: String, text: String) throws {
        let profile = AssessmentProfile(otherIngredients: [OtherIngredient(name)])
        let assessment = try LexiconFixture.assess(text, profile: profile)
        #expect(assessment.verdict == .contains)
        #expect(assessment.contains.map(\.subject) == [.otherIngredient(name)])
        #expect(assessment.profileEmpty == false)
    }

    @Test("ALG-08: a custom ingredient in traces or negated is not contained")
    func otherIngredientInStatements() throws {
        let profile = AssessmentProfile(otherIngredients: ["kiwi"])
        #expect(try LexiconFixture.assess("sugar. May contain kiwi", profile: profile).verdict == .mayContain)
        #expect(try LexiconFixture.assess("sugar, without kiwi", profile: profile).verdict == .notDetected)
        #expect(try LexiconFixture.assess("sugar, kiwi-free salt", profile: profile).verdict == .notDetected)
        // Words joined without spaces are possible: neither certain nor ignored.
        #expect(try LexiconFixture.assess("sugar, kiwifruit-like salt", profile: profile).verdict == .mayContain)
    }

    @Test("C17: a truncated text is never *not detected*")
    func tooLong() throws {
        let text = String(repeating: "sugar, ", count: 20_000)
        let assessment = try LexiconFixture.assess(text, profile: milk)
        #expect(assessment.verdict == .couldNotRead)
        #expect(assessment.gaps.contains(.textTooLong))
        #expect(assessment.ingredients.count == IngredientListReader.maximumIngredients)
    }

    @Test(
        "profile: has size limits",
        arguments: [("", 1), ("   ", 1), ("!?", 1), (String(repeating: "a", count: 81), 1), ("kiwi", 0)])
    func profileRules(name: String, violations: Int) {
        let profile = AssessmentProfile(otherIngredients: [OtherIngredient(name)])
        #expect(ProfileRules.violations(of: profile).count == violations)
        let many = AssessmentProfile(otherIngredients: Array(repeating: OtherIngredient("kiwi"), count: 51))
        #expect(ProfileRules.violations(of: many).map(\.pointer) == ["/otherIngredients"])
    }
}
