import EventContracts
import Foundation
import IncomingText
import Postgres
import Purchases
import SpendingService

/// Imports shops of an open register: rows in `spending`'s schema.
struct ShopTable: Sendable {
    let database: OperatorDatabase

    private static let schema = "spending"
    private static let batch = 500

    /// The result for a file.
    struct Outcome: Encodable, Sendable, Equatable {
        let shops: Int
        /// Number of new or changed shop ids that receipts may contain.
        let changed: Int
        /// Numbers of lines without a valid shop.
        let refused: [Int]
    }

    /// Imports the shops of a file.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - source: The register.
    ///   - isDryRun: Whether only to count.
    ///   - now: The current time.
    /// - Returns: The result.
    /// - Throws: `ControlFailure.usage` for an invalid file, or a `PostgresError`.
    func take(_ text: String, from source: String, isDryRun: Bool, at now: Date) async throws -> Outcome {
        // A register may contain any characters; forbidden ones are removed from the rows.
        guard let (stores, faults) = RegisteredStore.stores(in: IncomingText(cleaning: text).value) else {
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
                    try await RegisteredStoreRepository.save(part, from: source, at: now, in: $0)
                }
            }
            return changed
        }
        return Outcome(shops: stores.count, changed: changed, refused: refused)
    }
}
