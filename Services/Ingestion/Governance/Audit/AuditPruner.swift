import Foundation
import Hexadecimal
import IngestionCore
import Logging
import Postgres
import ServiceRuntime

/// Deletes expired entries of the audit log, the oldest first, and leaves an anchor in their place.
///
/// Entries whose verification fails are kept as evidence. Several gateway instances may run it at the same time.
package struct AuditPruner: Sendable {
    /// The chain is broken in the part to be pruned.
    package struct Broken: Error, CustomStringConvertible {
        package let fault: AuditVerification.Fault
        package var description: String { "the audit log is inconsistent and is not pruned: \(fault)" }
    }

    /// Interval between rounds.
    package static let interval = Duration.seconds(3_600)
    /// Minimum retention in days; the database enforces it.
    package static let minDays = 365
    /// Maximum number of seals, and approximate number of entries, that one transaction deletes.
    private static let batch: (seals: Int64, entries: Int64) = (1_000, 10_000)

    private let database: PostgresPool
    private let retention: Duration
    private let logger: Logger

    package init(database: PostgresPool, retention: Duration, logger: Logger) {
        self.database = database
        self.retention = retention
        self.logger = logger
    }

    /// Prunes until no expired entry is left.
    ///
    /// - Throws: `Broken`, or a `PostgresError`.
    package func run() async throws {
        while let pruned = try await pruneBatch() {
            // This line is copied off the machine with the other logs, like that of each seal.
            logger.notice(
                "audit log pruned",
                metadata: [
                    "seal": "\(pruned.anchor.seal)", "entries": "\(pruned.entries)",
                    "hash": "\(pruned.anchor.hash.hexadecimal)",
                ])
        }
    }

    /// Deletes some of the oldest seals with their entries.
    ///
    /// - Returns: Nil if nothing has expired, or another instance is pruning.
    package func pruneBatch() async throws -> (anchor: AuditVerification.Head, entries: Int64)? {
        try await database.withTransaction { transaction in
            let lock = try await transaction.query(
                "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.audit', 0)) AS held")
            guard let row = lock.first, try row.decode("held", as: Bool.self) else { return nil }
            let anchor = try await AuditAnchor.newest(in: transaction)
            var head = anchor?.head, last: AuditVerification.Head?
            // The newest seal is kept at any age, because the next one is chained to it.
            let seals = try await transaction.query(
                """
                SELECT seal_id, entries, hash FROM (
                    SELECT seal_id, entries, hash, sealed_at, sum(cardinality(entries)) OVER (ORDER BY seal_id) AS many
                    FROM (
                        SELECT seal_id, entries, hash, sealed_at FROM audit_seals
                        ORDER BY seal_id LIMIT \(Self.batch.seals)) AS oldest
                    WHERE seal_id < (SELECT max(seal_id) FROM audit_seals)) AS counted
                WHERE sealed_at < now() - \("\(Int64(retention.timeInterval)) seconds")::interval
                    AND many < \(Self.batch.entries) + cardinality(entries)
                ORDER BY seal_id
                """)
            for row in seals {
                let (seal, ids, hash) = try row.decode(Int64.self, [Int64].self, [UInt8].self)
                let fault = try await AuditVerification.fault(of: seal, ids, hash, after: head, in: transaction)
                if let fault { throw Broken(fault: fault) }
                head = .init(seal: seal, hash: hash)
                last = head
            }
            guard let last else { return nil }
            let removed = try await transaction.query("SELECT prune_audit_log(\(last.seal), \(last.hash)) AS removed")
            return (last, try removed[0].decode("removed", as: Int64.self))
        }
    }
}

/// The anchor that replaces pruned seals.
package struct AuditAnchor: Sendable, Equatable {
    /// The last pruned seal.
    package let head: AuditVerification.Head
    /// Number of entries pruned so far.
    package let entries: Int64
    /// The time of the newest pruned entry.
    package let newestAt: Date

    /// The anchor that the chain continues from; nil if nothing was pruned yet.
    static func newest(in database: borrowing some PostgresQuerying & ~Copyable) async throws -> AuditAnchor? {
        try await database.query(
            "SELECT seal_id, hash, entries, newest_at FROM audit_anchors ORDER BY seal_id DESC LIMIT 1"
        ).first.map { row in
            let (seal, hash, entries, newest) = try row.decode(Int64.self, [UInt8].self, Int64.self, Date.self)
            return AuditAnchor(head: .init(seal: seal, hash: hash), entries: entries, newestAt: newest)
        }
    }

    /// The hash of a seal in an anchor, if any.
    static func hash(of seal: Int64, in database: some PostgresQuerying) async throws -> [UInt8]? {
        try await database.query("SELECT hash FROM audit_anchors WHERE seal_id = \(seal)")
            .first.map { try $0.decode([UInt8].self) }
    }
}
