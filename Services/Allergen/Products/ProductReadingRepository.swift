import EventContracts
import Foundation
import Messaging
import Postgres

/// Queue of readings for updating product facts.
package enum ProductReadingRepository {
    /// Adds a reading.
    package static func add(_ reading: ProductReading, in transaction: borrowing Transaction) async throws {
        let facts = try PostgresJSON(reading.facts), evidence = try PostgresJSON(reading.evidence)
        let voucher = try reading.voucher.map(PostgresJSON.init)
        try await transaction.execute(
            """
            INSERT INTO product_readings (
                gtin, account_id, scan_id, language, facts, evidence, read_at, is_recheck, is_photo,
                voucher)
            VALUES (
                \(reading.gtin.digits), \(reading.accountID.uuid), \(reading.scanID.uuid), \(reading.language),
                    \(facts),
                \(evidence), \(reading.readAt), \(reading.isRecheck), \(reading.isPhoto), \(voucher))
            """)
    }

    /// The oldest reading with its number, if any.
    package static func next(
        on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (number: Int64, reading: ProductReading)? {
        try await database.query(
            """
            SELECT reading_id, gtin, account_id, scan_id, language, facts, evidence, read_at, is_recheck,
                is_photo, voucher
            FROM product_readings ORDER BY reading_id LIMIT 1
            """
        ).first.map { row in
            let (number, gtin, account, scan, language, facts, evidence, readAt, isRecheck, isPhoto, voucher) =
                try row.decode(
                    Int64.self, GTIN.self, UUID.self, UUID.self, String?.self, PostgresJSON.self, PostgresJSON.self,
                    Date.self, Bool.self, Bool.self, PostgresJSON?.self)
            return (
                number,
                ProductReading(
                    gtin: gtin, accountID: AccountID(account), scanID: ScanID(scan),
                    language: language, facts: try facts.value(), evidence: try evidence.value(), readAt: readAt,
                    isRecheck: isRecheck, isPhoto: isPhoto, voucher: try voucher?.value())
            )
        }
    }

    /// Removes a reading.
    ///
    /// - Returns: False if another instance was first.
    package static func remove(_ number: Int64, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute("DELETE FROM product_readings WHERE reading_id = \(number)") == 1
    }
}
