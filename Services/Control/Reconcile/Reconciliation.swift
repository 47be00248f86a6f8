import EventContracts
import Foundation
import Hexadecimal
import Postgres

/// Compares accepted operations, effects, notices and documents over all schemas, in one snapshot of the database.
struct Reconciliation: Sendable {
    let database: OperatorDatabase
    /// Time after which a missing outcome is reported as lost.
    let grace: Duration

    /// Number of operations per query.
    private static let page = 20_000

    /// Compares everything; changes nothing.
    func run(now: Date) async throws -> ReconcileReport {
        let session = try await DedicatedSession.open(database.configuration, statementTimeout: .seconds(600))
        defer { session.close() }
        let youngSince = now.addingTimeInterval(-(grace / .seconds(1)))
        return try await session.withTransaction(.repeatableRead) { transaction in
            var report = ReconcileReport()
            try await addOperations(to: &report, youngSince: youngSince, in: transaction)
            report.unordered = try await unordered(in: transaction)
            report.notices = try await notices(youngSince: youngSince, in: transaction)
            report.documents = try await DocumentComparison.all(in: transaction)
            return report
        }
    }

    private func addOperations(
        to report: inout ReconcileReport, youngSince: Date, in transaction: borrowing Transaction
    ) async throws {
        var last = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        while true {
            let rows = try await transaction.query(
                OperationQuery.page(after: last, limit: Self.page, youngSince: youngSince))
            for row in rows {
                let (id, kind, facts) = try OperationQuery.read(row)
                report.add(facts.verdict, operation: id.text, kind: kind)
                last = id
            }
            if rows.count < Self.page { return }
        }
    }

    /// Number of scans without an operation, within the retention of operations.
    private func unordered(in transaction: borrowing Transaction) async throws -> Int64 {
        let rows = try await transaction.query(
            """
            SELECT count(*) FROM allergen.scans
            WHERE scanned_at > now() - interval '29 days'
                AND NOT EXISTS (SELECT FROM ingestion.operations WHERE resource_id = scans.scan_id)
            """)
        guard let row = rows.first else { return 0 }
        return try row.decode(Int64.self)
    }

    private func notices(
        youngSince: Date, in transaction: borrowing Transaction
    ) async throws -> ReconcileReport.Notices {
        let topic = Topic.allergenScan.name, kind = NoticeKind.scanAssessed.rawValue
        let rows = try await transaction.query(
            """
            WITH notified AS (
                SELECT scans.scan_id, notice_id, assessed_at > \(youngSince)
                    OR coalesce(consumed.last_sequence, 0) < coalesce(outbox_keys.last_sequence, 0)
                    OR EXISTS (
                        SELECT FROM notification.dead_letters WHERE topic = \(topic) AND resource = scans.scan_id::text
                    ) AS is_pending
                FROM allergen.scans
                LEFT JOIN notification.notices
                    ON notices.account_id = scans.account_id AND notices.kind = \(kind)
                    AND notices.cause_id = scans.scan_id::text
                LEFT JOIN allergen.outbox_keys
                    ON outbox_keys.topic = \(topic) AND outbox_keys.key = scans.account_id::text
                LEFT JOIN notification.consumed
                    ON consumed.topic = \(topic) AND consumed.key = scans.account_id::text
            )
            SELECT count(*), count(notice_id), count(*) FILTER (WHERE notice_id IS NULL AND is_pending),
                count(*) FILTER (WHERE notice_id IS NULL AND NOT is_pending)
            FROM notified
            """)
        guard let row = rows.first else { return .init() }
        let (scans, notified, pending, lost) = try row.decode(Int64.self, Int64.self, Int64.self, Int64.self)
        return .init(scans: scans, notified: notified, pending: pending, lost: lost)
    }
}
