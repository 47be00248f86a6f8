import EventContracts
import Testing

@testable import AllergenService

@Suite("Diet conflicts")
struct DietTests {
    private func answer(_ text: String, _ diet: Diet) throws -> DietAnswer {
        let profile = AssessmentProfile(diets: [diet])
        let answers = try LexiconFixture.assess(text, profile: profile).diets
        #expect(answers.map(\.diet) == [diet])
        return try #require(answers.first)
    }

    @Test(
        "ALG-17: an ingredient that the diet excludes is a conflict",
        arguments: [
            ("sugar, gelatine, salt", Diet.vegan, "gelatine"), ("sugar, honey", .vegan, "honey"),
            ("water, egg white", .vegan, "egg white"), ("tomato, anchovies", .vegetarian, "anchovies"),
            ("rice, bacon", .halal, "bacon"), ("sauce (red wine, salt)", .halal, "red wine"),
            ("rice, prawns", .kosher, "prawns"), ("colour: E120", .vegan, "E120"),
            ("barley malt", .glutenFree, "barley malt"),
            ("sucre, saindoux", .halal, "saindoux"), ("arroz, gelatina de cerdo", .kosher, "gelatina de cerdo"),
            ("白砂糖、明胶", .vegetarian, "明胶"), ("大米、猪肉", .halal, "猪肉"),
        ])
    func conflicts(text: String, diet: Diet, words: String) throws {
        let found = try answer(text, diet)
        #expect(found.answer == .conflict)
        #expect(found.evidence.contains { $0.text == words })
    }

    @Test(
        "ALG-17: an unstated source is a possible conflict",
        arguments: [
            ("sugar, E471", Diet.vegan), ("sugar, mono- and diglycerides of fatty acids", .vegetarian),
            ("milk, rennet, salt", .vegetarian), ("rice, beef", .halal), ("rice, chicken", .kosher),
            ("sugar, gelatine", .halal), ("farine de riz, glycérine", .vegan), ("soy sauce, rice", .glutenFree),
        ])
    func doubts(text: String, diet: Diet) throws {
        #expect(try answer(text, diet).answer == .possibleConflict)
    }

    @Test(
        "ALG-17: similar-sounding words do not conflict with a diet",
        arguments: [
            ("water, wine vinegar, salt", Diet.halal), ("sugar, maltitol, sugar alcohol", .halal),
            ("milk, microbial rennet", .vegetarian), ("water, coconut milk, cocoa butter", .vegan),
            ("tomato, nutmeg, cinnamon 肉桂", .vegetarian), ("rice flour, buckwheat", .glutenFree),
            ("water, rice, sugar. May contain milk", .vegan),
        ])
    func noConflict(text: String, diet: Diet) throws {
        #expect(try answer(text, diet).answer == .noConflictFound)
    }

    @Test(
        "ALG-17: animals and animal products always conflict",
        arguments: [
            "cow", "pig", "horse", "goat", "blood", "bone", "liver", "beef gelatin", "gelatine powder",
            "cricket powder",
            "insects", "bee", "bee bread", "bird's nest", "sea cucumber", "frog legs", "venison", "wild boar", "quail",
            "oxtail", "tripe", "horse meat", "jellyfish", "vache", "cochon", "cheval", "sang", "insectes", "abeille",
            "grenouille", "sanglier", "foie gras", "rognons", "gélatine de bœuf", "vaca", "caballo", "sangre",
            "insectos",
            "abejas", "hígado", "jabalí", "cola de pez", "grillos", "pechuga de pollo", "奶牛", "猪血", "马肉", "驴肉", "昆虫",
            "蜜蜂", "燕窝", "海参", "牛蛙", "鸡爪", "牛腩", "肝脏", "阿胶", "吉利丁片",
        ])
    func animals(name: String) throws {
        let known = ["sugar, salt, water, rice, \(name)", name]
        for text in known { #expect(try answer(text, .vegan).answer != .noConflictFound, "\(text)") }
    }

    @Test(
        "ALG-17: plants named after an animal conflict with no diet",
        arguments: [
            "kidney beans, water", "rice, lamb's lettuce", "horse chestnut, water", "rice, pigeon peas", "水、牛蒡、马铃薯",
            "水、猪苓、鸡腿菇", "riz, cœurs d'artichaut", "arroz, cola de caballo", "honeydew melon, water",
        ])
    func plants(text: String) throws {
        #expect(try answer(text, .vegan).answer == .noConflictFound)
    }

    @Test("ALG-17: kosher: meat and milk together conflict")
    func meatAndMilk() throws {
        #expect(try answer("beef, cheese, salt", .kosher).answer == .conflict)
        #expect(try answer("cheese (milk, salt, microbial rennet)", .kosher).answer == .noConflictFound)
    }

    @Test("ALG-17: incomplete or unclear text is unknown", arguments: Diet.allCases)
    func unknown(diet: Diet) throws {
        #expect(try answer("", diet).answer == .unknown)
        #expect(try answer("Вода, сахар, соль", diet).answer == .unknown)
        #expect(try answer("May contain sesame.", diet).answer == .unknown)
    }

    @Test("ALG-17: natural flavors have unknown content")
    func hidden() throws {
        #expect(try answer("water, natural flavours", .vegan).answer == .unknown)
        #expect(try answer("water, natural flavours", .vegan).evidence.map(\.text) == ["natural flavours"])
    }
}
