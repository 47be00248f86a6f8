import Nourishment
import Quantities
import Testing
import UnitSupport

@Suite struct EnergyGoalTests {
    @Test("NUT-01: half a kilogram a week is 550 kcal a day")
    func pace() throws {
        let man = try body(.male, age: 30, height: 180, weight: 80, .active)
        // 1,780 × 1.55 = 2,759
        #expect(try EnergyGoal(body: man, aim: .keep).daily == Kilocalories(2_759))
        #expect(try EnergyGoal(body: man, aim: .lose(0.5)).daily == Kilocalories(2_209))
        #expect(try EnergyGoal(body: man, aim: .gain(0.25)).daily == Kilocalories(3_034))
        #expect(try EnergyGoal(body: man, aim: .lose(0.5)).isRaised == false)
    }

    @Test("NUT-01: no goal is below resting energy")
    func restingFloor() throws {
        let goal = try EnergyGoal(body: try body(.male, age: 30, height: 180, weight: 80), aim: .lose(1))
        // 1,780 × 1.2 − 1,100 would be 1,036.
        #expect(goal.daily == Kilocalories(1_780))
        #expect(goal.isRaised)
        #expect(goal.floor.reason == .resting)
    }

    @Test("NUT-01: no goal is below 1,200 kcal for women and 1,500 kcal for men", arguments: ReferenceSex.allCases)
    func customaryFloor(sex: ReferenceSex) throws {
        let goal = try EnergyGoal(body: try body(sex, age: 85, height: 150, weight: 50), aim: .lose(0.5))
        #expect(goal.daily == Kilocalories(sex == .male ? 1_500 : 1_200))
        #expect(goal.isRaised)
        #expect(goal.floor.reason == .customary)
    }

    @Test("NUT-01: no weight aim leads to a goal below the minimum", arguments: 0..<200)
    func neverBelowTheFloor(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sex = try #require(ReferenceSex.allCases.randomElement(using: &random))
        let age = Int.random(in: 14...100, using: &random)
        let height = Double.random(in: 120...220, using: &random)
        let weight = Double.random(in: 30...250, using: &random)
        let activity = try #require(ActivityLevel.allCases.randomElement(using: &random))
        let one = try body(sex, age: age, height: height, weight: weight, activity)
        let pace = Double.random(in: 0.01...1, using: &random)
        let least = sex == .male ? 1_500.0 : 1_200.0
        for aim in [WeightGoal.keep, .lose(pace), .gain(pace / 2)] {
            guard let goal = try? EnergyGoal(body: one, aim: aim) else {
                #expect(aim == .lose(pace) && (age < 19 || one.bodyMassIndex < 18.5))
                continue
            }
            #expect(goal.daily.value >= least)
            if age >= 19 {
                let atRest = 10 * weight + 6.25 * height - 5 * Double(age) + (sex == .male ? 5 : -161)
                #expect(goal.daily.value >= atRest)
            }
            if age < 19 || one.bodyMassIndex < 18.5 {
                #expect(goal.daily.value >= goal.requirement.daily.value.rounded())
            }
            #expect(goal.daily.value == goal.daily.value.rounded())
        }
    }

    @Test(
        "NUT-01: no deficit when growing, pregnant, lactating or underweight",
        arguments: [
            (18, 60.0, LifeStage.general, SafetyFloor.Reason.growing), (30, 60, .pregnant(week: 5), .pregnant),
            (30, 60, .pregnant(week: 30), .pregnant), (30, 60, .lactating(month: 3), .lactating),
            (17, 60, .pregnant(week: 30), .pregnant), (30, 50, .general, .underweight),
        ])
    func noDeficit(age: Int, weight: Double, stage: LifeStage, reason: SafetyFloor.Reason) throws {
        let one = try body(.female, age: age, height: 165, weight: weight, .lowActive, stage)
        #expect(problems { _ = try EnergyGoal(body: one, aim: .lose(0.25)) } == [GoalProblem(.aim, .noDeficit)])
        let goal = try EnergyGoal(body: one, aim: .keep)
        #expect(goal.floor.reason == reason)
        #expect(goal.floor.forbidsDeficit)
        #expect(goal.daily == goal.floor.daily)
        #expect(!goal.isRaised)
    }

    @Test(
        "energy goal: an invalid pace is rejected",
        arguments: [WeightGoal.lose(0), .lose(-1), .lose(1.1), .lose(.nan), .gain(0.6), .gain(.infinity)])
    func badPace(aim: WeightGoal) throws {
        let man = try body(.male, age: 30, height: 180, weight: 80)
        let found = problems { _ = try EnergyGoal(body: man, aim: aim) }
        #expect(found.map(\.field) == [.pace])
        #expect(found.map(\.code) == [.outOfRange])
    }
}
