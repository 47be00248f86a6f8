import Postgres

/// Rows that were read for a whole batch at once, by key; saves a round trip for each handler.
///
/// They live as long as the transaction. A row must be dropped here before it is changed, and is read again at the next
/// access, so all changes of a prefetched table must go through one place.
package struct ReadAhead<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    private let local = TransactionLocal<[Key: Row?]>()

    package init() {}

    /// Creates a query to run before a batch.
    ///
    /// - Parameters:
    ///   - keys: The keys; those without a row are then known to be missing.
    ///   - sql: The query.
    ///   - read: Reads the key and value of a row.
    /// - Returns: The query, for a handler to return.
    package func query(
        _ keys: Set<Key>, _ sql: SQL, _ read: @escaping @Sendable (PostgresRow) throws -> (Key, Row)
    ) -> AheadQuery {
        AheadQuery(sql) { rows, transaction in
            var known = Dictionary(uniqueKeysWithValues: keys.map { ($0, Row?.none) })
            for row in rows {
                let (key, value) = try read(row)
                known[key] = .some(value)
            }
            transaction.withLocal(local) { $0 = ($0 ?? [:]).merging(known) { $1 } }
        }
    }

    /// The row of a key, or its absence; nil if it was not read ahead.
    package func row(_ key: Key, in transaction: borrowing Transaction) -> Row?? {
        transaction.withLocal(local) { $0?[key] }
    }

    /// Drops a row before it changes.
    package func drop(_ key: Key, in transaction: borrowing Transaction) {
        transaction.withLocal(local) { _ = $0?.removeValue(forKey: key) }
    }

    /// Drops all rows, if it is unknown which of them change.
    package func dropAll(in transaction: borrowing Transaction) {
        transaction.withLocal(local) { $0 = nil }
    }
}

/// A query that runs in the round trip that locks a batch, before its handlers.
package struct AheadQuery: Sendable {
    let sql: SQL
    let take: @Sendable ([PostgresRow], borrowing Transaction) throws -> Void

    /// - Parameters:
    ///   - sql: The query, or a locking statement.
    ///   - take: Receives its rows.
    package init(
        _ sql: SQL, _ take: @escaping @Sendable ([PostgresRow], borrowing Transaction) throws -> Void = { _, _ in }
    ) {
        self.sql = sql
        self.take = take
    }
}
