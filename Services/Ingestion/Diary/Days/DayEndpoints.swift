import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Quantities
import ServiceRuntime

/// The person's days, and their calendar.
struct DayEndpoints: Sendable {
    let resources: ResourceReader
    let plans: AccountPlans

    /// A day, with the goals that applied then.
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let day = call.id.flatMap({ CalendarDay($0) }) else { throw ProblemDetails(.notFound) }
        if let time = try DiaryTime(call, now: resources.clock.now()) {
            return try await read(day, at: time, of: account)
        }
        let resource = ResourceReference(day, of: account)
        let document = try await resources.ownDocument(resource, of: account)
        let goals = try await resources.goals(of: account, on: day)
        let version = DayView.version(document?.version ?? 0, goals), label = try await resources.label(of: account)
        return try await resources.answer(version: EntityTag.Version(version), to: call) {
            guard let document else { return try EventCoding.encode(DayView(empty: day, goals: goals, label: label)) }
            let published = try EventCoding.decode(DayChanged.self, from: document.body)
            return try EventCoding.encode(
                try await resources.documents.opener.day(published, goals: goals, label: label))
        }
    }

    /// The days of a month that ever had a meal, in order, within the plan.
    func calendar(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var (first, last) = try Self.month(call.query.first { $0.name == "month" }?.value ?? "")
        if try await !plans.entitlements(of: account).history {
            let today = try await resources.today(of: account)
            (first, last) = (max(first, today), min(last, today))
        }
        let days = try await DocumentRepository.days(
            of: account, from: first, upTo: last, in: resources.database)
        return try .json(.ok, PageView(items: days.map(CalendarDayView.init), next: nil))
    }

    private static func month(_ text: String) throws(ProblemDetails) -> (CalendarDay, CalendarDay) {
        guard let first = CalendarDay(text + "-01"), let next = first.adding(days: 31),
            let last = next.adding(days: -next.day)
        else {
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "month", .init(.malformed, "Must be a month as YYYY-MM."))]
            )
        }
        return (first, last)
    }
}
