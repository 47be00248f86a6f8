import EventContracts
import Foundation
import IngestionCore
import Nourishment
import Quantities

/// The totals of a day.
struct DayView: Encodable, Sendable {
    /// The totals of a slot.
    struct Slot: Encodable, Sendable {
        /// A standard slot, or the person's name for a custom one.
        let slot: String
        let meals: Int
        let energyKcal: FigureView
    }

    let date: CalendarDay
    let meals: Int
    let totals: [String: FigureView]
    let slots: [Slot]
    /// The progress towards each goal, by nutrient name.
    let progress: [String: ProgressView]
    /// The share of each daily need that has been eaten, by nutrient name.
    let dailyNeed: [String: DailyNeedView]
    let version: Int64

    init(_ day: DayChanged, slotNames: [String], goals: GoalsChanged?, label: LabelReference?) {
        date = day.day
        meals = day.meals
        totals = day.totals.figures
        slots = day.slots.map { slot in
            let name = slot.name.flatMap { slotNames.indices.contains($0) ? slotNames[$0] : nil }
            return Slot(
                slot: name ?? slot.slot.rawValue, meals: slot.meals, energyKcal: FigureView(slot.energy, of: slot.of))
        }
        progress = goals?.goals.progress(of: totals) ?? [:]
        dailyNeed = DailyNeedView.all(totals, goals?.goals, label: label)
        version = Self.version(day.version, goals)
    }

    /// A day without records.
    init(empty day: CalendarDay, goals: GoalsChanged?, label: LabelReference) {
        date = day
        meals = 0
        totals = NutrientSums().figures
        slots = []
        progress = goals?.goals.progress(of: totals) ?? [:]
        dailyNeed = DailyNeedView.all(totals, goals?.goals, label: label)
        version = Self.version(0, goals)
    }

    /// The common version of the day and the goals: their sum, since both only increase and each change gives another
    /// number.
    static func version(_ day: Int64, _ goals: GoalsChanged?) -> Int64 { day + (goals?.version ?? 0) }
}

/// A day in the calendar.
struct CalendarDayView: Encodable, Sendable {
    let date: CalendarDay
    let meals: Int
    let energyKcal: FigureView

    init(_ day: DocumentRepository.DayFigures) {
        date = day.day
        meals = day.meals
        energyKcal = FigureView(day.energy, of: day.items)
    }
}
