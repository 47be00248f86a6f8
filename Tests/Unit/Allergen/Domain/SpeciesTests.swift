import EventContracts
import Foundation
import Testing

@testable import AllergenService

@Suite("Individually chosen species")
struct SpeciesTests {
    private func assess(_ text: String, _ choices: Set<AllergenChoice>) throws -> Assessment {
        try LexiconFixture.assess(text, profile: AssessmentProfile(allergens: choices))
    }

    @Test("species codes: disjoint, round-trip, and follow their group")
    func codes() throws {
        #expect(Set(AllergenChoice.allCases.map(\.rawValue)).count == AllergenChoice.allCases.count)
        #expect(AllergenChoice.allCases.count == AllergenCode.allCases.count + AllergenSpecies.allCases.count)
        #expect(AllergenSpecies.allCases.count <= 64)
        let encoded = try JSONEncoder().encode(AllergenChoice.allCases)
        #expect(try JSONDecoder().decode([AllergenChoice].self, from: encoded) == AllergenChoice.allCases)
        #expect(try JSONDecoder().decode([String].self, from: encoded).contains("brazilNut"))
        #expect(AllergenChoice.allCases.sorted() == AllergenChoice.allCases)
    }

    @Test("ALG-01: a chosen species is named; an unnamed one is possible")
    func oneKind() throws {
        let named = try assess("sugar, almonds", [.species(.almond)])
        #expect(named.contains.map(\.subject) == [.allergen(.species(.almond))])
        let unnamed = try assess("sugar, tree nuts", [.species(.almond)])
        #expect(unnamed.contains.isEmpty)
        #expect(unnamed.mayContain.map(\.subject) == [.allergen(.species(.almond))])
        #expect(unnamed.mayContain.flatMap(\.evidence).map(\.rule) == [.unnamedSpecies])
        let other = try assess("sugar, hazelnuts", [.species(.almond)])
        #expect(other.verdict == .notDetected)
        #expect(other.ingredients.last?.allergens == [.nuts])
        #expect(other.ingredients.last?.species == [.hazelnut])
    }

    @Test("ALG-01: choosing a group includes its species")
    func both() throws {
        let found = try assess("almonds", [.group(.nuts), .species(.almond)])
        #expect(found.contains.map(\.subject) == [.allergen(.group(.nuts)), .allergen(.species(.almond))])
    }

    @Test(
        "ALG-01: a species named beside the general word excludes other species",
        arguments: ["nuts (hazelnuts)", "hazelnuts (nuts)", "sugar, hazelnuts. Contains: tree nuts.", "hazelnut flour"])
    func notified(text: String) throws {
        #expect(try assess(text, [.species(.almond)]).verdict == .notDetected)
    }

    @Test(
        "ALG-01: an ambiguous species name leaves each species possible",
        arguments: [
            (AllergenSpecies.almond, ["praline", "praliné", "gianduja", "macarons", "halva"]),
            (.hazelnut, ["praline", "praliné noisette et pralin"]), (.shrimp, ["scampi"]), (.langoustine, ["scampi"]),
            (.cod, ["scrod"]), (.hake, ["colin, eau, sel"]), (.flatfish, ["龙利鱼"]), (.walnut, ["桃仁"]),
            (.wheat, ["muesli", "bière, eau", "orzo noodles"]),
        ])
    func shared(species: AllergenSpecies, names: [String]) throws {
        for name in names {
            let found = try assess(name, [.species(species)])
            #expect([.mayContain, .contains].contains(found.verdict), "\(name)")
        }
        let first = try assess(names[0], [.group(species.group)])
        #expect(first.verdict != .notDetected)
    }

    @Test("ALG-01: other flours are not wheat; wheat beside them stays wheat")
    func otherFlour() throws {
        for text in [
            "rye flour, water", "barley flour, water", "oat flour, water", "wholegrain rye flour",
            "farine de seigle, eau", "farine complète de seigle, eau", "harina de centeno, agua",
        ] {
            #expect(try assess(text, [.species(.wheat)]).verdict == .notDetected, "\(text)")
            #expect(try assess(text, [.group(.gluten)]).verdict == .contains, "\(text)")
        }
        for text in ["flour, water", "rye flour, flour", "wheat flour, rye flour", "farine, farine de seigle"] {
            #expect(try assess(text, [.species(.wheat)]).verdict == .contains, "\(text)")
        }
    }

    @Test("ALG-08: traces of an unnamed species are traces")
    func traces() throws {
        var profile = AssessmentProfile(allergens: [.species(.almond)])
        let text = "sugar, hazelnuts. May contain other nuts."
        #expect(try LexiconFixture.assess(text, profile: profile).verdict == .mayContain)
        profile.traces = .ignore
        #expect(try LexiconFixture.assess(text, profile: profile).verdict == .notDetected)
    }

    @Test(
        "C18: product facts give the same verdict as the text",
        arguments: [
            "sugar, almonds", "tree nuts", "sugar. May contain nuts", "lecithin, fish", "", "wheat flour, E322",
            "sugar, hazelnuts. May contain other nuts.", "Вода, milk", "sugar. May contain almonds",
        ])
    func facts(text: String) throws {
        let profiles: [Set<AllergenChoice>] = [
            [], [.group(.nuts)], [.species(.almond)], [.group(.nuts), .species(.almond), .group(.soybeans)],
            [.species(.cod)], [.group(.milk)], [.species(.wheat)],
        ]
        for traces in TraceStrictness.allCases {
            for choices in profiles {
                let profile = AssessmentProfile(allergens: choices, traces: traces)
                let full = try LexiconFixture.assess(text, profile: profile)
                let stored = try JSONDecoder().decode(AllergenFacts.self, from: JSONEncoder().encode(full.facts))
                let again = stored.judge(profile)
                #expect(again.verdict == full.verdict)
                #expect(again.contains.map(Finding.Subject.allergen) == full.contains.map(\.subject))
                #expect(again.mayContain.map(Finding.Subject.allergen) == full.mayContain.map(\.subject))
            }
        }
    }

    @Test("ALG-04: a synonym matches as its ingredient; JSON: string or object")
    func synonyms() throws {
        let kiwi = OtherIngredient("kiwi", synonyms: ["actinidia", "猕猴桃"])
        let profile = AssessmentProfile(otherIngredients: [kiwi])
        for text in ["sugar, Actinidia", "水、獼猴桃汁", "kiwis"] {
            let found = try LexiconFixture.assess(text, profile: profile)
            #expect(found.contains.map(\.subject) == [.otherIngredient("kiwi")], "\(text)")
        }
        let wire = try JSONDecoder().decode([OtherIngredient].self, from: Data(#"["mint"]"#.utf8))
        #expect(wire == ["mint"])
        #expect(String(decoding: try JSONEncoder().encode(wire), as: UTF8.self) == #"["mint"]"#)
        #expect(try JSONDecoder().decode(OtherIngredient.self, from: JSONEncoder().encode(kiwi)) == kiwi)
    }

    @Test("ALG-12: stored terms are lexicon terms, never the user's words")
    func terms() throws {
        let found = try LexiconFixture.assess("Ingredients: sugar, SKIMMED\nMILK  powder")
        #expect(found.terms.contains { $0.choice == .group(.milk) && $0.term == "skimmed milk powder" })
        #expect(found.terms.allSatisfy { !$0.term.contains("\n") && !$0.source.isEmpty })
    }
}
