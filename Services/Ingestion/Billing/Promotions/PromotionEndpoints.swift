import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// House promotions (BIL-14) for basic users: one at a time after some commands, until they are dismissed.
///
/// A client asks for them when its page has space; answers about allergens never contain one.
struct PromotionEndpoints: Sendable {
    let database: PostgresPool
    let clock: any WallClock
    let plans: AccountPlans
    /// Number of a person's commands before the first promotion, and between two; 0 shows none.
    let actions: Int

    /// The promotion to show now at a place, or none.
    func next(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, now = EventTime.truncate(clock.now())
        let place = try Self.place(of: call)
        guard actions > 0, try await plans.entitlements(of: account).promotions else { return Answer(.noContent) }
        let language = try await call.preferredLanguage(in: database)
        let chosen = try await database.withTransaction { transaction in
            try await choose(at: place, in: language, for: account, now: now, in: transaction)
        }
        guard let chosen, let words = chosen.words[language] else { return Answer(.noContent) }
        var headers = HTTPFields()
        headers[.contentLanguage] = language.rawValue
        headers[.vary] = "Accept-Language"
        return try .json(
            .ok, PromotionView(id: chosen.id, title: words.title, body: words.body, plans: "/v1/plans"),
            headers: headers)
    }

    private func choose(
        at place: Campaign.Place, in language: ContentLanguage, for account: AccountID, now: Date,
        in transaction: borrowing Transaction
    ) async throws -> Promotion? {
        // Serialized, so that two concurrent requests do not both show one and exceed cap and share.
        try await transaction.lockCount(of: "promotions", account)
        let shown = try await PromotionRepository.shown(to: account, at: now, in: transaction)
        let campaigns = try await CampaignRepository.list(endingAfter: now, in: transaction).filter {
            $0.isOffered(at: place, in: language, to: account, now: now)
        }
        let offered = campaigns.map(\.promotion) + Promotion.all
        if let last = shown.first, last.dismissedAt == nil, last.shownAt > now - PromotionRepository.showing {
            return offered.first { $0.id == last.id }
        }
        let since = shown.first?.shownAt ?? Date(timeIntervalSince1970: 0)
        let given = try await PromotionRepository.actions(
            of: account, since: since, atMost: actions, in: transaction)
        guard given >= actions else { return nil }
        let resting = Set(
            shown.filter { ($0.dismissedAt ?? .distantPast) > now - PromotionRepository.rest }.map(\.id))
        let capped = Set(
            campaigns.filter { campaign in
                shown.contains { $0.id == campaign.promotion.id && $0.timesToday >= campaign.perDay }
            }.map(\.promotion.id))
        func longestUnseen(_ promotions: [Promotion]) -> Promotion? {
            promotions.filter { !resting.contains($0.id) && !capped.contains($0.id) }.min { left, right in
                let times = [left, right].map { one in shown.first { $0.id == one.id }?.shownAt ?? .distantPast }
                return times[0] < times[1]
            }
        }
        // Campaigns take precedence over built-in promotions.
        guard let next = longestUnseen(campaigns.map(\.promotion)) ?? longestUnseen(Promotion.all) else { return nil }
        try await PromotionRepository.show(next.id, to: account, at: now, in: transaction)
        try await CampaignRepository.count(.shown, of: next.id, at: now, in: transaction)
        return next
    }

    private static func place(of call: Call) throws(ProblemDetails) -> Campaign.Place {
        guard let text = call.query.first(where: { $0.name == "place" })?.value else { return .today }
        guard let place = Campaign.Place(rawValue: text) else {
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "place", .notAChoice(of: Campaign.Place.self))])
        }
        return place
    }

    /// Dismisses a promotion; counted once for each time it was shown.
    func dismiss(_ call: Call) async throws -> Answer { try await note(.dismissed, counted: .dismissed, call) }

    /// Counts that a promotion was followed, once for each time it was shown.
    func click(_ call: Call) async throws -> Answer { try await note(.clicked, counted: .clicked, call) }

    private func note(
        _ reaction: PromotionRepository.Reaction, counted count: CampaignRepository.Count, _ call: Call
    ) async throws -> Answer {
        let account = try call.principal.account, id = try Self.id(of: call), now = EventTime.truncate(clock.now())
        let isThere = try await database.withTransaction { transaction in
            guard
                let isFirst = try await PromotionRepository.note(
                    reaction, to: id, by: account, at: now, in: transaction)
            else { return false }
            if isFirst { try await CampaignRepository.count(count, of: id, at: now, in: transaction) }
            return true
        }
        guard isThere else { throw ProblemDetails(.notFound) }
        return Answer(.noContent)
    }

    private static func id(of call: Call) throws(ProblemDetails) -> String {
        guard let id = call.id, id.utf8.count <= 64 else { throw ProblemDetails(.notFound) }
        return id
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
