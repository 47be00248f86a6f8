import FoodCatalogue
import Nourishment
import Quantities
import Testing

/// The day on which ages are computed in these tests.
let goalDay = day("2026-11-22")

/// Parses a day; fails the test if it is invalid.
func day(_ text: String) -> CalendarDay {
    guard let day = CalendarDay(text) else { preconditionFailure("no day: \(text)") }
    return day
}

/// Measures of a person whose birthday was on `goalDay`.
func body(
    _ sex: ReferenceSex, age: Int, height: Double, weight: Double, before: Double? = nil,
    _ activity: ActivityLevel = .inactive, _ stage: LifeStage = .general
) throws -> BodyMeasures {
    try BodyMeasures(
        birthday: try #require(CalendarDay(year: goalDay.year - age, month: goalDay.month, day: goalDay.day)), sex: sex,
        height: height, weight: weight, weightBeforePregnancy: before, activity: activity, stage: stage, on: goalDay)
}

/// The problems of a refusal; empty if it is accepted.
func problems(_ make: () throws -> Void) -> [GoalProblem] {
    do {
        try make()
        return []
    } catch let error as GoalProblems {
        return error.problems
    } catch {
        Issue.record(error)
        return []
    }
}
