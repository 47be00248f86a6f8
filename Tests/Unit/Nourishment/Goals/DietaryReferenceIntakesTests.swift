import FoodCatalogue
import Nourishment
import Testing

@Suite struct DietaryReferenceIntakesTests {
    private func intakes(
        _ sex: ReferenceSex, _ age: Int, _ stage: LifeStage = .general, weight: Double = 60, before: Double? = nil
    ) throws -> DietaryReferenceIntakes {
        DietaryReferenceIntakes(
            for: try body(sex, age: age, height: 165, weight: weight, before: before, .active, stage))
    }

    /// One figure of the printed tables.
    struct Printed: Sendable, CustomTestStringConvertible {
        let sex: ReferenceSex
        let age: Int
        var stage: LifeStage = .general
        let nutrient: Nutrient
        let amount: Double
        var upper: Double?
        var testDescription: String { "\(nutrient) of \(sex) \(age) \(stage)" }
    }

    @Test(
        "NUT-07: figures match the printed tables",
        arguments: [
            Printed(sex: .female, age: 25, nutrient: .iron, amount: 18, upper: 45),
            Printed(sex: .female, age: 51, nutrient: .iron, amount: 8, upper: 45),
            Printed(sex: .female, age: 25, stage: .pregnant(week: 20), nutrient: .iron, amount: 27, upper: 45),
            Printed(sex: .female, age: 18, stage: .lactating(month: 2), nutrient: .iron, amount: 10, upper: 45),
            Printed(sex: .male, age: 70, nutrient: .calcium, amount: 1_000, upper: 2_000),
            Printed(sex: .male, age: 71, nutrient: .calcium, amount: 1_200, upper: 2_000),
            Printed(sex: .female, age: 51, nutrient: .calcium, amount: 1_200, upper: 2_000),
            Printed(sex: .male, age: 14, nutrient: .calcium, amount: 1_300, upper: 3_000),
            Printed(sex: .male, age: 31, nutrient: .magnesium, amount: 420, upper: 350),
            Printed(sex: .male, age: 70, nutrient: .vitaminD, amount: 15, upper: 100),
            Printed(sex: .male, age: 71, nutrient: .vitaminD, amount: 20, upper: 100),
            Printed(sex: .female, age: 30, nutrient: .folate, amount: 400, upper: 1_000),
            Printed(sex: .female, age: 30, stage: .pregnant(week: 8), nutrient: .folate, amount: 600, upper: 1_000),
            Printed(sex: .female, age: 18, stage: .pregnant(week: 8), nutrient: .folate, amount: 600, upper: 800),
            Printed(
                sex: .female, age: 40, stage: .lactating(month: 3), nutrient: .vitaminA, amount: 1_300, upper: 3_000),
            Printed(sex: .male, age: 40, nutrient: .zinc, amount: 11, upper: 40),
            Printed(sex: .male, age: 16, nutrient: .zinc, amount: 11, upper: 34),
            Printed(sex: .male, age: 40, nutrient: .copper, amount: 0.9, upper: 10),
            Printed(sex: .male, age: 40, nutrient: .fluoride, amount: 4_000, upper: 10_000),
            Printed(sex: .female, age: 30, stage: .pregnant(week: 8), nutrient: .phosphorus, amount: 700, upper: 3_500),
            Printed(sex: .female, age: 72, nutrient: .phosphorus, amount: 700, upper: 3_000),
            Printed(sex: .male, age: 30, nutrient: .potassium, amount: 3_400),
            Printed(sex: .female, age: 30, stage: .lactating(month: 1), nutrient: .potassium, amount: 2_800),
            Printed(sex: .female, age: 60, nutrient: .sodium, amount: 1_500, upper: 2_300),
            Printed(sex: .female, age: 60, nutrient: .chloride, amount: 2_000, upper: 3_600),
            Printed(sex: .female, age: 55, nutrient: .fiber, amount: 21),
            Printed(sex: .male, age: 18, nutrient: .fiber, amount: 38),
            Printed(sex: .male, age: 55, nutrient: .linoleic, amount: 14),
            Printed(sex: .female, age: 30, stage: .pregnant(week: 8), nutrient: .carbohydrate, amount: 175),
            Printed(sex: .female, age: 51, nutrient: .vitaminB6, amount: 1.5, upper: 100),
            Printed(sex: .male, age: 30, nutrient: .vitaminC, amount: 90, upper: 2_000),
            Printed(sex: .male, age: 30, nutrient: .vitaminK, amount: 120),
            Printed(sex: .female, age: 16, nutrient: .choline, amount: 400, upper: 3_000),
        ])
    func printed(_ one: Printed) throws {
        let intake = try #require(try intakes(one.sex, one.age, one.stage)[one.nutrient])
        #expect(intake.amount == one.amount)
        #expect(intake.upper?.amount == one.upper)
    }

    @Test("protein by weight: 0.85, 0.8, 1.1 and 1.3 g per kilogram")
    func protein() throws {
        #expect(try intakes(.male, 18)[.protein]?.amount == 0.85 * 60)
        #expect(try intakes(.male, 19)[.protein]?.amount == 0.8 * 60)
        #expect(try intakes(.female, 30, .pregnant(week: 20), weight: 70, before: 60)[.protein]?.amount == 1.1 * 60)
        #expect(try intakes(.female, 30, .lactating(month: 2))[.protein]?.amount == 1.3 * 60)
    }

    @Test("upper levels: levels for supplements or retinol do not apply to food")
    func scopes() throws {
        let intakes = try intakes(.male, 40)
        for nutrient in [Nutrient.magnesium, .niacin, .folate, .vitaminE, .vitaminA] {
            #expect(intakes[nutrient]?.upper?.holdsForFood == false, "\(nutrient)")
        }
        for nutrient in [Nutrient.iron, .zinc, .selenium, .vitaminD, .sodium] {
            #expect(intakes[nutrient]?.upper?.holdsForFood == true, "\(nutrient)")
        }
    }

    @Test("reference intakes: every group has each vitamin and mineral")
    func whole() throws {
        let withoutFigure: Set<Nutrient> = [
            .energy, .fat, .sugars, .water, .alcohol, .saturated, .monounsaturated, .polyunsaturated, .trans,
            .cholesterol, .caffeine,
        ]
        let stages: [(ReferenceSex, LifeStage)] = [
            (.male, .general), (.female, .general), (.female, .pregnant(week: 20)), (.female, .lactating(month: 4)),
        ]
        for (sex, stage) in stages {
            for age in [14, 18, 19, 30, 31, 50, 51, 70, 71, 90] {
                let intakes = try intakes(sex, age, stage)
                for nutrient in Nutrient.allCases {
                    guard !withoutFigure.contains(nutrient) else {
                        #expect(intakes[nutrient] == nil, "\(nutrient)")
                        continue
                    }
                    let intake = try #require(intakes[nutrient], "\(nutrient)")
                    #expect(intake.amount > 0)
                    if let upper = intake.upper, upper.holdsForFood { #expect(upper.amount > intake.amount) }
                }
            }
        }
    }
}
