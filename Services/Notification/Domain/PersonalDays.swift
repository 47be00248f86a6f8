import EventContracts
import FoodCatalogue
import Foundation
import NotificationRules
import Nourishment
import Quantities

/// The facts about one day that its notices need.
struct EatenDay: Sendable, Equatable {
    let day: CalendarDay
    let meals: Int
    let slots: Int
    /// Number of items.
    let items: Int
    /// Energy of the items that state it, in hundred-millionths of a kilocalorie.
    let energy: Int64
    /// Number of items that state their energy.
    let energyItems: Int
    /// When the first entry was made; nil if unknown.
    var begunAt: Date?

    /// The energy intake of the day.
    var intake: DayIntake {
        let sum = NutrientValue(Double(energy) / Double(NutrientSums.unitsPerOne))
        return DayIntake(
            day: day, figures: [.energy: NutrientFigure(sum: sum, known: energyItems, count: items)], slots: slots)
    }
}

extension EatenDay {
    /// A day from its event.
    init(_ published: DayChanged) {
        let energy = published.totals.sums[Nutrient.energy.rawValue]
        self.init(
            day: published.day, meals: published.meals, slots: published.slots.count, items: published.totals.of,
            energy: energy?.amount ?? 0, energyItems: energy?.reported ?? 0, begunAt: nil)
    }
}

/// The goals from a day on, as needed for notices.
struct KnownGoals: Sendable, Equatable {
    let version: Int64
    /// First day of the goals; nil in events older than this field, for all days.
    let from: CalendarDay?
    /// The energy goal in kilocalories.
    let energy: Double?
    /// The safety floor in kilocalories.
    let floor: Double?
    let hidesNumbers: Bool
    /// Maximum amounts of nutrients, each in its unit.
    let limits: [Nutrient: Double]

    /// The goals in the form for comparison with days.
    var daily: DailyGoals {
        DailyGoals(
            targets: energy.map { [DailyTarget(nutrient: .energy, amount: $0, source: .own)] } ?? [],
            floor: floor.map { Kilocalories($0) }, hidesNumbers: hidesNumbers)
    }
}

extension KnownGoals {
    /// Goals from their event.
    init(_ published: GoalsChanged) {
        let daily = published.goals.dailyGoals
        self.init(
            version: published.version, from: published.from, energy: daily[.energy]?.amount, floor: daily.floor?.value,
            hidesNumbers: daily.hidesNumbers, limits: published.goals.dailyLimits)
    }
}

/// The data of one person's last weeks.
struct PersonalDays: Sendable {
    /// Number of kept days; the same as those used to learn the usual hour of entries.
    static let kept = MealReminder.learned

    var days: [EatenDay] = []
    /// The goals, in any order.
    var goals: [KnownGoals] = []

    subscript(_ day: CalendarDay) -> EatenDay? { days.first { $0.day == day } }

    /// Whether anything was entered within the last weeks.
    func isInUse(on today: CalendarDay) -> Bool {
        days.contains { $0.meals > 0 && (0...Self.kept).contains($0.day.days(until: today)) }
    }

    /// The times of the first entries of days, for days whose entries were made on the day itself.
    func firsts(by clock: LocalClock) -> [Date] {
        days.compactMap { day in
            day.begunAt.flatMap { (0...1).contains(day.day.days(until: clock.day(at: $0))) ? $0 : nil }
        }
    }

    /// The goals that apply on a day: those with the latest start up to that day.
    func goals(on day: CalendarDay) -> KnownGoals? {
        goals.filter { $0.from.map { $0 <= day } ?? true }.max { $0.version < $1.version }
    }

    /// The finding about intake up to a day (NUT-17).
    func finding(after day: CalendarDay) -> IntakeFinding? {
        guard let goals = goals(on: day) else { return nil }
        return IntakeFinding.find(in: days.map(\.intake), after: day, goals: goals.daily)
    }
}

extension IntakeFinding {
    /// Whether the goal is exceeded, which further meals cannot change.
    var isOver: Bool { code == .much || code == .muchOnce }
    /// Whether the finding is about several days.
    var isHabit: Bool { days > 1 }
    /// Number of days until a notice about a habit is repeated.
    static let rest = 7
}
