import Foundation
import IngestionCore
import Postgres

/// Business figures for shareholders (GW-27, BIL-19): sums over all people, never of one person.
struct BusinessFigures: Encodable, Sendable {
    /// Number of existing accounts registered in a month.
    struct Month: Encodable, Sendable {
        /// The month in UTC, such as `2026-11`.
        let month: String
        let registered: Int64
    }

    struct Subscriptions: Encodable, Sendable {
        let plan: String
        let status: String
        let count: Int64
    }

    /// Revenue in minor units of a currency, with taxes; includes payments of accounts erased since.
    struct Revenue: Encodable, Sendable {
        let month: String
        let currency: String
        let paid: Int64
        let refunded: Int64
    }

    /// Number of ratings in a survey, from 1 to 5 (OPS-19).
    struct Mark: Encodable, Sendable {
        let month: String
        let rating: Int64
        let count: Int64
    }

    /// Active users; nil while the group is too small to report.
    let users: Int64?
    /// Users of the last 30 days; nil while the group is too small.
    let active: Int64?
    let months: [Month]
    let subscriptions: [Subscriptions]
    let revenue: [Revenue]
    let planRevenue: [PlanRevenue]
    let conversions: [Conversion]
    /// Regular use; nil while the group is too small.
    let commitment: Commitment?
    let surveys: [Mark]

    /// Maximum number of reported months.
    private static let maxMonths: Int64 = 60
    private static let activeDays: TimeInterval = 30 * 86_400

    /// Computes the figures.
    static func compute(at now: Date, in database: some PostgresQuerying) async throws -> BusinessFigures {
        let totals = try await database.query(
            """
            SELECT (SELECT count(*) FROM accounts WHERE status <> 'erased'),
                (SELECT count(DISTINCT account_id) FROM refresh_tokens JOIN sessions USING (session_id)
                WHERE issued_at > \(now - activeDays))
            """
        ).first.map { try $0.decode(Int64.self, Int64.self) }
        let months = try await database.query(
            """
            SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*) FROM accounts
            WHERE status <> 'erased' GROUP BY month HAVING count(*) >= \(minPeople) ORDER BY 1 DESC LIMIT \(maxMonths)
            """
        ).map { row in
            let (month, count) = try row.decode(String.self, Int64.self)
            return Month(month: month, registered: count)
        }
        let subscriptions = try await database.query(
            """
            SELECT body -> 'choice' ->> 'planID' AS plan, body ->> 'status' AS status, count(*) FROM documents
            WHERE kind = 'subscription' AND deleted_at IS NULL GROUP BY plan, status
            HAVING count(DISTINCT owner) >= \(minPeople) ORDER BY plan, status
            """
        ).map { row in
            let (plan, status, count) = try row.decode(String.self, String.self, Int64.self)
            return Subscriptions(plan: plan, status: status, count: count)
        }
        let revenue = try await database.query(
            """
            SELECT month, currency, sum(paid)::bigint, sum(refunded)::bigint FROM (
                SELECT owner, month, currency, paid, refunded, 0::bigint AS gone FROM (\(part: SettledRevenue.moved))
                    AS moved
                UNION ALL
                SELECT NULL, month, currency, paid, refunded, payers FROM settled_revenue
            ) AS money GROUP BY month, currency
            -- Of the erased, who had two plans in a month is in two rows: the larger one are as many at least.
            HAVING count(DISTINCT owner) + max(gone) >= \(minPeople)
            ORDER BY month DESC, currency LIMIT \(maxMonths)
            """
        ).map { row in
            let (month, currency, paid, refunded) = try row.decode(String.self, String.self, Int64.self, Int64.self)
            return Revenue(month: month, currency: currency, paid: paid, refunded: refunded)
        }
        let surveys = try await database.query(
            """
            SELECT to_char(entered_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, rating::bigint, count(*) FROM reviews
            WHERE topic = 'survey' AND rating IS NOT NULL
            GROUP BY month, rating HAVING count(DISTINCT account_id) >= \(minPeople)
            ORDER BY month DESC, rating LIMIT \(maxMonths * 5)
            """
        ).map { row in
            let (month, rating, count) = try row.decode(String.self, Int64.self, Int64.self)
            return Mark(month: month, rating: rating, count: count)
        }
        return BusinessFigures(
            users: hidingSmall(totals?.0), active: hidingSmall(totals?.1), months: months, subscriptions: subscriptions,
            revenue: revenue, planRevenue: try await planRevenue(in: database),
            conversions: try await conversions(at: now, in: database),
            commitment: try await commitment(at: now, in: database), surveys: surveys)
    }

    private static func hidingSmall(_ count: Int64?) -> Int64? { count.flatMap { $0 >= minPeople ? $0 : nil } }
}
