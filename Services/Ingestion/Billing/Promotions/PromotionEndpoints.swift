import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// House promotions (BIL-14) for basic users: one at a time after some commands, until they are dismissed.
///
/// A client asks for them when it has room; answers about allergens never contain one.
struct PromotionEndpoints: Sendable {
    let database: PostgresPool
    let clock: any WallClock
    let plans: AccountPlans
    /// Number of a person's commands before one is shown, and between two; 0 shows none.
    let actions: Int

    /// The promotion to show now, or none.
    func next(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, now = EventTime.truncate(clock.now())
        guard actions > 0, try await plans.entitlements(of: account).promotions else { return Answer(.noContent) }
        let needed = actions
        let chosen: Promotion? = try await database.withTransaction { transaction in
            let shown = try await PromotionRepository.shown(to: account, in: transaction)
            if let last = shown.first, last.dismissedAt == nil, last.shownAt > now - PromotionRepository.showing {
                return Promotion.all.first { $0.id == last.id }
            }
            let since = shown.first?.shownAt ?? Date(timeIntervalSince1970: 0)
            let given = try await PromotionRepository.actions(
                of: account, since: since, atMost: needed, in: transaction)
            guard given >= needed else { return nil }
            let resting = Set(
                shown.filter { ($0.dismissedAt ?? .distantPast) > now - PromotionRepository.rest }.map(\.id))
            // The one that was not shown for the longest time.
            let order = Promotion.all.filter { !resting.contains($0.id) }.sorted { left, right in
                let times = [left, right].map { one in shown.first { $0.id == one.id }?.shownAt ?? .distantPast }
                return times[0] < times[1]
            }
            guard let next = order.first else { return nil }
            try await PromotionRepository.show(next.id, to: account, at: now, in: transaction)
            return next
        }
        guard let chosen else { return Answer(.noContent) }
        let language = try await call.wishedLanguage(in: database)
        guard let words = chosen.words[language] else { return Answer(.noContent) }
        var headers = HTTPFields()
        headers[.contentLanguage] = language.rawValue
        headers[.vary] = "Accept-Language"
        return try .json(
            .ok, PromotionView(id: chosen.id, title: words.title, body: words.body, plans: "/v1/plans"),
            headers: headers)
    }

    /// Dismisses a promotion.
    func dismiss(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let id = call.id, id.utf8.count <= 64,
            try await PromotionRepository.dismiss(
                id, by: account, at: EventTime.truncate(clock.now()), in: database)
        else { throw ProblemDetails(.notFound) }
        return Answer(.noContent)
    }
}

/// A promotion in the form for clients.
struct PromotionView: Encodable, Sendable {
    let id: String
    let title: String
    let body: String
    /// The address of the plans page.
    let plans: String
}
