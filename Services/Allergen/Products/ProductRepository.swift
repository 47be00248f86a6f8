import EventContracts
import Foundation
import Messaging
import Postgres

/// Product facts, and recipe changes with accounts still to be notified.
package enum ProductRepository {
    private static let columns = """
        gtin, version, scan_id, language, facts, evidence, readings, first_read_at, read_at, changed_at, added, removed,
        change_readings, change_standing, standing, allergens, weighed_version
        """

    /// A product; nil if no complete reading of it is known.
    package static func find(_ gtin: GTIN, in transaction: borrowing Transaction) async throws -> ProductRecord? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM products WHERE gtin = \(gtin.digits) FOR UPDATE"
        ).first.map(Self.record)
    }

    /// Product facts with their status; unknown products and shop-internal numbers are left out.
    package static func labels(
        of products: Set<GTIN>, in transaction: borrowing Transaction
    ) async throws -> [GTIN: (facts: AllergenFacts, standing: Standing)] {
        let worldwide = products.filter(\.isWorldwide)
        guard !worldwide.isEmpty else { return [:] }
        let rows = try await transaction.query(
            """
            SELECT gtin, facts, CASE weighed_version WHEN version THEN standing ELSE 'reported' END FROM products
            WHERE gtin = ANY (\(worldwide.map(\.digits)))
            """)
        var labels: [GTIN: (facts: AllergenFacts, standing: Standing)] = [:]
        for row in rows {
            let (gtin, facts, standing) = try row.decode(GTIN.self, PostgresJSON.self, Standing.self)
            labels[gtin] = (try facts.value(), standing)
        }
        return labels
    }

    /// Stores the current state of a product.
    package static func save(_ product: ProductRecord, in transaction: borrowing Transaction) async throws {
        let facts = try PostgresJSON(product.facts), evidence = try PostgresJSON(product.evidence)
        let allergens = try PostgresJSON(product.allergens)
        try await transaction.execute(
            """
            INSERT INTO products (\(raw: Self.columns))
            VALUES (
                \(product.gtin.digits), \(product.version), \(product.scanID.uuid), \(product.language), \(facts),
                \(evidence), \(product.readings), \(product.firstReadAt), \(product.readAt), \(product.change?.at),
                \(product.change?.added ?? []), \(product.change?.removed ?? []), \(product.change?.readings),
                \(product.change?.standing), \(product.standing), \(allergens), \(product.version))
            ON CONFLICT (gtin) DO UPDATE SET
                version = EXCLUDED.version, scan_id = EXCLUDED.scan_id, language = EXCLUDED.language,
                facts = EXCLUDED.facts, evidence = EXCLUDED.evidence, readings = EXCLUDED.readings,
                first_read_at = EXCLUDED.first_read_at, read_at = EXCLUDED.read_at, changed_at = EXCLUDED.changed_at,
                added = EXCLUDED.added, removed = EXCLUDED.removed, change_readings = EXCLUDED.change_readings,
                change_standing = EXCLUDED.change_standing, standing = EXCLUDED.standing,
                allergens = EXCLUDED.allergens, weighed_version = EXCLUDED.weighed_version
            """)
    }

    /// A page of products in the order of their numbers.
    package static func page(
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
            gtin, version, scan, language, facts, evidence, readings, firstReadAt, readAt, changedAt, added, removed,
            changeReadings, changeStanding, standing, allergens, weighedVersion
        ) = try row.decode(
            GTIN.self, Int64.self, UUID.self, String?.self, PostgresJSON.self, PostgresJSON.self, Int64.self,
            Date.self, Date.self, Date?.self, [AllergenChoice].self, [AllergenChoice].self, Int64?.self,
            Standing?.self, Standing.self, PostgresJSON.self, Int64.self)
        return ProductRecord(
            gtin: gtin, version: version, scanID: ScanID(scan), language: language,
            facts: try facts.value(), evidence: try evidence.value(), readings: readings, firstReadAt: firstReadAt,
            readAt: readAt,
            change: changedAt.map {
                ProductChange(
                    at: $0, added: added, removed: removed, readings: changeReadings, standing: changeStanding)
            }, standing: weighedVersion == version ? standing : .reported, allergens: try allergens.value(),
            isWeighed: weighedVersion == version)
    }
}
