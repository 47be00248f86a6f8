import FoodCatalogue
import Quantities

/// Compares a day's intake with its goals.
package struct DayAssessment: Sendable, Hashable {
    package let day: CalendarDay
    /// The progress of each target, in the order of `Nutrient`.
    package let progress: [TargetProgress]
    package let energyBand: EnergyBand
    package let hidesNumbers: Bool

    /// Assesses a day.
    ///
    /// - Parameters:
    ///   - intake: Eaten nutrients.
    ///   - goals: The goals that apply on that day.
    package init(of intake: DayIntake, against goals: DailyGoals) {
        day = intake.day
        progress = goals.targets.map { TargetProgress(target: $0, figure: intake[$0.nutrient]) }
        energyBand =
            goals[.energy].map { EnergyBand(of: intake[.energy], target: Kilocalories($0.amount)) } ?? .unknown
        hidesNumbers = goals.hidesNumbers
    }

    /// The progress of one nutrient; nil without a target.
    package subscript(_ nutrient: Nutrient) -> TargetProgress? { progress.first { $0.target.nutrient == nutrient } }
}
