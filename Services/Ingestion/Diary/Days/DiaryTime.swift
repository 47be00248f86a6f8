import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// An earlier instant for viewing the diary: `?at=` for a meal or a day.
struct DiaryTime: Sendable {

    let instant: Date

    /// The time given by a request; nil for the current state.
    ///
    /// Only for the owner: a grant shows the current state, without corrected or deleted data.
    ///
    /// - Throws: `malformedRequest` if it is invalid, in the future, or before the retention of versions; `forbidden`
    ///   with a grant.
    init?(_ call: Call, now: Date) throws(ProblemDetails) {
        guard let text = call.query.first(where: { $0.name == "at" })?.value else { return nil }
        guard call.viewer == nil else {
            throw ProblemDetails(.forbidden, detail: "A grant only shows the current diary.")
        }
        guard let instant = EventTime.parse(text), instant <= now,
            instant >= now.addingTimeInterval(-Retention.olderVersions.timeInterval)
        else {
            throw ProblemDetails(
                .malformedRequest,
                errors: [
                    .init(
                        parameter: "at",
                        .init(.outOfRange, "Must be a time of the last 90 days, such as 2026-11-23T08:00:00Z."))
                ])
        }
        self.instant = instant
    }
}

extension MealEndpoints {
    /// A meal at an instant, including meals deleted since.
    func read(at time: DiaryTime, _ call: Call) async throws -> Answer {
        let account = try call.principal.account, meal = MealID(try ResourceReader.id(of: call))
        guard
            let then = try await MealVersionRepository.read(
                meal, of: account, at: time.instant, in: acceptor.resources.database)
        else { throw ProblemDetails(.notFound) }
        return try .json(.ok, try await view(of: then, companion(of: meal, account)))
    }

    /// The stored versions of a meal, the newest first.
    func versions(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, meal = MealID(try ResourceReader.id(of: call))
        let versions = try await MealVersionRepository.list(of: meal, account, in: acceptor.resources.database)
        guard !versions.isEmpty else { throw ProblemDetails(.notFound) }
        let companion = try await companion(of: meal, account)
        var views: [MealVersionView] = []
        for version in versions {
            let published = try EventCoding.decode(MealChanged.self, from: version.body)
            views.append(
                MealVersionView(
                    version: version.version, at: version.saidAt, deleted: published.deletedAt != nil,
                    meal: try await view(of: version, companion)))
        }
        return try .json(.ok, PageView(items: views, next: nil))
    }

    private func view(of version: MealVersion, _ companion: Document.Companion?) async throws -> MealView {
        try await acceptor.resources.documents.opener.meal(
            EventCoding.decode(MealChanged.self, from: version.body), companion)
    }

    /// The allergens of a meal, with the version that they belong to.
    private func companion(of meal: MealID, _ account: AccountID) async throws -> Document.Companion? {
        try await DocumentRepository.read(
            ResourceReference(.meal, meal.uuid), of: account, in: acceptor.resources.database)?.companion
    }
}

extension DayEndpoints {
    /// A day at a past instant, computed from its meals then.
    func read(_ date: CalendarDay, at time: DiaryTime, of account: AccountID) async throws -> Answer {
        var meals: [(MealChanged, String?)] = []
        let opener = resources.documents.opener
        for version in try await MealVersionRepository.list(
            on: date, of: account, at: time.instant, in: resources.database)
        {
            let meal = try EventCoding.decode(MealChanged.self, from: version.body)
            var slotName: String?
            if meal.slot == .custom {
                slotName = try await opener.sealer.open(meal.words, .mealWords(meal.mealID, of: account)).slotName
            }
            meals.append((meal, slotName))
        }
        let then = DayThen(date, of: account, meals)
        let goals = try await resources.goals(of: account, on: date)
        let label = try await resources.label(of: account)
        return try .json(.ok, DayView(then.day, slotNames: then.slotNames, goals: goals, label: label))
    }
}
