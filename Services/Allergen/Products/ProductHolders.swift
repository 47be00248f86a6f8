import EventContracts
import Foundation
import Postgres

/// An account that has scanned or bought a product, with the latest time.
package struct ProductHolder: Sendable, Equatable {
    package let account: AccountID
    package let scanID: ScanID
    package let scannedAt: Date
}

/// Finds accounts that have scanned or bought a product.
package struct ProductHolders: Sendable {
    package init() {}

    /// The next person in the order of ids, if any.
    package func next(
        of gtin: GTIN, after account: AccountID?, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> ProductHolder? {
        try await database.query(
            """
            SELECT account_id, scan_id, scanned_at FROM scans
            WHERE product = \(gtin.digits) AND account_id = (
                SELECT account_id FROM scans
                WHERE product = \(gtin.digits) AND (\(account?.uuid)::uuid IS NULL OR account_id > \(account?.uuid))
                ORDER BY account_id LIMIT 1)
            ORDER BY scanned_at DESC, scan_id DESC LIMIT 1
            """
        ).first.map { row in
            let (account, scan, scannedAt) = try row.decode(UUID.self, UUID.self, Date.self)
            return ProductHolder(account: AccountID(account), scanID: ScanID(scan), scannedAt: scannedAt)
        }
    }
}
