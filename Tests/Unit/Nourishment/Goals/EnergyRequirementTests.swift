import Nourishment
import Quantities
import Testing

@Suite struct EnergyRequirementTests {
    @Test("NUT-01: textbook example: a woman of 45 years, 75 kg and 165.1 cm")
    func restingEnergyOfAnAdult() throws {
        // "How to calculate your metabolic rate" (Metabolism for Dummies): 1,396 kcal resting, then 1,675, 1,920 … by
        // activity.
        let inactive = EnergyRequirement(of: try body(.female, age: 45, height: 165.1, weight: 75))
        #expect(inactive.method == .mifflinStJeor)
        #expect(abs(try #require(inactive.resting).value - 1_396) < 0.5)
        #expect(abs(inactive.daily.value - 1_675) < 0.5)
        let walking = EnergyRequirement(of: try body(.female, age: 45, height: 165.1, weight: 75, .lowActive))
        #expect(abs(walking.daily.value - 1_920) < 1)
    }

    @Test("NUT-01: men need 166 kcal more than women of equal measures", arguments: ActivityLevel.allCases)
    func sexes(activity: ActivityLevel) throws {
        let man = EnergyRequirement(of: try body(.male, age: 30, height: 180, weight: 80, activity))
        let woman = EnergyRequirement(of: try body(.female, age: 30, height: 180, weight: 80, activity))
        // Resting energy: 10 × 80 + 6.25 × 180 − 5 × 30 + 5.
        #expect(man.resting == Kilocalories(1_780))
        #expect(
            abs(man.daily.value - woman.daily.value - 166 * EnergyEquations.factor(of: activity)) < 1e-9)
    }

    /// A person whose requirement was computed by hand from the printed equations.
    struct Case: Sendable, CustomTestStringConvertible {
        let sex: ReferenceSex
        let age: Int
        let height: Double
        let weight: Double
        var before: Double?
        let activity: ActivityLevel
        var stage: LifeStage = .general
        let expected: Double
        var testDescription: String { "\(sex) \(age) \(activity) \(stage): \(expected)" }
    }

    @Test(
        "NUT-01: special groups have the energy requirement of 2023",
        arguments: [
            // −447.51 + 3.68 × 14 + 13.01 × 160 + 13.15 × 50 + 20
            Case(sex: .male, age: 14, height: 160, weight: 50, activity: .inactive, expected: 2_363.11),
            // 19.12 + 3.68 × 15 + 8.62 × 170 + 20.28 × 60 + 20
            Case(sex: .male, age: 15, height: 170, weight: 60, activity: .lowActive, expected: 2_776.52),
            // −388.19 + 3.68 × 16 + 12.66 × 175 + 20.46 × 65 + 20
            Case(sex: .male, age: 16, height: 175, weight: 65, activity: .active, expected: 3_236.09),
            // −671.75 + 3.68 × 18 + 15.38 × 180 + 23.25 × 72 + 20
            Case(sex: .male, age: 18, height: 180, weight: 72, activity: .veryActive, expected: 3_856.89),
            // 55.59 − 22.25 × 14 + 8.43 × 160 + 17.07 × 50 + 20
            Case(sex: .female, age: 14, height: 160, weight: 50, activity: .inactive, expected: 1_966.39),
            // −297.54 − 22.25 × 15 + 12.77 × 162 + 14.73 × 52 + 20
            Case(sex: .female, age: 15, height: 162, weight: 52, activity: .lowActive, expected: 2_223.41),
            // −189.55 − 22.25 × 16 + 11.74 × 165 + 18.34 × 55 + 20
            Case(sex: .female, age: 16, height: 165, weight: 55, activity: .active, expected: 2_420.25),
            // −709.59 − 22.25 × 18 + 18.22 × 168 + 14.25 × 58 + 20
            Case(sex: .female, age: 18, height: 168, weight: 58, activity: .veryActive, expected: 2_797.37),
            // In the first trimester no energy is added: 584.90 − 7.01 × 30 + 5.72 × 165 + 11.71 × 60
            Case(
                sex: .female, age: 30, height: 165, weight: 60, activity: .inactive, stage: .pregnant(week: 13),
                expected: 2_021.0),
            // 693.35 − 2.04 × 30 + 5.73 × 165 + 10.20 × 65 + 9.16 × 24 + 200; 22.0 kg/m² before the pregnancy
            Case(
                sex: .female, age: 30, height: 165, weight: 65, before: 60, activity: .lowActive,
                stage: .pregnant(week: 24), expected: 2_660.44),
            // −223.84 − 2.04 × 17 + 13.23 × 160 + 8.15 × 52 + 9.16 × 30 + 300; 17.6 kg/m² before the pregnancy
            Case(
                sex: .female, age: 17, height: 160, weight: 52, before: 45, activity: .active,
                stage: .pregnant(week: 30), expected: 2_856.88),
            // 1131.20 − 2.04 × 35 + 0.34 × 170 + 12.15 × 85 + 9.16 × 20 + 150; 27.7 kg/m² before the pregnancy
            Case(
                sex: .female, age: 35, height: 170, weight: 85, before: 80, activity: .inactive,
                stage: .pregnant(week: 20), expected: 2_483.55),
            // −779.72 − 2.04 × 25 + 18.45 × 165 + 8.73 × 95 + 9.16 × 36 − 50; 33.1 kg/m² before the pregnancy
            Case(
                sex: .female, age: 25, height: 165, weight: 95, before: 90, activity: .veryActive,
                stage: .pregnant(week: 36), expected: 3_322.64),
            // 710.25 − 7.01 × 30 + 6.54 × 165 + 12.34 × 62 + 540 − 140
            Case(
                sex: .female, age: 30, height: 165, weight: 62, activity: .active, stage: .lactating(month: 5),
                expected: 2_744.13),
            // 511.83 − 7.01 × 30 + 9.07 × 165 + 12.56 × 62 + 380
            Case(
                sex: .female, age: 30, height: 165, weight: 62, activity: .veryActive, stage: .lactating(month: 6),
                expected: 2_956.8),
            // 575.77 − 7.01 × 30 + 6.60 × 165 + 12.14 × 62 + 380
            Case(
                sex: .female, age: 30, height: 165, weight: 62, activity: .lowActive, stage: .lactating(month: 9),
                expected: 2_587.15),
            // 55.59 − 22.25 × 18 + 8.43 × 165 + 17.07 × 60 + 20 + 400
            Case(
                sex: .female, age: 18, height: 165, weight: 60, activity: .inactive, stage: .lactating(month: 0),
                expected: 2_490.24),
        ])
    func estimated(_ one: Case) throws {
        let requirement = EnergyRequirement(
            of: try body(
                one.sex, age: one.age, height: one.height, weight: one.weight, before: one.before, one.activity,
                one.stage))
        #expect(requirement.method == .estimated)
        #expect(requirement.resting == nil)
        #expect(abs(requirement.daily.value - one.expected) < 0.005)
    }

    @Test("energy: more activity never lowers the requirement", arguments: [14, 16, 18, 19, 40, 75])
    func activityRaises(age: Int) throws {
        for sex in ReferenceSex.allCases {
            let daily = try ActivityLevel.allCases.map {
                EnergyRequirement(of: try body(sex, age: age, height: 168, weight: 62, $0)).daily
            }
            #expect(daily == daily.sorted(), "\(sex)")
        }
    }
}
