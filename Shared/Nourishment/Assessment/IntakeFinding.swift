import FoodCatalogue
import Quantities

/// That somebody has eaten much less or much more than they need, to be told kindly (NUT-17).
///
/// It is an observation about records, never about a person: its words ask whether everything was entered, praise
/// nothing and blame nothing, and hold without any number.
package struct IntakeFinding: Sendable, Hashable {
    /// What was seen; the raw value is the code on the wire and the key of its words.
    package enum Code: String, Sendable, Codable, CaseIterable {
        /// The mean of several days is below the safety floor.
        case belowFloor = "below-floor"
        /// The mean of several days is well below the goal.
        case little
        /// The mean of several days is well above the goal.
        case much
        /// The last day was well below the goal.
        case littleOnce = "little-once"
        /// The last day was well above the goal.
        case muchOnce = "much-once"
    }

    package let code: Code
    /// The last day that it is about.
    package let day: CalendarDay
    /// How many days it is about.
    package let days: Int
    /// Their mean energy, in percent of the goal.
    package let percent: Int

    package init(code: Code, day: CalendarDay, days: Int, percent: Int) {
        self.code = code
        self.day = day
        self.days = days
        self.percent = percent
    }

    /// Days that make a habit out of chance: the mean of three varies by about 15 percent where a day varies by 25.
    package static let habit = 3
    /// How far back the days of a habit may lie: one week.
    package static let window = 7
    /// How far the mean of a habit is from the goal.
    package static let habitDistance = 0.20
    /// A day with fewer slots is taken for one that was not entered whole.
    package static let fewestSlots = 2

    /// What is to be told after a day is over.
    ///
    /// Days of which the records are poor are passed over: one slot alone, or a food whose energy nobody knows.
    ///
    /// - Parameters:
    ///   - intakes: Days in any order, one for each day at most.
    ///   - day: The day that is over.
    ///   - goals: The goals in force.
    /// - Returns: The finding; nil when the day was not entered whole, has no goal of energy, or was as usual.
    package static func find(in intakes: [DayIntake], after day: CalendarDay, goals: DailyGoals) -> IntakeFinding? {
        guard let target = goals[.energy]?.amount else { return nil }
        let whole = intakes.filter { (0..<window).contains($0.day.days(until: day)) && isWhole($0) }
            .sorted { $0.day > $1.day }
        guard let last = whole.first, last.day == day else { return nil }
        let energies = whole.prefix(habit).compactMap(\.wholeEnergy)
        if energies.count == habit {
            let mean = energies.reduce(0, +) / Double(habit)
            let code: Code? =
                if let floor = goals.floor, mean < floor.value,
                    mean < target * (1 - EnergyBand.nearDistance)
                {
                    .belowFloor
                } else if mean < target * (1 - habitDistance) {
                    .little
                } else if mean > target * (1 + habitDistance) {
                    .much
                } else {
                    nil
                }
            if let code { return finding(code, day, energies, of: target) }
        }
        switch EnergyBand(of: last[.energy], target: Kilocalories(target)) {
        case .wellBelow: return finding(.littleOnce, day, energies.prefix(1), of: target)
        case .wellAbove: return finding(.muchOnce, day, energies.prefix(1), of: target)
        case .unknown, .below, .near, .above: return nil
        }
    }

    private static func isWhole(_ intake: DayIntake) -> Bool {
        intake.slots >= fewestSlots && intake.wholeEnergy != nil
    }

    private static func finding(
        _ code: Code, _ day: CalendarDay, _ energies: some Collection<Double>, of target: Double
    ) -> IntakeFinding {
        let mean = energies.reduce(0, +) / Double(energies.count)
        return IntakeFinding(
            code: code, day: day, days: energies.count, percent: TargetProgress.percent(mean, of: target))
    }
}
