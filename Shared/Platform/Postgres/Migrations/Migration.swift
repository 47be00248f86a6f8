import Crypto
import Hexadecimal

/// One numbered migration of a schema, which is never edited after release.
package struct Migration: Sendable, Equatable {
    package let version: Int
    package let name: String
    package let sql: String
    /// SHA-256 of the file's bytes in hexadecimal.
    package let checksum: String

    /// Reads a migration file.
    ///
    /// - Parameters:
    ///   - file: Its name, such as `V0101__create_accounts.sql`: four digits, then lower-case words.
    ///   - bytes: Its contents in UTF-8.
    /// - Throws: `.migration` if the name or the encoding is invalid.
    package init(file: String, bytes: [UInt8]) throws(PostgresError) {
        guard let match = file.wholeMatch(of: /V([0-9]{4})__([a-z0-9_]+)\.sql/), let version = Int(match.1) else {
            throw PostgresError(.migration, "\(file) is not named like V0101__create_accounts.sql")
        }
        guard let sql = String(validating: bytes, as: UTF8.self) else {
            throw PostgresError(.migration, "\(file) is not UTF-8")
        }
        self.version = version
        self.sql = sql
        name = String(match.2)
        checksum = SHA256.hash(data: bytes).hexadecimal
    }

    /// The migrations in the order of their numbers.
    ///
    /// - Throws: `.migration` if two have the same number.
    package static func ordered(_ migrations: [Migration]) throws(PostgresError) -> [Migration] {
        let sorted = migrations.sorted { $0.version < $1.version }
        for (one, other) in zip(sorted, sorted.dropFirst()) where one.version == other.version {
            throw PostgresError(.migration, "two migrations have number \(one.version): \(one.name), \(other.name)")
        }
        return sorted
    }
}

/// The state of one migration in a database.
package struct MigrationStatus: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case applied
        case pending
        /// Applied, but its file has changed since.
        case changed
        /// Applied, but without a file: the files are older than the database.
        case unknown
    }

    package let version: Int
    package let name: String
    package let state: State
}
