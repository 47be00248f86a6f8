import FoodCatalogue
import Nourishment
import Quantities
import Testing
import UnitSupport

@Suite struct RecommendationTests {
    /// A day with little iron and no calcium; all others are on target or unknown.
    private func day(energy: Double = 1_200, more: [Nutrient: NutrientFigure] = [:]) throws -> DayAssessment {
        var figures: [Nutrient: NutrientFigure] = [
            .energy: figure(energy), .iron: figure(4.5), .calcium: figure(0), .zinc: figure(8),
            .vitaminD: figure(0, 0, of: 1), .sodium: figure(500),
        ]
        figures.merge(more) { $1 }
        for nutrient in Nutrient.allCases where figures[nutrient] == nil { figures[nutrient] = figure(0, 0, of: 1) }
        return DayAssessment(of: intake(figures), against: try goals())
    }

    private func food(
        _ id: String, _ amounts: [Nutrient: Double], allergens: Set<String>? = [], habit: Double = 1
    ) -> FoodChoice {
        FoodChoice(
            id: id, mass: Grams(100), amounts: NutrientAmounts(amounts), allergens: allergens, habit: habit)
    }

    private func names(
        _ choices: [FoodChoice], for day: DayAssessment? = nil, avoiding: Set<String> = [], maxCount: Int = 10
    ) throws -> [String] {
        Recommendation.find(for: try day ?? self.day(), among: choices, avoiding: avoiding, maxCount: maxCount).map(
            \.food.id)
    }

    @Test("NUT-16: gaps are known deficits, the largest first")
    func gaps() throws {
        let gaps = Recommendation.gaps(in: try day())
        #expect(gaps.map(\.nutrient) == [.calcium, .iron])
        #expect(gaps.map(\.missing) == [1_000, 13.5])
        #expect(gaps.map(\.share) == [1, 0.75])
    }

    @Test("NUT-16: foods closing most gaps rank first, with their gaps")
    func closes() throws {
        let tofu = food("tofu", [.energy: 144, .calcium: 350, .iron: 2.7])
        let apple = food("apple", [.energy: 52, .calcium: 6, .iron: 0.1])
        let lentils = food("lentils", [.energy: 116, .calcium: 19, .iron: 3.3])
        #expect(try names([apple, lentils, tofu]) == ["tofu", "lentils"])
        #expect(try names([apple, lentils, tofu], maxCount: 1) == ["tofu"])
        let found = Recommendation.find(for: try day(), among: [tofu], avoiding: [], maxCount: 1)
        #expect(
            found.first?.closes
                == [.init(nutrient: .calcium, percent: 35), .init(nutrient: .iron, percent: 15)])
    }

    @Test("NUT-16: foods with the user's allergens are excluded")
    func allergens() throws {
        let cheese = food("cheese", [.energy: 100, .calcium: 700], allergens: ["milk"])
        let stew = food("stew", [.energy: 100, .calcium: 300], allergens: nil)
        let kale = food("kale", [.energy: 35, .calcium: 250])
        #expect(try names([cheese, stew, kale], avoiding: ["milk"]) == ["kale", "stew"])
        #expect(try names([cheese, stew, kale], avoiding: ["nuts"]) == ["cheese", "kale", "stew"])
        #expect(try names([cheese, stew, kale]) == ["cheese", "stew", "kale"])
    }

    @Test("NUT-16, NUT-19: familiar foods precede new ones of similar use")
    func habits() throws {
        let usual = food("usual", [.energy: 100, .calcium: 200], habit: 3)
        let new = food("new", [.energy: 100, .calcium: 390], habit: 0)
        let better = food("better", [.energy: 100, .calcium: 410], habit: 0)
        #expect(try names([new, better, usual]) == ["better", "usual", "new"])
    }

    @Test("recommendations: energy beyond the goal lowers a food's rank")
    func energy() throws {
        let heavy = food("heavy", [.energy: 600, .calcium: 250])
        let light = food("light", [.energy: 50, .calcium: 200])
        #expect(try names([heavy, light]) == ["heavy", "light"])
        #expect(try names([heavy, light], for: try day(energy: 1_950)) == ["light"])
    }

    @Test("recommendations: foods leading above an upper level are excluded")
    func upper() throws {
        let shell = food("shell", [.energy: 50, .calcium: 300, .zinc: 33])
        #expect(try names([shell]).isEmpty)
        let salty = food("salty", [.energy: 50, .calcium: 300, .sodium: 1_000])
        #expect(try names([salty]) == ["salty"])
        #expect(try names([salty], for: try day(more: [.sodium: figure(2_000)])).isEmpty)
        let hardly = food("hardly", [.energy: 50, .calcium: 300, .sodium: 100])
        #expect(try names([hardly], for: try day(more: [.sodium: figure(2_500)])) == ["hardly"])
    }

    @Test("recommendations: equal foods have one order for any input order", arguments: 0..<10)
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let foods = ["a", "b", "c", "d"].map { food($0, [.energy: 50, .calcium: 300]) }
        #expect(try names(foods.shuffled(using: &random)) == ["a", "b", "c", "d"])
    }

    @Test("recommendations: none if no nutrient is short")
    func noGap() throws {
        let full = try day(more: [.iron: figure(18), .calcium: figure(1_000)])
        #expect(try names([food("tofu", [.energy: 10, .calcium: 350])], for: full).isEmpty)
    }
}
