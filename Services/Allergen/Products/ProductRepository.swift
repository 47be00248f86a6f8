import EventContracts
import Foundation
import Messaging
import Postgres

/// What is known of products, and the changes of recipes whose earlier readers are still to be told.
package struct ProductRepository: Sendable {
    package init() {}

    private static let columns = """
        gtin, version, scan_id, language, facts, evidence, readings, first_read_at, read_at, changed_at, added, removed
        """

    /// A product; nil when no complete reading of it is known.
    package func find(_ gtin: GTIN, in transaction: borrowing Transaction) async throws -> ProductRecord? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM products WHERE gtin = \(gtin.digits) FOR UPDATE"
        ).first.map(Self.record)
    }

    /// What the newest complete readings of products name; those that were never read are left out.
    package func labels(
        of products: Set<GTIN>, in transaction: borrowing Transaction
    ) async throws -> [GTIN: AllergenFacts] {
        guard !products.isEmpty else { return [:] }
        let rows = try await transaction.query(
            "SELECT gtin, facts FROM products WHERE gtin = ANY (\(products.map(\.digits)))")
        var labels: [GTIN: AllergenFacts] = [:]
        for row in rows {
            let (gtin, facts) = try row.decode(GTIN.self, PostgresJSON.self)
            labels[gtin] = try facts.value()
        }
        return labels
    }

    /// Stores a product as it now is.
    package func save(_ product: ProductRecord, in transaction: borrowing Transaction) async throws {
        let facts = try PostgresJSON(product.facts), evidence = try PostgresJSON(product.evidence)
        try await transaction.execute(
            """
            INSERT INTO products (\(raw: Self.columns))
            VALUES (
                \(product.gtin.digits), \(product.version), \(product.scanID.uuid), \(product.language), \(facts),
                \(evidence), \(product.readings), \(product.firstReadAt), \(product.readAt), \(product.change?.at),
                \(product.change?.added ?? []), \(product.change?.removed ?? []))
            ON CONFLICT (gtin) DO UPDATE SET
                version = EXCLUDED.version, scan_id = EXCLUDED.scan_id, language = EXCLUDED.language,
                facts = EXCLUDED.facts, evidence = EXCLUDED.evidence, readings = EXCLUDED.readings,
                first_read_at = EXCLUDED.first_read_at, read_at = EXCLUDED.read_at, changed_at = EXCLUDED.changed_at,
                added = EXCLUDED.added, removed = EXCLUDED.removed
            """)
    }

    /// A page of products in the order of their numbers.
    package func page(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ProductChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM products
            WHERE \(cursor)::text IS NULL OR gtin > \(cursor)
            ORDER BY gtin LIMIT \(limit)
            """
        ).map { try Self.record($0).event }
    }

    private static func record(_ row: PostgresRow) throws -> ProductRecord {
        let (
            gtin, version, scan, language, facts, evidence, readings, firstReadAt, readAt, changedAt, added, removed
        ) = try row.decode(
            GTIN.self, Int64.self, UUID.self, String?.self, PostgresJSON.self, PostgresJSON.self, Int64.self,
            Date.self, Date.self, Date?.self, [AllergenChoice].self, [AllergenChoice].self)
        return ProductRecord(
            gtin: gtin, version: version, scanID: ScanID(scan), language: language,
            facts: try facts.value(), evidence: try evidence.value(), readings: readings, firstReadAt: firstReadAt,
            readAt: readAt, change: changedAt.map { ProductChange(at: $0, added: added, removed: removed) })
    }
}
