import EventContracts
import Foundation
import IngestionCore
import Nourishment
import Quantities

/// The totals of a day.
struct DayView: Encodable, Sendable {
    /// The totals of a slot.
    struct Slot: Encodable, Sendable {
        /// One of the usual ones, or what the person calls it.
        let slot: String
        let meals: Int
        let energyKcal: FigureView
    }

    let date: CalendarDay
    let meals: Int
    let totals: [String: FigureView]
    let slots: [Slot]
    /// How far the day has come towards each goal, by the names of the figures.
    let progress: [String: ProgressView]
    /// How much of what a day needs has been eaten, by the names of the figures.
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

    /// A day on which nothing was entered.
    init(empty day: CalendarDay, goals: GoalsChanged?, label: LabelReference) {
        date = day
        meals = 0
        totals = NutrientSums().figures
        slots = []
        progress = goals?.goals.progress(of: totals) ?? [:]
        dailyNeed = DailyNeedView.all(totals, goals?.goals, label: label)
        version = Self.version(0, goals)
    }

    /// Of the day and the goals together: neither ever goes back, so that each of their changes makes another number.
    static func version(_ day: Int64, _ goals: GoalsChanged?) -> Int64 { day + (goals?.version ?? 0) }
}

/// A day as a calendar shows it.
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
