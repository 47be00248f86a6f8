import FoodCatalogue
import Nourishment
import Quantities
import Testing

@Suite struct IntakeFindingTests {
    /// The finding for energies of the days up to `goalDay`, in chronological order.
    private func found(_ energies: [Double], slots: Int = 3, goals: DailyGoals) -> IntakeFinding? {
        let intakes = energies.enumerated().map { index, energy in
            intake([.energy: figure(energy, 5, of: 5)], on: days(before: energies.count - 1 - index), slots: slots)
        }
        return IntakeFinding.find(in: intakes.shuffled(), after: goalDay, goals: goals)
    }

    @Test("NUT-17: a normal day has no finding")
    func usual() throws {
        let goals = try goals()
        #expect(found([2_000, 1_900, 2_100], goals: goals) == nil)
        #expect(found([2_000], goals: goals) == nil)
        #expect(found([], goals: goals) == nil)
        // A low day after usual ones, and three slightly low days.
        #expect(found([2_000, 2_000, 1_450], goals: goals) == nil)
        #expect(found([1_650, 1_650, 1_650], goals: goals) == nil)
    }

    @Test("NUT-17: one day far from the goal is a finding")
    func once() throws {
        let goals = try goals()
        let little = try #require(found([1_300], goals: goals))
        #expect(little == IntakeFinding(code: .littleOnce, day: goalDay, days: 1, percent: 65))
        #expect(found([2_000, 2_000, 2_700], goals: goals)?.code == .muchOnce)
    }

    @Test("NUT-17: several days far from the goal are one finding")
    func habit() throws {
        let goals = try goals()
        #expect(
            found([1_500, 1_600, 1_400], goals: goals)
                == IntakeFinding(code: .little, day: goalDay, days: 3, percent: 75))
        #expect(found([2_500, 2_450, 2_400], goals: goals)?.code == .much)
    }

    @Test("NUT-17: intake below the safety minimum has its own finding")
    func floor() throws {
        // Resting energy: 10 × 60 + 6.25 × 165 − 5 × 30 − 161 = 1,320.25.
        let goals = try goals(energy: 1_600)
        #expect(found([1_320, 1_300, 1_250], goals: goals)?.code == .belowFloor)
        #expect(found([1_400, 1_400, 1_400], goals: goals) == nil)
    }

    @Test("NUT-17: incomplete records are not low intake")
    func poorRecords() throws {
        let goals = try goals()
        #expect(found([1_000, 1_000, 1_000], slots: 1, goals: goals) == nil)
        let untold = intake([.energy: figure(900, 2, of: 3)])
        #expect(IntakeFinding.find(in: [untold], after: goalDay, goals: goals) == nil)
        let yesterday = intake([.energy: figure(900)], on: days(before: 1))
        #expect(IntakeFinding.find(in: [yesterday], after: goalDay, goals: goals) == nil)
        #expect(
            IntakeFinding.find(
                in: [intake([.energy: figure(900)])], after: goalDay,
                goals: try DailyGoals(GoalRequest(body: nil))) == nil)
    }

    @Test("intake findings: days of another week or the future are ignored")
    func window() throws {
        let goals = try goals()
        let intakes = [0, 7, 8].map { intake([.energy: figure(1_500)], on: days(before: $0)) }
        #expect(IntakeFinding.find(in: intakes, after: goalDay, goals: goals) == nil)
        let within = [0, 3, 6].map { intake([.energy: figure(1_500)], on: days(before: $0)) }
        #expect(IntakeFinding.find(in: within, after: goalDay, goals: goals)?.code == .little)
        let later = [0, -1, -2].map { intake([.energy: figure(1_500)], on: days(before: $0)) }
        #expect(IntakeFinding.find(in: later, after: goalDay, goals: goals) == nil)
    }
}
