import EventContracts
import IngestionCore
import Postgres

/// The table `settled_revenue`: anonymous totals of payments by erased accounts (BIL-19).
enum SettledRevenue {
    /// Payments and refunds from the documents, one row for each, by month.
    static let moved: SQL = """
        SELECT owner, left(body ->> 'paidAt', 7) AS month, body -> 'choice' ->> 'planID' AS plan,
            body -> 'total' ->> 'currency' AS currency, (body -> 'total' ->> 'minorUnits')::bigint AS paid,
            0::bigint AS refunded, (body -> 'net' ->> 'minorUnits')::bigint AS net_paid, 0::bigint AS net_refunded
        FROM documents WHERE kind = 'payment' AND body ->> 'paidAt' IS NOT NULL
        UNION ALL
        SELECT owner, left(body ->> 'refundedAt', 7), body -> 'choice' ->> 'planID', body -> 'total' ->> 'currency', 0,
            (body -> 'total' ->> 'minorUnits')::bigint, 0, (body -> 'net' ->> 'minorUnits')::bigint
        FROM documents WHERE kind = 'payment' AND body ->> 'refundedAt' IS NOT NULL
        """

    /// Adds a person's payments before their documents are deleted.
    ///
    /// - Throws: A `PostgresError`.
    static func settle(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO settled_revenue AS known (
                month, plan, currency, paid, refunded, net_paid, net_refunded, payers)
            SELECT month, plan, currency, sum(paid)::bigint, sum(refunded)::bigint, sum(net_paid)::bigint,
                sum(net_refunded)::bigint, 1
            FROM (\(part: moved)) AS moved WHERE owner = \(account.uuid) GROUP BY month, plan, currency
            ON CONFLICT (month, plan, currency) DO UPDATE SET
                paid = known.paid + excluded.paid, refunded = known.refunded + excluded.refunded,
                net_paid = known.net_paid + excluded.net_paid,
                    net_refunded = known.net_refunded + excluded.net_refunded,
                payers = known.payers + 1
            """)
    }
}
