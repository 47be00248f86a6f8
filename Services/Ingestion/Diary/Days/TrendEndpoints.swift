import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Nourishment
import Quantities
import ServiceRuntime

/// Weekly trends of intake.
struct TrendEndpoints: Sendable {
    let resources: ResourceReader

    /// Maximum number of weeks of a trend: half a year.
    private static let maxWeeks = 26
    /// Default number of weeks.
    private static let defaultWeeks = 4
    /// Maximum number of nutrients besides energy.
    private static let maxNutrients = 5
    /// Maximum length of a streak, in days: a year.
    private static let streakDays = 366

    /// The weekly trend of energy and chosen nutrients, with the streak of recorded days (NUT-06, NUT-29).
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let options = try Self.options(call.query)
        let today = try await resources.today(of: account)
        // Waits for changes that the caller has just made.
        _ = try await resources.ownDocument(ResourceReference(today, of: account), of: account)
        let hidesNumbers = try await resources.goals(of: account, on: today)?.goals.hidesNumbers ?? false
        let first = today.adding(days: 1 - 7 * options.weeks) ?? today
        let entries = try await TrendRepository.entries(
            of: account, from: first, through: today, [.energy] + options.nutrients, in: resources.database)
        let logged = try await TrendRepository.loggedDays(
            of: account, from: today.adding(days: 1 - Self.streakDays) ?? today, through: today,
            in: resources.database)
        let view = TrendView(
            entries, from: first, through: today, nutrients: [.energy] + options.nutrients,
            streak: Streak(days: logged, today: today), hidesNumbers: hidesNumbers)
        return try .json(.ok, view)
    }

    private static func options(
        _ query: [(name: String, value: String)]
    ) throws(ProblemDetails) -> (weeks: Int, nutrients: [Nutrient]) {
        var problems: [ProblemDetails.FieldProblem] = []
        let weeks = query.first { $0.name == "weeks" }.map { Int($0.value) } ?? defaultWeeks
        if !(1...maxWeeks).contains(weeks ?? 0) {
            problems.append(
                .init(
                    parameter: "weeks",
                    .init(
                        .outOfRange, "Must be a number from 1 to \(maxWeeks).", ["min": 1, "max": .integer(maxWeeks)])
                ))
        }
        let codes = query.first { $0.name == "nutrients" }?.value.split(
            separator: ",", omittingEmptySubsequences: false)
        let nutrients = (codes ?? []).map { Nutrient(rawValue: String($0)) }
        let chosen = Set(nutrients.compactMap(\.self)).subtracting([.energy])
        if nutrients.contains(nil) || chosen.count > maxNutrients {
            problems.append(
                .init(
                    parameter: "nutrients",
                    .init(
                        .notAChoice, "Must be codes of at most \(maxNutrients) nutrients between commas.",
                        ["max": .integer(maxNutrients)])))
        }
        guard problems.isEmpty, let weeks else { throw ProblemDetails(.malformedRequest, errors: problems) }
        return (weeks, Nutrient.allCases.filter(chosen.contains))
    }
}
