import EventContracts
import FoodCatalogue
import Foundation
import NotificationRules
import Nourishment
import Quantities

/// The known facts of one day, enough for its notices.
struct EatenDay: Sendable, Equatable {
    let day: CalendarDay
    let meals: Int
    let slots: Int
    /// How many items there are.
    let items: Int
    /// Hundred-millionths of a kilocalorie, of the items that state it.
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
    /// Nil in events from before goals had a start day: always valid.
    let from: CalendarDay?
    /// Kilocalories.
    let energy: Double?
    /// Kilocalories.
    let floor: Double?
    let hidesNumbers: Bool
    /// The most of a nutrient, in its unit.
    let limits: [Nutrient: Double]

    /// The goals as days are held against them.
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

/// The last weeks of one person.
struct PersonalDays: Sendable {
    /// Number of kept days: those that the usual hour is learned from.
    static let kept = MealReminder.learned

    var days: [EatenDay] = []
    /// In any order.
    var goals: [KnownGoals] = []

    subscript(_ day: CalendarDay) -> EatenDay? { days.first { $0.day == day } }

    /// Whether anything was entered within the last weeks.
    func isInUse(on today: CalendarDay) -> Bool {
        days.contains { $0.meals > 0 && (0...Self.kept).contains($0.day.days(until: today)) }
    }

    /// The times of the first entries of days, for days recorded as they happened.
    func firsts(by clock: LocalClock) -> [Date] {
        days.compactMap { day in
            day.begunAt.flatMap { (0...1).contains(day.day.days(until: clock.day(at: $0))) ? $0 : nil }
        }
    }

    /// The goals that apply on a day: the newest of those that began before.
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
    /// Whether it is about exceeding the goal, which more food cannot change.
    var isOver: Bool { code == .much || code == .muchOnce }
    /// Whether it is about several days.
    var isHabit: Bool { days > 1 }
    /// Days until a habit is announced again.
    static let rest = 7
}
