import EventContracts
import Foundation
import IngestionCore
import Postgres
import Purchases
import Sealing
import Synchronization

/// Purchases of people, reduced to what reports and budgets need.
///
/// They are cached in memory for the most recent readers, by the version of each purchase, because decrypting and
/// parsing a year of purchases takes longer than summing them.
package final class PurchaseCache: Sendable {
    /// The purchases of a person by their ids.
    struct Book: Sendable {
        struct Entry: Sendable {
            let version: Int64
            let ledger: PurchaseLedger
        }

        var entries: [UUID: Entry] = [:]

        /// Merged products with the products that replace them.
        var absorbed = AbsorbedProducts()

        /// The purchases in a stable order, with merged products replaced.
        var ledgers: [PurchaseLedger] { entries.values.map { $0.ledger.naming(absorbed) } }

        /// Whether a purchase names a product that no other one has replaced.
        func names(_ product: PurchasedProductID) -> Bool {
            guard absorbed.heir(of: product) == product else { return false }
            return entries.values.contains { $0.ledger.lines.contains { $0.product == product } }
        }

        /// One purchase at each shop.
        var examples: [StoreID: UUID] {
            var examples: [StoreID: UUID] = [:]
            for (id, entry) in entries {
                guard let store = entry.ledger.store else { continue }
                examples[store] =
                    examples[store].map { min($0.uuidString, id.uuidString) == id.uuidString ? id : $0 } ?? id
            }
            return examples
        }
    }

    /// Maximum number of people in the cache; a household's year takes about two megabytes.
    private static let capacity = 16
    /// Maximum number of purchases in a report.
    private static let maxPurchases = 20_000

    private let database: PostgresPool
    private let sealer: Sealer
    private let kept = Mutex(BoundedCache<AccountID, Book>(capacity: capacity))

    init(database: PostgresPool, sealer: Sealer) {
        self.database = database
        self.sealer = sealer
    }

    /// The current purchases of a person.
    ///
    /// - Throws: A `SealingError`, also for cached purchases, so that data with a destroyed key is never returned; a
    ///   `PostgresError`.
    @concurrent func book(of account: AccountID) async throws -> Book {
        try await sealer.requireKey(for: account.uuid)
        let versions = try await versions(of: account)
        let known = kept.withLock { $0[account] } ?? Book()
        var book = Book(), missing: [UUID] = []
        book.absorbed = try await absorbed(of: account)
        for (id, version) in versions {
            if let entry = known.entries[id], entry.version == version {
                book.entries[id] = entry
            } else {
                missing.append(id)
            }
        }
        for (id, version, sealed) in try await ledgers(missing, of: account) {
            let text = try await sealer.open(sealed, .receiptLedger(ReceiptID(id), of: account))
            guard let ledger = PurchaseLedger(text: text) else { throw UnknownStoredValue(column: "documents.body") }
            book.entries[id] = Book.Entry(version: version, ledger: ledger)
        }
        let read = book
        kept.withLock { $0[account] = read }
        return read
    }

    private func absorbed(of account: AccountID) async throws -> AbsorbedProducts {
        let rows = try await database.lookUp(
            """
            SELECT id, body ->> 'absorbed' FROM documents
            WHERE owner = \(account.uuid) AND kind = 'purchased-product' AND deleted_at IS NULL
                AND body ->> 'absorbed' IS NOT NULL
            """)
        var absorbed = AbsorbedProducts()
        for row in rows {
            let (heir, products) = try row.decode(UUID.self, String.self)
            absorbed.note(
                try EventCoding.decode([PurchasedProductID].self, from: Array(products.utf8)),
                by: PurchasedProductID(heir))
        }
        return absorbed
    }

    private func versions(of account: AccountID) async throws -> [(UUID, Int64)] {
        try await database.lookUp(
            """
            SELECT id, version FROM documents
            WHERE owner = \(account.uuid) AND kind = \(ResourceKind.receipt.rawValue) AND deleted_at IS NULL
            ORDER BY sort_key DESC, id DESC LIMIT \(Self.maxPurchases)
            """
        ).map { try $0.decode(UUID.self, Int64.self) }
    }

    private func ledgers(
        _ ids: [UUID], of account: AccountID
    ) async throws -> [(UUID, Int64, Sealed<String>)] {
        guard !ids.isEmpty else { return [] }
        return try await database.lookUp(
            """
            SELECT id, version, body ->> 'ledger' FROM documents
            WHERE owner = \(account.uuid) AND kind = \(ResourceKind.receipt.rawValue) AND deleted_at IS NULL
                AND id = ANY (\(ids)::uuid[])
            """
        ).map { row in
            let (id, version, ledger) = try row.decode(UUID.self, Int64.self, String.self)
            // The sealed text, in the encoding of the event.
            return (id, version, try EventCoding.decode(Sealed<String>.self, from: Array(#""\#(ledger)""#.utf8)))
        }
    }
}
