import Foundation
import Hexadecimal
import IngestionCore
import Logging
import Postgres

/// Adds new entries of the audit log to the hash chain.
///
/// Several gateway instances may run it at the same time: one seals, the others skip.
package struct AuditSealer: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(1)
    /// Maximum number of entries of one seal.
    private static let batch = 1_000

    private let database: PostgresPool
    private let logger: Logger
    private let metrics: AuditMetrics?

    package init(database: PostgresPool, logger: Logger, metrics: AuditMetrics? = nil) {
        self.database = database
        self.logger = logger
        self.metrics = metrics
    }

    /// The entries of one seal.
    package struct Seal: Sendable {
        package let id: Int64
        package let count: Int
        package let hash: [UInt8]
        /// Number of security entries by action.
        package let security: [String: Int64]
    }

    /// Seals until no entry is unsealed.
    package func run() async throws {
        try await sealAll()
        metrics?.endRound()
    }

    private func sealAll() async throws {
        while let seal = try await sealBatch() {
            metrics?.count(seal.security)
            // This line is copied off the machine with the other logs, so that an attacker who rewrites the chain later
            // cannot change it.
            logger.info(
                "audit log sealed",
                metadata: [
                    "seal": "\(seal.id)", "entries": "\(seal.count)", "hash": "\(seal.hash.hexadecimal)",
                ])
            if seal.count < Self.batch { return }
        }
    }

    /// Creates one seal.
    ///
    /// - Returns: Nil if all entries are sealed, or another instance is sealing.
    package func sealBatch() async throws -> Seal? {
        try await database.withTransaction { transaction in
            let lock = try await transaction.query(
                "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.audit', 0)) AS held")
            guard let row = lock.first, try row.decode("held", as: Bool.self) else { return nil }
            let waiting = try await transaction.query(
                """
                DELETE FROM audit_unsealed WHERE entry_id IN (
                    SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT \(Int64(Self.batch)))
                RETURNING entry_id
                """)
            let ids = try waiting.map { try $0.decode("entry_id", as: Int64.self) }.sorted()
            guard !ids.isEmpty else { return nil }
            let last = try await transaction.query(
                "SELECT seal_id, hash FROM audit_seals ORDER BY seal_id DESC LIMIT 1"
            ).first.map { try $0.decode(Int64.self, [UInt8].self) }
            let seal = (last?.0 ?? 0) + 1
            let links = try await AuditChain.links(ids, in: transaction)
            let hash = AuditChain.hash(seal: seal, of: links, after: last?.1 ?? AuditChain.beginning)
            try await transaction.execute(
                "INSERT INTO audit_seals (seal_id, entries, hash) VALUES (\(seal), \(ids), \(hash))")
            return Seal(
                id: seal, count: ids.count, hash: hash, security: try await Self.security(in: ids, transaction))
        }
    }

    private static func security(
        in entries: [Int64], _ transaction: borrowing Transaction
    ) async throws -> [String: Int64] {
        let rows = try await transaction.query(
            """
            SELECT action, sum(times) FROM audit_entries
            WHERE entry_id = ANY (\(entries)) AND category = \(AuditCategory.security.rawValue) GROUP BY action
            """)
        return Dictionary(uniqueKeysWithValues: try rows.map { try $0.decode(String.self, Int64.self) })
    }
}
