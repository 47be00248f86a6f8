import FoodCatalogue
import Quantities

/// A finding that a person ate much less or much more than needed, for a friendly notice (NUT-17).
///
/// It describes records, never a person: its text asks whether everything was entered, neither praises nor blames, and
/// works without numbers.
package struct IntakeFinding: Sendable, Hashable {
    /// The kind of finding; the raw value is the code on the wire and the key of its text.
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
    /// The last day of the finding.
    package let day: CalendarDay
    /// Number of days of the finding.
    package let days: Int
    /// The mean energy of these days, in percent of the goal.
    package let percent: Int

    package init(code: Code, day: CalendarDay, days: Int, percent: Int) {
        self.code = code
        self.day = day
        self.days = days
        self.percent = percent
    }

    /// Number of days of a habit: the mean of three days varies by about 15 percent, a single day by 25.
    package static let habit = 3
    /// Number of past days in which the days of a habit must be: one week.
    package static let window = 7
    /// Distance of a habit's mean from the goal, as a fraction.
    package static let habitDistance = 0.20
    /// A day with fewer slots counts as recorded incompletely.
    package static let minSlots = 2

    /// The finding after a completed day.
    ///
    /// Skips days with poor records: a single slot, or a food with unknown energy.
    ///
    /// - Parameters:
    ///   - intakes: Days in any order, at most one per date.
    ///   - day: The completed day.
    ///   - goals: The current goals.
    /// - Returns: The finding; nil if the day was recorded incompletely, has no energy goal, or was as usual.
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
        intake.slots >= minSlots && intake.wholeEnergy != nil
    }

    private static func finding(
        _ code: Code, _ day: CalendarDay, _ energies: some Collection<Double>, of target: Double
    ) -> IntakeFinding {
        let mean = energies.reduce(0, +) / Double(energies.count)
        return IntakeFinding(
            code: code, day: day, days: energies.count, percent: TargetProgress.percent(mean, of: target))
    }
}
