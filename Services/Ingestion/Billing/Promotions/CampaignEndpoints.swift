import EventContracts
import Foundation
import HTTPTypes
import Hexadecimal
import IngestionCore
import Postgres
import ServiceRuntime

/// Campaigns for the staff, with anonymous counts (BIL-14).
struct CampaignEndpoints: Sendable {
    let database: PostgresPool
    let clock: any WallClock

    /// A campaign with its counts, or a built-in promotion, which has no dates.
    private struct View: Encodable, Sendable {
        let id: String
        let name: String?
        let words: [String: Promotion.Words]
        let startsAt: Date?
        let endsAt: Date?
        let places: [String]
        let share: Int
        let perDay: Int?
        /// The counts; nil while the group is too small to be anonymous.
        let counts: CampaignRepository.Counts?

        init(_ campaign: Campaign, _ counts: CampaignRepository.Counts?) {
            id = campaign.promotion.id
            name = campaign.name
            words = Self.named(campaign.words)
            startsAt = campaign.startsAt
            endsAt = campaign.endsAt
            places = campaign.places.map(\.rawValue).sorted()
            share = campaign.share
            perDay = campaign.perDay
            self.counts = counts
        }

        init(_ promotion: Promotion, _ counts: CampaignRepository.Counts?) {
            id = promotion.id
            name = nil
            words = Self.named(promotion.words)
            startsAt = nil
            endsAt = nil
            places = Campaign.Place.allCases.map(\.rawValue).sorted()
            share = 100
            perDay = nil
            self.counts = counts
        }

        private static func named(_ words: [ContentLanguage: Promotion.Words]) -> [String: Promotion.Words] {
            Dictionary(uniqueKeysWithValues: words.map { ($0.key.rawValue, $0.value) })
        }
    }

    func list(_ call: Call) async throws -> Answer {
        let counts = try await CampaignRepository.counts(in: database)
        let campaigns = try await CampaignRepository.list(in: database)
        let items =
            campaigns.map { View($0, counts[$0.promotion.id]) } + Promotion.all.map { View($0, counts[$0.id]) }
        return try .json(.ok, PageView(items: items, next: nil))
    }

    func create(_ call: Call) async throws -> Answer {
        let campaign = try CampaignForm.campaign(UUID(), call.body, now: clock.now())
        guard try await save(campaign, isNew: true, call) else {
            throw ProblemDetails(
                .conflict, detail: "There are \(CampaignRepository.maxCampaigns) campaigns. Delete one first.")
        }
        return try .json(.created, View(campaign, nil))
    }

    func change(_ call: Call) async throws -> Answer {
        let campaign = try CampaignForm.campaign(try ResourceReader.id(of: call), call.body, now: clock.now())
        guard try await save(campaign, isNew: false, call) else { throw ProblemDetails(.notFound) }
        let counts = try await CampaignRepository.counts(in: database)
        return try .json(.ok, View(campaign, counts[campaign.promotion.id]))
    }

    func delete(_ call: Call) async throws -> Answer {
        let id = try ResourceReader.id(of: call)
        let isDeleted = try await database.withTransaction { transaction in
            guard try await CampaignRepository.delete(id, in: transaction) else { return false }
            try await Self.audit(call, "delete \(id.text)", in: transaction)
            return true
        }
        guard isDeleted else { throw ProblemDetails(.notFound) }
        return Answer(.noContent)
    }

    private func save(_ campaign: Campaign, isNew: Bool, _ call: Call) async throws -> Bool {
        let now = EventTime.truncate(clock.now())
        return try await database.withTransaction { transaction in
            guard try await CampaignRepository.save(campaign, isNew: isNew, at: now, in: transaction) else {
                return false
            }
            try await Self.audit(call, "\(isNew ? "create" : "change") \(campaign.promotion.id)", in: transaction)
            return true
        }
    }

    private static func audit(_ call: Call, _ what: String, in transaction: borrowing Transaction) async throws {
        var entry = AuditEntry(.campaignChanged, by: call, resource: what)
        entry.subject = nil
        try await Audit.record(entry, in: transaction)
    }
}

/// A campaign as sent in a request.
enum CampaignForm {
    private static let maxNameLength = 80, maxTitleLength = 80, maxBodyLength = 300

    /// - Throws: `invalidFields` with all problems.
    static func campaign(_ id: UUID, _ body: JSONValue, now: Date) throws(ProblemDetails) -> Campaign {
        var fields = try BodyFields(body)
        let name = fields.requiredWords("name", longest: maxNameLength)
        let words = words(&fields)
        let starts = instant("startsAt", &fields), ends = instant("endsAt", &fields)
        if let ends, ends <= starts ?? now { fields.report("endsAt", .init(.wrongOrder, "must be after startsAt")) }
        let places = fields.choices("places", of: Campaign.Place.self)
        if places.isEmpty, !fields.hasProblem(among: ["places"]) {
            fields.report("places", .init(.tooFew, "must have at least one place", ["min": 1]))
        }
        let share = number("share", in: 1...100, &fields) ?? 100
        let perDay = number("perDay", in: 1...24, &fields) ?? 1
        try fields.finish()
        return Campaign(
            id: id, name: name, words: words, startsAt: starts ?? EventTime.truncate(now), endsAt: ends,
            places: Set(places), share: share, perDay: perDay)
    }

    private static func words(_ fields: inout BodyFields) -> [ContentLanguage: Promotion.Words] {
        let root = JSONPointer.root.member("words")
        guard case .object(let members)? = fields.member("words"), !members.isEmpty else {
            fields.report(root, .required)
            return [:]
        }
        var words: [ContentLanguage: Promotion.Words] = [:]
        for member in members {
            let place = root.member(member.name)
            guard let language = ContentLanguage(rawValue: member.name) else {
                fields.report(place, .notAChoice(of: ContentLanguage.self))
                continue
            }
            let title = fields.text(
                member.value["title"] ?? .null, at: place.member("title"), length: 1...maxTitleLength)
            let body = fields.text(member.value["body"] ?? .null, at: place.member("body"), length: 1...maxBodyLength)
            guard let title, let body else { continue }
            if "\(title) \(body)".contains("://") {
                fields.report(place, .init(.notAllowed, "must not contain a link"))
            }
            words[language] = Promotion.Words(title: title, body: body)
        }
        return words
    }

    private static func instant(_ name: String, _ fields: inout BodyFields) -> Date? {
        guard let text = fields.optionalText(name, length: 1...40) else { return nil }
        guard let instant = EventTime.parse(text) else {
            fields.report(name, .init(.notATime, "must be an instant such as 2026-11-21T07:30:00Z"))
            return nil
        }
        return instant
    }

    private static func number(_ name: String, in range: ClosedRange<Int>, _ fields: inout BodyFields) -> Int? {
        guard let value = fields.member(name), value != .null else { return nil }
        guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
            fields.report(name, .notWhole(in: range))
            return nil
        }
        return number
    }
}
