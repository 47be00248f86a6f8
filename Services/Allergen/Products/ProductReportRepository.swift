import EventContracts
import Foundation
import Messaging
import Postgres

/// The product reports of each account.
package enum ProductReportRepository {
    /// Maximum number of reports evaluated per product, in this order: photos, the first of each network (so that
    /// accounts of one network displace no others), independent people, the newest.
    static let maxWeighed = 500

    private static let columns = """
        gtin, account_id, is_photo, scan_id, language, facts, named, evidence, read_at, counts_from, network,
        is_staff
        """

    /// The reports of a product that no confirmed label has superseded, without those of suspended accounts.
    static func weighable(of gtin: GTIN, in transaction: borrowing Transaction) async throws -> [ProductReport] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM (
                SELECT gtin, account_id, is_photo, scan_id, language, facts, named, evidence, read_at,
                    CASE WHEN is_suspended THEN NULL ELSE counts_from END AS counts_from, network,
                    is_staff AND NOT is_suspended AS is_staff
                FROM product_reports WHERE gtin = \(gtin.digits) AND NOT is_superseded) AS weighable
            ORDER BY is_photo DESC, is_staff DESC,
                row_number() OVER (
                    PARTITION BY is_photo, network ORDER BY counts_from IS NULL, read_at DESC, account_id),
                counts_from IS NULL, read_at DESC, account_id
            LIMIT \(Self.maxWeighed)
            """
        ).map(Self.report)
    }

    /// The report of an account; nil after a confirmed label has superseded it.
    static func find(
        _ gtin: GTIN, of account: AccountID, isPhoto: Bool, in transaction: borrowing Transaction
    ) async throws -> ProductReport? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM product_reports
            WHERE gtin = \(gtin.digits) AND account_id = \(account.uuid) AND is_photo = \(isPhoto)
                AND NOT is_superseded
            """
        ).first.map(Self.report)
    }

    /// An account's newest readings of some products, or of the items behind shop-internal numbers.
    static func own(
        of account: AccountID, _ products: Set<GTIN>, in transaction: borrowing Transaction
    ) async throws -> [GTIN: AllergenFacts] {
        guard !products.isEmpty else { return [:] }
        let articles = Set(products.compactMap(\.articlePart))
        let rows = try await transaction.query(
            """
            SELECT gtin, facts FROM product_reports
            WHERE account_id = \(account.uuid)
                AND (gtin = ANY (\(products.map(\.digits))::text[]) OR article = ANY (\(Array(articles))::text[]))
            ORDER BY read_at
            """)
        var own: [GTIN: AllergenFacts] = [:]
        for row in rows {
            let (gtin, facts) = try row.decode(GTIN.self, PostgresJSON.self)
            let read: AllergenFacts = try facts.value()
            // A partial label is added to the earlier one, which may be out of date.
            var label = read.complete ? read : (own[gtin] ?? read).union(read)
            label.complete = read.complete
            own[gtin] = label
        }
        return own
    }

    /// Stores a report, to be included in the product's facts again.
    static func save(_ report: ProductReport, in transaction: borrowing Transaction) async throws {
        let facts = try PostgresJSON(report.facts), named = try PostgresJSON(report.named)
        let evidence = try PostgresJSON(report.evidence), gtin = report.gtin
        try await transaction.execute(
            """
            INSERT INTO product_reports (\(raw: Self.columns), article, is_worldwide, is_suspended)
            VALUES (
                \(gtin.digits), \(report.account.uuid), \(report.isPhoto), \(report.scanID.uuid), \(report.language),
                \(facts), \(named), \(evidence), \(report.readAt), \(report.countsFrom), \(report.network),
                \(report.isStaff), \(gtin.articlePart), \(gtin.isWorldwide), EXISTS (
                    SELECT FROM account_standings
                    WHERE account_id = \(report.account.uuid) AND account_standings.is_suspended))
            ON CONFLICT (gtin, account_id, is_photo) DO UPDATE SET
                scan_id = EXCLUDED.scan_id, language = EXCLUDED.language, facts = EXCLUDED.facts,
                named = EXCLUDED.named, evidence = EXCLUDED.evidence, read_at = EXCLUDED.read_at,
                counts_from = EXCLUDED.counts_from, network = EXCLUDED.network, is_staff = EXCLUDED.is_staff,
                is_superseded = false, is_suspended = EXCLUDED.is_suspended, due_at = NULL
            """)
    }

    /// Replaces earlier readings by those that confirm a label.
    static func confirm(
        _ gtin: GTIN, by reports: [ProductReport], since: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE product_reports SET named = facts
            WHERE gtin = \(gtin.digits) AND is_photo AND account_id = ANY (\(reports.map(\.account.uuid)))
            """)
        try await transaction.execute(
            """
            UPDATE product_reports SET is_superseded = true
            WHERE gtin = \(gtin.digits) AND read_at < \(since) AND NOT is_superseded
            """)
    }

    private static func report(_ row: PostgresRow) throws -> ProductReport {
        let (gtin, account, isPhoto, scan, language, facts, named, evidence, readAt, countsFrom, network, isStaff) =
            try row.decode(
                GTIN.self, UUID.self, Bool.self, UUID.self, String?.self, PostgresJSON.self, PostgresJSON.self,
                PostgresJSON.self, Date.self, Date?.self, UUID?.self, Bool.self)
        return ProductReport(
            gtin: gtin, account: AccountID(account), isPhoto: isPhoto, scanID: ScanID(scan), language: language,
            facts: try facts.value(), named: try named.value(), evidence: try evidence.value(), readAt: readAt,
            countsFrom: countsFrom, network: network, isStaff: isStaff)
    }
}
