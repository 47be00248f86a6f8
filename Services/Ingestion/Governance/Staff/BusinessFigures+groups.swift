import Foundation
import IngestionCore
import Postgres

extension BusinessFigures {
    static let minPeople = ReportedGroup.minPeople

    /// Revenue of one plan in a month, in minor units of a currency, without taxes; groups with too few payers are left
    /// out.
    struct PlanRevenue: Encodable, Sendable {
        let month: String
        let plan: String
        let currency: String
        let paid: Int64
        let refunded: Int64
        /// Number of accounts that paid or were refunded.
        let payers: Int64
    }

    /// Accounts by month of registration that paid within 14 days without a refund (BIL-16); small groups and
    /// incomplete months are omitted.
    struct Conversion: Encodable, Sendable {
        let month: String
        let registered: Int64
        let converted: Int64
        let share: Double
    }

    /// Regular use of the diary and scans over the last 31 days in UTC (OPS-19).
    struct Commitment: Encodable, Sendable {
        /// First and last day of the range.
        let from: String
        let through: String
        /// Number of accounts that existed during the whole range and made an entry.
        let people: Int64
        /// Fractions of these accounts, from 0 to 1: with an entry on every day, and on at least 22 of the 31 days.
        let daily: Double
        let mostDays: Double
    }

    private static let conversionDays: TimeInterval = 14 * 86_400
    /// Length of the range in days: the longest month (OPS-19 requires at least a month).
    private static let commitmentDays = 31
    private static let maxOfThem: Int64 = 22

    /// Revenue by plan (BIL-19): payments in the month of payment, refunds in the month of refund.
    static func planRevenue(in database: some PostgresQuerying) async throws -> [PlanRevenue] {
        try await database.query(
            """
            SELECT month, plan, currency, sum(paid)::bigint, sum(refunded)::bigint,
                (count(DISTINCT owner) + sum(gone))::bigint
            FROM (
                SELECT owner, month, plan, currency, net_paid AS paid, net_refunded AS refunded, 0::bigint AS gone
                FROM (\(part: SettledRevenue.moved)) AS moved
                UNION ALL
                SELECT NULL, month, plan, currency, net_paid, net_refunded, payers FROM settled_revenue
            ) AS money
            GROUP BY month, plan, currency HAVING count(DISTINCT owner) + sum(gone) >= \(minPeople)
            ORDER BY month DESC, plan, currency LIMIT 500
            """
        ).map { row in
            let (month, plan, currency, paid, refunded, payers) = try row.decode(
                String.self, String.self, String.self, Int64.self, Int64.self, Int64.self)
            return PlanRevenue(
                month: month, plan: plan, currency: currency, paid: paid, refunded: refunded, payers: payers)
        }
    }

    /// Accounts that paid soon after registration, by the month of registration (BIL-16).
    static func conversions(at now: Date, in database: some PostgresQuerying) async throws -> [Conversion] {
        try await database.query(
            """
            SELECT month, count(*), count(*) FILTER (WHERE converted) FROM (
                SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, EXISTS (
                    SELECT FROM documents
                    WHERE kind = 'payment' AND owner = accounts.account_id AND body ->> 'refundedAt' IS NULL
                        AND (body ->> 'paidAt')::timestamptz
                            <= accounts.created_at + make_interval(secs => \(conversionDays))
                ) AS converted
                FROM accounts
                WHERE status <> 'erased' AND created_at <= \(now - conversionDays)
            ) AS people GROUP BY month HAVING count(*) >= \(minPeople) ORDER BY month DESC LIMIT 60
            """
        ).map { row in
            let (month, registered, converted) = try row.decode(String.self, Int64.self, Int64.self)
            return Conversion(
                month: month, registered: registered, converted: converted,
                share: Double(converted) / Double(registered))
        }
    }

    /// Regular use (OPS-19); nil if the group is too small.
    static func commitment(at now: Date, in database: some PostgresQuerying) async throws -> Commitment? {
        let day = 86_400.0
        let end = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / day).rounded(.down) * day)
        let start = end - Double(commitmentDays) * day
        let microseconds = (
            Int64(start.timeIntervalSince1970) * 1_000_000, Int64(end.timeIntervalSince1970) * 1_000_000
        )
        let row = try await database.query(
            """
            SELECT count(*), count(*) FILTER (WHERE days >= \(Int64(commitmentDays))),
                count(*) FILTER (WHERE days >= \(maxOfThem))
            FROM (
                SELECT owner, count(DISTINCT sort_key / 86400000000) AS days
                FROM documents JOIN accounts ON accounts.account_id = owner
                WHERE kind IN ('meal', 'label-scan', 'receipt', 'reaction')
                    AND sort_key >= \(microseconds.0) AND sort_key < \(microseconds.1)
                    AND accounts.status = 'active' AND accounts.created_at <= \(start)
                GROUP BY owner
            ) AS people
            """
        ).first
        guard let (people, daily, frequent) = try row?.decode(Int64.self, Int64.self, Int64.self), people >= minPeople
        else {
            return nil
        }
        let from = ISO8601DateFormatter.string(from: start, timeZone: .gmt, formatOptions: [.withFullDate])
        let through = ISO8601DateFormatter.string(from: end - 1, timeZone: .gmt, formatOptions: [.withFullDate])
        return Commitment(
            from: from, through: through, people: people, daily: Double(daily) / Double(people),
            mostDays: Double(frequent) / Double(people))
    }
}
