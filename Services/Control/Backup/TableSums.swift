import Postgres

/// Counts and hashes the rows of tables, to compare a restore with its backup.
enum TableSums {
    /// Session settings that make the text of a row, which is hashed, independent of the user's settings.
    static let settings: [SQL] = [
        "SET LOCAL TimeZone = 'UTC'", "SET LOCAL DateStyle = 'ISO, YMD'", "SET LOCAL IntervalStyle = 'postgres'",
        "SET LOCAL bytea_output = 'hex'", "SET LOCAL extra_float_digits = 1",
    ]

    /// Every table of a schema.
    static func read(
        _ schema: String, in transaction: borrowing Transaction
    ) async throws -> [String: BackupManifest.Table] {
        let names = try await transaction.query(
            """
            SELECT table_name::text FROM information_schema.tables
            WHERE table_schema = \(schema) AND table_type = 'BASE TABLE' ORDER BY table_name
            """
        ).map { try $0.decode(String.self) }
        var tables: [String: BackupManifest.Table] = [:]
        for name in names {
            let rows = try await transaction.query(
                """
                SELECT count(*), coalesce(sum(('x' || left(md5(known::text), 15))::bit(60)::bigint), 0)::text
                FROM \(identifier: schema).\(identifier: name) AS known
                """)
            guard let (count, hash) = try rows.first?.decode(Int.self, String.self) else { continue }
            tables[name] = .init(rows: count, hash: hash)
        }
        return tables
    }
}
