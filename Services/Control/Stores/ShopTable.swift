import EventContracts
import Foundation
import Postgres
import Purchases
import SpendingService

/// Shops of an open register as an operator brings them in: rows in `spending`'s schema.
struct ShopTable: Sendable {
    let database: OperatorDatabase

    private static let schema = "spending"
    private static let batch = 500

    /// What came of a file.
    struct Outcome: Encodable, Sendable, Equatable {
        let shops: Int
        /// Ids by which receipts may name them that are new or changed.
        let changed: Int
        /// Lines that tell no shop.
        let refused: [Int]
    }

    /// Takes the shops of a file in.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - source: Which register it is.
    ///   - isDryRun: Whether only to count.
    ///   - now: When.
    /// - Returns: What came of it.
    /// - Throws: `ControlFailure.usage` for what is no such file, or a `PostgresError`.
    func take(_ text: String, from source: String, isDryRun: Bool, at now: Date) async throws -> Outcome {
        guard let (stores, faults) = RegisteredStore.stores(in: text) else {
            throw ControlFailure.usage("the first line must name the columns @lat, @lon and name or brand")
        }
        let refused = faults.map(\.line)
        guard !isDryRun else { return Outcome(shops: stores.count, changed: 0, refused: refused) }
        try await AuditLog(database: database).record(.importStores, "\(stores.count) shops of \(source)")
        let changed = try await database.withSchema(Self.schema) { pool in
            var changed = 0
            for start in stride(from: 0, to: stores.count, by: Self.batch) {
                let part = Array(stores[start..<min(start + Self.batch, stores.count)])
                changed += try await pool.withTransaction {
                    try await StoreRegister().save(part, from: source, at: now, in: $0)
                }
            }
            return changed
        }
        return Outcome(shops: stores.count, changed: changed, refused: refused)
    }
}
