import FoodCatalogue
import Nourishment
import Quantities
import Testing
import UnitSupport

@Suite struct DailyGoalsTests {
    private func goals(_ options: GoalRequest) throws -> DailyGoals { try DailyGoals(options) }

    @Test("NUT-01, NUT-07: body data gives the recommended nutrients")
    func fromABody() throws {
        let goals = try goals(GoalRequest(body: try body(.male, age: 30, height: 180, weight: 80, .active)))
        #expect(goals[.energy]?.amount == 2_759)
        #expect(goals[.energy]?.source == .energyGoal)
        // 0.8 g of protein per kilogram; fat has no recommended amount, and no split was chosen.
        #expect(abs(try #require(goals[.protein]).amount - 64) < 1e-9)
        #expect(goals[.protein]?.source == .recommended)
        #expect(goals[.carbohydrate]?.amount == 130 && goals[.carbohydrate]?.source == .recommended)
        #expect(goals[.fat] == nil)
        #expect(goals[.iron]?.amount == 8)
        #expect(goals[.iron]?.source == .recommended)
        #expect(goals[.iron]?.upper == UpperLevel(amount: 45, scope: .everything))
        #expect(goals[.potassium]?.source == .adequate)
        #expect(goals[.cholesterol] == nil)
        #expect(goals.targets.map(\.nutrient) == Nutrient.allCases.filter { goals[$0] != nil })
    }

    @Test("goals: shares of macronutrients add up to the energy", arguments: 0..<50)
    func splitIsWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let protein = Int.random(in: 0...100, using: &random)
        let fat = Int.random(in: 0...(100 - protein), using: &random)
        let split = EnergySplit(protein: protein, fat: fat, carbohydrate: 100 - protein - fat)
        let energy = Double(Int.random(in: 1_200...5_000, using: &random))
        let grams = split.grams(of: Kilocalories(energy))
        let sum = 4 * (grams[.protein] ?? 0) + 9 * (grams[.fat] ?? 0) + 4 * (grams[.carbohydrate] ?? 0)
        #expect(split.isWhole)
        #expect(abs(sum - energy) < 1e-9 * energy)
    }

    @Test("goals: protein is never below the allowance")
    func proteinAllowance() throws {
        let options = GoalRequest(
            body: try body(.female, age: 40, height: 165, weight: 120), aim: .lose(1),
            split: EnergySplit(protein: 10, fat: 30, carbohydrate: 60))
        let protein = try #require(try goals(options)[.protein])
        #expect(protein.amount == 96)
        #expect(protein.source == .recommended)
    }

    @Test("NUT-29: the user's targets override calculated ones")
    func ownTargets() throws {
        let options = GoalRequest(
            body: try body(.female, age: 28, height: 170, weight: 62, .veryActive),
            targets: [.energy: 3_000, .iron: 25, .caffeine: 200],
            split: EnergySplit(protein: 20, fat: 30, carbohydrate: 50))
        let goals = try goals(options)
        #expect(goals[.energy]?.amount == 3_000)
        #expect(goals[.energy]?.source == .own)
        #expect(goals[.iron]?.source == .own)
        #expect(goals[.iron]?.upper?.amount == 45)
        #expect(goals[.caffeine]?.amount == 200)
        #expect(abs(try #require(goals[.fat]).amount - 100) < 1e-9)
    }

    @Test("goals: without body data only own targets apply")
    func withoutABody() throws {
        let goals = try goals(GoalRequest(body: nil, targets: [.energy: 2_000]))
        #expect(goals.targets.map(\.nutrient) == [.energy])
        #expect(goals.energy == nil)
        #expect(try self.goals(GoalRequest(body: nil)).targets.isEmpty)
        #expect(problems { _ = try self.goals(GoalRequest(body: nil, aim: .lose(0.5))) }.map(\.code) == [.needsBody])
    }

    @Test("NUT-01: an energy target below the minimum is rejected")
    func ownEnergyBelowTheFloor() throws {
        let girl = try body(.female, age: 16, height: 165, weight: 55, .active)
        let found = problems { _ = try self.goals(GoalRequest(body: girl, targets: [.energy: 2_419])) }
        #expect(found == [GoalProblem(.energy, .belowFloor, lowest: 2_420, highest: 10_000)])
        #expect(problems { _ = try self.goals(GoalRequest(body: girl, targets: [.energy: 2_420])) }.isEmpty)
        #expect(problems { _ = try self.goals(GoalRequest(body: nil, targets: [.energy: 1_199])) }.count == 1)
        for energy in [Double.nan, .infinity, 10_001] {
            #expect(
                problems { _ = try self.goals(GoalRequest(body: nil, targets: [.energy: energy])) }.map(\.code)
                    == [.outOfRange])
        }
    }

    @Test("goals: share ranges depend on age; adults get a warning only")
    func ranges() throws {
        let keto = EnergySplit(protein: 25, fat: 70, carbohydrate: 5)
        let man = try body(.male, age: 30, height: 180, weight: 80)
        #expect(try goals(GoalRequest(body: man, split: keto)).outsideRange == [.fat, .carbohydrate])
        let boy = try body(.male, age: 17, height: 180, weight: 80)
        #expect(problems { _ = try self.goals(GoalRequest(body: boy, split: keto)) }.map(\.field) == [.split])
        #expect(EnergySplit(protein: 35, fat: 20, carbohydrate: 45).outside(.init(age: 19)).isEmpty)
        #expect(EnergySplit(protein: 35, fat: 20, carbohydrate: 45).outside(.init(age: 18)) == [.protein, .fat])
        #expect(EnergySplit(protein: 20, fat: 30, carbohydrate: 50).outside(.init(age: 14)).isEmpty)
        let odd = EnergySplit(protein: 30, fat: 30, carbohydrate: 30)
        #expect(problems { _ = try self.goals(GoalRequest(body: man, split: odd)) }.map(\.code) == [.notWhole])
        let negative = EnergySplit(protein: -10, fat: 50, carbohydrate: 60)
        #expect(problems { _ = try self.goals(GoalRequest(body: man, split: negative)) }.map(\.code) == [.notWhole])
    }

    @Test("goals: numbers can be hidden")
    func hidden() throws {
        #expect(try goals(GoalRequest(body: nil, hidesNumbers: true)).hidesNumbers)
    }
}
