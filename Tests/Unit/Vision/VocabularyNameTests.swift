import EventContracts
import Foundation
import Testing

@testable import VisionService

@Suite("Names from an open vocabulary")
struct VocabularyNameTests {
    private static let local = Predictor(name: "food-small", version: "1")
    private static let open = Predictor(name: "open-vocabulary-test", version: "2")
    private static let dish = MassModel.Estimate(logarithm: log(317), spread: 0.8)
    private static let rice = MassModel.Estimate(logarithm: log(158), spread: 0.5)

    private static func food(_ label: String, _ score: Double) -> FoodPrediction.Food {
        FoodPrediction.Food(
            label: label, score: score, box: [0, 0, 1, 1], mass: .init(logarithm: log(180), spread: 0.4),
            method: .appearance, embedding: [])
    }

    private static func proposal(_ label: String?, _ score: Double, _ texts: [String: String] = [:]) -> VocabularyName {
        VocabularyName(label: label, texts: texts, score: score, predictor: open)
    }

    /// The foods after the open vocabulary; it has the masses of rice and of any dish.
    private static func named(_ foods: FoodPrediction.Food..., in language: String = "en") -> [FoodPrediction.Food] {
        FoodPrediction(foods: foods, light: .unjudged, predictor: local)
            .named(in: language) { [FoodLabels.otherFood: dish, "rice": rice][$1] }.foods
    }

    @Test("calibration: softmax adds a food's names, sigmoid takes the highest")
    func calibration() {
        let cosines = [0.3, 0.3, 0.2], concepts = [0, 0, 1]
        let shared = VocabularyCalibration(temperature: 0.1, bias: nil)
            .probabilities(of: cosines, concepts: concepts, count: 2)
        #expect(abs(shared[0] - 2 / (2 + exp(-1))) < 1e-9 && abs(shared[0] + shared[1] - 1) < 1e-9)
        let single = VocabularyCalibration(temperature: 0.1, bias: -3)
            .probabilities(of: cosines, concepts: concepts, count: 2)
        #expect(abs(single[0] - 0.5) < 1e-9 && abs(single[1] - 1 / (1 + exp(1))) < 1e-9)
        let steep = VocabularyCalibration(temperature: 0.001, bias: nil)
        #expect(steep.probabilities(of: [1, -1], concepts: [0, 1], count: 2) == [1, 0])
    }

    @Test(
        "open vocabulary: names unlabeled foods, and others if more certain",
        arguments: [
            ("other food", 0.99, "rice", 0.5, true), ("other food", 0.6, "rice", 0.49, false),
            ("apple", 0.89, "rice", 0.9, true), ("apple", 0.9, "rice", 0.99, false),
            ("apple", 0.6, "rice", 0.59, false), ("apple", 0.3, "rice", 0.4, false),
            ("apple", 0.6, "apple", 0.99, false),
        ])
    func rule(_ label: String, _ score: Double, _ proposed: String, _ probability: Double, _ wins: Bool) throws {
        var food = Self.food(label, score)
        food.proposal = Self.proposal(proposed, probability)
        let found = try #require(Self.named(food).first)
        #expect(found.label == (wins ? proposed : label) && found.score == (wins ? probability : score))
        #expect(found.predictor == (wins ? Self.open : nil))
        #expect(wins || found == food)
        #expect(SeenFood(found, by: "food-small/1").predictor == (wins ? "open-vocabulary-test/2" : "food-small/1"))
    }

    @Test("VIS-12: a learned food's name is not replaced by the vocabulary")
    func taught() {
        var food = Self.food("other food", 0.9)
        food.proposal = Self.proposal("rice", 0.99)
        food.recalled = Recollection(
            region: RegionID(of: MealID.random(), at: 0), meaning: .init(foodID: "fndds-1"), similarity: 0.9,
            isShared: false, taughtAt: .distantPast)
        #expect(Self.named(food) == [food])
    }

    @Test("open vocabulary: a name without label is in the meal's language")
    func languages() {
        var food = Self.food("other food", 0.9)
        food.proposal = Self.proposal(nil, 0.8, ["en": "lasagna", "fr": "lasagnes"])
        let french = Self.named(food, in: "fr"), chinese = Self.named(food, in: "zh")
        #expect(french.first?.name == "lasagnes" && french.first?.label == FoodLabels.otherFood)
        #expect(chinese.first?.name == "lasagna" && chinese.first?.isUnnamed == false)
        food.proposal = Self.proposal(nil, 0.8)
        #expect(Self.named(food) == [food], "without a text that fits, the food stays unnamed")
    }

    @Test("open vocabulary: the mass is that of the named food, else of a dish")
    func masses() {
        var food = Self.food("apple", 0.6)
        food.proposal = Self.proposal("rice", 0.8)
        #expect(Self.named(food).first?.mass == Self.rice && Self.named(food).first?.method == .usual)
        food.proposal = Self.proposal("pear", 0.8)
        #expect(Self.named(food).first?.mass == Self.dish)
        food.label = FoodLabels.otherFood
        food.proposal = Self.proposal(nil, 0.8, ["en": "curry"])
        #expect(Self.named(food).first?.mass == food.mass && Self.named(food).first?.method == food.method)
    }

    @Test("open vocabulary: foods stay sorted by score after it names them")
    func order() {
        var food = Self.food("apple", 0.5)
        food.proposal = Self.proposal("rice", 0.8)
        #expect(Self.named(Self.food("bread", 0.7), food).map(\.label) == ["rice", "bread"])
        #expect(Self.named(Self.food("bread", 0.7), Self.food("apple", 0.5)).map(\.label) == ["bread", "apple"])
    }

    @Test(
        "half precision: every bit pattern decodes to its number",
        arguments: [
            (0x0000, 0), (0x3C00, 1), (0xBC00, -1), (0x3800, 0.5), (0x0001, 0x1p-24), (0x03FF, 1_023 * 0x1p-24),
            (0x0400, 0x1p-14), (0x3555, 1_365 * 0x1p-12), (0x7BFF, 65_504), (0x7C00, .infinity),
        ] as [(UInt16, Float)])
    func halves(_ bits: UInt16, _ value: Float) {
        #expect(Float(half: bits) == value)
        #expect(Float(half: 0x7C01).isNaN)
    }
}
