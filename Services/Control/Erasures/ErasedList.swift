import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Erased accounts, stored separately from backups: after a restore they are erased again (GW-19).
struct ErasedList: Sendable {
    let database: OperatorDatabase
    /// The schema of the key ring.
    var keyRing = KeyRingSchema.name

    /// Number of accounts per transaction.
    private static let batch = 500

    /// One line of the file: random ids and a time, no personal data.
    private struct Line: Codable {
        let account: AccountID
        let erasure: ErasureID
        let erasedAt: Date
    }

    /// All erased accounts in the order of their ids, one JSON object per line.
    ///
    /// - Throws: `PostgresError`.
    func export() async throws -> (text: String, count: Int) {
        try await database.withSchema("ingestion") { pool in
            var text = "", count = 0, last: AccountID?
            while true {
                let page = try await ErasedAccounts.page(after: last, limit: Self.batch, in: pool)
                for erased in page {
                    let line = Line(account: erased.account, erasure: erased.erasure, erasedAt: erased.erasedAt)
                    text += String(decoding: try EventCoding.encode(line), as: UTF8.self) + "\n"
                }
                count += page.count
                last = page.last?.account
                if page.count < Self.batch { return (text, count) }
            }
        }
    }

    /// Parses the accounts in a file.
    ///
    /// - Throws: `ControlFailure.usage` naming the first invalid line.
    static func read(_ text: String) throws -> [ErasedAccount] {
        try text.split(separator: "\n", omittingEmptySubsequences: true).enumerated().map { index, line in
            guard let line = try? EventCoding.decode(Line.self, from: Array(line.utf8)) else {
                throw ControlFailure.usage("line \(index + 1) is not one of fmctl erasures export")
            }
            return ErasedAccount(account: line.account, erasure: line.erasure, erasedAt: line.erasedAt)
        }
    }

    /// Destroys the keys of the accounts and has every service erase them; idempotent.
    ///
    /// A schema that lists an account as erased removed the account's data in the same transaction.
    ///
    /// - Returns: The number of accounts that at least one schema did not list as erased.
    /// - Throws: `PostgresError`; completed accounts stay erased.
    func replay(_ accounts: [ErasedAccount]) async throws -> Int {
        let session = try await DedicatedSession.open(database.configuration, statementTimeout: .seconds(600))
        defer { session.close() }
        var count = 0
        for start in stride(from: 0, to: accounts.count, by: Self.batch) {
            let batch = accounts[start..<min(start + Self.batch, accounts.count)]
            let ids = batch.map(\.account.uuid), erasures = batch.map(\.erasure.uuid)
            let times = batch.map { EventTime.format($0.erasedAt) }
            count += try await session.withTransaction { transaction in
                _ = try await transaction.query(
                    "SELECT \(identifier: keyRing).destroy_key(account)::text FROM unnest(\(ids)) AS wanted (account)")
                var changed: Set<UUID> = []
                for service in Topic.services {
                    let rows = try await transaction.query(
                        """
                        INSERT INTO \(identifier: service).erased_accounts (account_id, erasure_id, erased_at)
                        SELECT account, erasure, erased_at::timestamptz
                        FROM unnest(\(ids), \(erasures), \(times)) AS wanted (account, erasure, erased_at)
                        ON CONFLICT (account_id) DO NOTHING RETURNING account_id
                        """)
                    for row in rows { changed.insert(try row.decode(UUID.self)) }
                }
                return changed.count
            }
        }
        return count
    }
}
