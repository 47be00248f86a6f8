import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// House promotions (BIL-14): after some actions, for who has basic, one at a time, until they are put away.
///
/// A client asks for them when it has room; no answer about allergens ever holds one.
struct PromotionEndpoints: Sendable {
    let database: PostgresPool
    let clock: any WallClock
    let plans: AccountPlans
    /// Orders that a person gives before one is shown, and between two; 0 shows none.
    let actions: Int

    /// The promotion to be shown now, or none.
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
            // The one that was not shown for longest.
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

    /// Puts one away.
    func dismiss(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let id = call.id, id.utf8.count <= 64,
            try await PromotionRepository.dismiss(
                id, by: account, at: EventTime.truncate(clock.now()), in: database)
        else { throw ProblemDetails(.notFound) }
        return Answer(.noContent)
    }
}

/// A promotion as it is shown.
struct PromotionView: Encodable, Sendable {
    let id: String
    let title: String
    let body: String
    /// The address of the plans page.
    let plans: String
}
