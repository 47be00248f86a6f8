import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import HTTPTypes
import IngestionCore
import Nourishment
import Quantities
import Sealing
import ServiceRuntime

/// Advice on a day: findings, gaps and recommendations.
struct AdviceEndpoints: Sendable {
    let resources: ResourceReader
    let adviser: FoodAdviser
    let words: ReportWords
    let plans: AccountPlans

    /// Findings, gaps and recommendations of a day (NUT-16, NUT-17).
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let day = call.id.flatMap({ CalendarDay($0) }) else { throw ProblemDetails(.notFound) }
        let today = try await resources.today(of: account)
        let plan = try await plans.entitlements(of: account)
        let language = try await call.foodLanguage(in: resources.database)
        let goals = try await resources.goals(of: account, on: day)?.goals.dailyGoals ?? .none
        let intakes = try await intakes(upTo: day, of: account)
        let intake = intakes.first { $0.day == day } ?? DayIntake(day: day, figures: [:], slots: 0)
        let assessment = DayAssessment(of: intake, against: goals)
        var advised: [FoodAdviser.Advised] = []
        if plan.detailedReports, !Recommendation.gaps(in: assessment).isEmpty {
            advised = try await adviser.advise(on: assessment, account, in: language)
        }
        // A day that is not over is excluded, because meals may follow.
        let finding = day < today ? IntakeFinding.find(in: intakes, after: day, goals: goals) : nil
        let view = AdviceView(
            assessment, finding, advised,
            showsAmounts: plan.detailedReports && !goals.hidesNumbers, words, language)
        return try .json(
            .ok, view, headers: [.contentLanguage: language.rawValue, .vary: "Accept-Language"])
    }

    /// The days that a finding is based on, including pending changes of the last one.
    private func intakes(upTo day: CalendarDay, of account: AccountID) async throws -> [DayIntake] {
        _ = try await resources.ownDocument(ResourceReference(day, of: account), of: account)
        let first = day.adding(days: 1 - IntakeFinding.window) ?? day
        return try await DocumentRepository.list(
            .day, of: account, from: first.start, upTo: day.end, limit: IntakeFinding.window, in: resources.database
        ).map { DayIntake(try EventCoding.decode(DayChanged.self, from: $0.body)) }
    }
}

extension DailyGoals {
    /// The goals of an account that has set none.
    static let none = DailyGoals(targets: [], floor: nil, hidesNumbers: false)
}
