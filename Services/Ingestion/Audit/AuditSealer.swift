import Foundation
import Logging
import Postgres

/// Chains what the audit log was told since the last round.
///
/// Copies of the gateway may run it at the same time: one seals, the others leave it to that one.
package struct AuditSealer: Sendable {
    /// How often a round begins.
    package static let interval = Duration.seconds(1)
    /// Entries of one seal.
    private static let batch = 1_000

    private let database: PostgresPool
    private let logger: Logger

    package init(database: PostgresPool, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Seals until nothing waits.
    package func run() async throws {
        while let seal = try await sealBatch() {
            // The line leaves this machine with the other logs: who rewrites the chain afterwards does not reach it.
            logger.info(
                "audit log sealed",
                metadata: [
                    "seal": "\(seal.id)", "entries": "\(seal.count)", "hash": "\(AuditVerification.hex(seal.hash))",
                ])
            if seal.count < Self.batch { return }
        }
    }

    /// Makes one seal.
    ///
    /// - Returns: Nil when nothing waits, or another copy is at it.
    package func sealBatch() async throws -> (id: Int64, count: Int, hash: [UInt8])? {
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
            return (seal, ids.count, hash)
        }
    }
}
