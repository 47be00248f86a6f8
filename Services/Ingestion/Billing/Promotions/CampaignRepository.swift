import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// The tables `campaigns` and `promotion_counts`.
enum CampaignRepository {
    /// Maximum number of campaigns.
    static let maxCampaigns = 200

    /// Counts of a promotion over all people.
    struct Counts: Encodable, Sendable, Equatable {
        var shown: Int64 = 0
        var clicked: Int64 = 0
        var dismissed: Int64 = 0
    }

    /// An event of a promotion that was shown.
    enum Count: String, Sendable {
        case shown, clicked, dismissed
    }

    /// All campaigns, newest first, or only those that have not ended.
    static func list(
        endingAfter now: Date? = nil, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Campaign] {
        try await database.query(
            """
            SELECT campaign_id, name, words::text AS words, starts_at, ends_at, array_to_string(places, ' ') AS places,
                share::bigint AS share, per_day::bigint AS per_day
            FROM campaigns WHERE \(now)::timestamptz IS NULL OR ends_at IS NULL OR ends_at > \(now)
            ORDER BY starts_at DESC, campaign_id LIMIT \(maxCampaigns)
            """
        ).map(campaign)
    }

    /// Stores a campaign.
    ///
    /// - Returns: False if a new one would be one too many, or one to be changed does not exist.
    static func save(
        _ campaign: Campaign, isNew: Bool, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        _ = try await transaction.query("SELECT pg_advisory_xact_lock(hashtext('campaigns'))")
        let words = Dictionary(
            uniqueKeysWithValues: campaign.words.map { ($0.key.rawValue, $0.value) })
        let places = campaign.places.map(\.rawValue).sorted()
        if isNew {
            return try await transaction.execute(
                """
                INSERT INTO campaigns (campaign_id, name, words, starts_at, ends_at, places, share, per_day, created_at,
                    changed_at)
                SELECT \(campaign.id), \(campaign.name), \(try PostgresJSON(words)), \(campaign.startsAt),
                    \(campaign.endsAt), \(places)::text[], \(Int64(campaign.share))::smallint,
                    \(Int64(campaign.perDay))::smallint, \(now), \(now)
                WHERE (SELECT count(*) FROM campaigns) < \(Int64(maxCampaigns))
                """) == 1
        }
        return try await transaction.execute(
            """
            UPDATE campaigns SET name = \(campaign.name), words = \(try PostgresJSON(words)),
                starts_at = \(campaign.startsAt), ends_at = \(campaign.endsAt), places = \(places)::text[],
                share = \(Int64(campaign.share))::smallint, per_day = \(Int64(campaign.perDay))::smallint,
                changed_at = \(now)
            WHERE campaign_id = \(campaign.id)
            """) == 1
    }

    /// Deletes a campaign; its counts stay until they are pruned.
    static func delete(_ id: UUID, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute("DELETE FROM campaigns WHERE campaign_id = \(id)") == 1
    }

    /// Counts an event without storing the person.
    static func count(
        _ count: Count, of promotion: String, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        let column = count.rawValue
        try await transaction.execute(
            """
            INSERT INTO promotion_counts AS known (promotion, day, \(identifier: column))
            VALUES (\(promotion), (\(now)::timestamptz AT TIME ZONE 'UTC')::date, 1)
            ON CONFLICT (promotion, day)
            DO UPDATE SET \(identifier: column) = known.\(identifier: column) + 1
            """)
    }

    /// Deletes counts of days before a time.
    ///
    /// - Returns: The number of deleted rows.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM promotion_counts WHERE (promotion, day) IN (
                SELECT promotion, day FROM promotion_counts
                WHERE day < (\(limit)::timestamptz AT TIME ZONE 'UTC')::date ORDER BY day LIMIT \(maxCount))
            """)
    }

    /// The counts of each promotion seen by enough people, from the first day within the retention.
    static func counts(in database: some PostgresQuerying) async throws -> [String: Counts] {
        let rows = try await database.query(
            """
            SELECT promotion, sum(shown)::bigint, sum(clicked)::bigint, sum(dismissed)::bigint
            FROM promotion_counts
            WHERE promotion IN (
                SELECT promotion FROM promotions
                JOIN (SELECT promotion, min(day) AS first_day FROM promotion_counts GROUP BY promotion) AS counted
                    USING (promotion)
                WHERE (shown_at AT TIME ZONE 'UTC')::date >= first_day
                GROUP BY promotion HAVING count(*) >= \(ReportedGroup.minPeople))
            GROUP BY promotion
            """)
        var counts: [String: Counts] = [:]
        for row in rows {
            let (promotion, shown, clicked, dismissed) = try row.decode(String.self, Int64.self, Int64.self, Int64.self)
            counts[promotion] = Counts(shown: shown, clicked: clicked, dismissed: dismissed)
        }
        return counts
    }

    private static func campaign(_ row: PostgresRow) throws -> Campaign {
        let stored = try EventCoding.decode(
            [String: Promotion.Words].self, from: Array(try row.decode("words", as: String.self).utf8))
        let places = try row.decode("places", as: String.self).split(separator: " ")
        return Campaign(
            id: try row.decode("campaign_id", as: UUID.self), name: try row.decode("name", as: String.self),
            words: Dictionary(
                uniqueKeysWithValues: stored.compactMap { key, words in
                    ContentLanguage(rawValue: key).map { ($0, words) }
                }),
            startsAt: try row.decode("starts_at", as: Date.self), endsAt: try row.decode("ends_at", as: Date?.self),
            places: Set(places.compactMap { Campaign.Place(rawValue: String($0)) }),
            share: Int(try row.decode("share", as: Int64.self)),
            perDay: Int(try row.decode("per_day", as: Int64.self)))
    }
}
