import Postgres

/// Rows that were read for a whole batch at once, by key: who asks for one that is here spares a round trip.
///
/// They live as long as the transaction. Whoever changes a row drops it here first, and the next one to ask reads it again;
/// so all changes of a table that is read ahead go through one place.
package struct ReadAhead<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    private let local = TransactionLocal<[Key: Row?]>()

    package init() {}

    /// A query for rows, to be run ahead of a batch.
    ///
    /// - Parameters:
    ///   - keys: what is asked for; those without a row are known to have none afterwards.
    ///   - sql: the query.
    ///   - read: what a row says.
    /// - Returns: what a handler hands to its batch.
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

    /// What is known of a key: nil when it was not read ahead.
    package func row(_ key: Key, in transaction: borrowing Transaction) -> Row?? {
        transaction.withLocal(local) { $0?[key] }
    }

    /// Forgets a row that is about to change.
    package func drop(_ key: Key, in transaction: borrowing Transaction) {
        transaction.withLocal(local) { _ = $0?.removeValue(forKey: key) }
    }

    /// Forgets all rows: nobody knows which of them change.
    package func dropAll(in transaction: borrowing Transaction) {
        transaction.withLocal(local) { $0 = nil }
    }
}

/// A query that is run in the round trip that locks a batch, ahead of its handlers.
package struct AheadQuery: Sendable {
    let sql: SQL
    let take: @Sendable ([PostgresRow], borrowing Transaction) throws -> Void

    /// - Parameters:
    ///   - sql: the query, or a statement that locks.
    ///   - take: is lent its rows.
    package init(
        _ sql: SQL, _ take: @escaping @Sendable ([PostgresRow], borrowing Transaction) throws -> Void = { _, _ in }
    ) {
        self.sql = sql
        self.take = take
    }
}
