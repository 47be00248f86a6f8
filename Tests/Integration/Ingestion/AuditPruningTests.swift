import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Logging
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Pruning of the audit log") struct AuditPruningTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func pruner(_ gateway: TestGateway, days: Int = 400) -> AuditPruner {
        AuditPruner(database: gateway.database.pool, retention: .seconds(days * 86_400), logger: quiet)
    }

    private static func seal(_ gateway: TestGateway) async throws {
        try await eventually("everything is sealed") {
            _ = try await AuditSealer(database: gateway.database.pool, logger: quiet).run()
            let waiting = try await gateway.database.pool.query("SELECT count(*) AS waiting FROM audit_unsealed")
            return try waiting[0].decode("waiting", as: Int64.self) == 0
        }
    }

    private static func verified(
        _ gateway: TestGateway, remembering head: AuditVerification.Head? = nil
    ) async throws -> AuditVerification {
        try await AuditVerification.run(remembering: head, in: gateway.database.pool)
    }

    /// Fills the log: for each age in days, two entries and a seal, and one seal of today; returns the head after each.
    private static func log(_ gateway: TestGateway, ages: [Int]) async throws -> [AuditVerification.Head] {
        let pool = gateway.database.pool
        var heads: [AuditVerification.Head] = []
        for age in ages {
            try await pool.execute(
                """
                INSERT INTO audit_entries (at, category, action, actor_role, outcome)
                SELECT now() - \("\(age) days")::interval, 'security', 'signed-in', 'person', 'succeeded'
                FROM generate_series(1, 2)
                """)
            // The gateway seals too, so a batch may get two seals.
            try await seal(gateway)
            let head = try #require(try await verified(gateway).head)
            let first = (heads.last?.seal ?? 0) + 1
            try await gateway.asAdministrator { administrator in
                try await administrator.execute("SET session_replication_role = replica")
                try await administrator.execute(
                    """
                    UPDATE ingestion.audit_seals SET sealed_at = now() - \("\(age) days")::interval
                    WHERE seal_id >= \(first)
                    """)
            }
            heads.append(head)
        }
        try await Audit.record(AuditEntry(.signedIn, of: nil), in: pool)
        try await seal(gateway)
        heads.append(try #require(try await verified(gateway).head))
        return heads
    }

    private static func count(_ table: String, _ gateway: TestGateway) async throws -> Int64 {
        try await gateway.database.pool.query(SQL(trusted: "SELECT count(*) FROM \(table)"))[0].decode(Int64.self)
    }

    @Test("GW-28: audit log: after pruning the chain continues at the anchor")
    func prunes() async throws {
        try await TestGateway.with { gateway in
            let heads = try await Self.log(gateway, ages: [500, 450, 390])
            try await Self.pruner(gateway).run()
            let found = try await Self.verified(gateway)
            #expect(found.fault == nil && found.anchor?.head == heads[1] && found.anchor?.entries == 4)
            #expect(found.entries == 3 && found.head == heads[3])
            #expect(try await Self.count("audit_entries", gateway) == 3)
            // Heads remembered before the pruning are still valid if their rows remain.
            for head in [heads[1], heads[2], heads[3]] {
                #expect(try await Self.verified(gateway, remembering: head).fault == nil)
            }
            let older = try await Self.verified(gateway, remembering: heads[0])
            #expect(older.fault == .pruned(seal: heads[0].seal))
            let other = AuditVerification.Head(seal: heads[1].seal, hash: heads[0].hash)
            #expect(try await Self.verified(gateway, remembering: other).fault == .forgotten(seal: other.seal))
            // Another run has nothing to do; later, entries that have reached their age are removed as well.
            try await Self.pruner(gateway).run()
            #expect(try await Self.count("audit_anchors", gateway) == 1)
            try await Self.pruner(gateway, days: 380).run()
            let later = try await Self.verified(gateway, remembering: heads[1])
            #expect(later.fault == nil && later.anchor?.head == heads[2] && later.anchor?.entries == 6)
            #expect(try await Self.verified(gateway, remembering: heads[2]).fault == nil)
            #expect(try await Self.count("audit_anchors", gateway) == 2)
        }
    }

    @Test("GW-28: audit log: pruning out of order or below a year is refused")
    func bounds() async throws {
        try await TestGateway.with { gateway in
            let heads = try await Self.log(gateway, ages: [500, 450, 300])
            let pool = gateway.database.pool
            func refused(_ statement: SQL, _ why: Comment) async throws {
                await #expect(throws: PostgresError.self, why) { try await pool.execute(statement) }
                try await gateway.asAdministrator { administrator in
                    try await administrator.execute("SET search_path = ingestion")
                    let error = await #expect(throws: PostgresError.self, why) {
                        try await administrator.execute(statement)
                    }
                    #expect(error?.sqlState == "23001", why)
                }
            }
            try await refused("SELECT prune_audit_log(\(heads[1].seal), \(heads[0].hash))", "another hash")
            try await refused("SELECT prune_audit_log(\(heads[2].seal), \(heads[2].hash))", "300 days old")
            try await refused("SELECT prune_audit_log(\(heads[3].seal), \(heads[3].hash))", "the newest")
            try await refused("SELECT prune_audit_log(999, \(heads[3].hash))", "one that is not there")
            try await refused("DELETE FROM audit_entries WHERE at < now() - interval '450 days'", "without an anchor")
            try await refused("DELETE FROM audit_seals WHERE seal_id = 1", "a seal without an anchor")
            _ = try await pool.query("SELECT prune_audit_log(\(heads[0].seal), \(heads[0].hash))")
            try await refused("SELECT prune_audit_log(\(heads[0].seal), \(heads[0].hash))", "a second time")
            try await refused("DELETE FROM audit_entries WHERE at < now() - interval '400 days'", "beyond the anchor")
            try await refused("DELETE FROM audit_seals", "seals beyond the anchor")
            try await refused("UPDATE audit_anchors SET entries = 9", "another anchor")
            try await refused("DELETE FROM audit_anchors", "no anchor")
            await #expect(throws: PostgresError.self, "the gateway's role sets no anchor by itself") {
                try await pool.execute(
                    """
                    INSERT INTO audit_anchors (seal_id, hash, entries, newest_at)
                    VALUES (\(heads[1].seal), \(heads[1].hash), 1, now())
                    """)
            }
            let found = try await Self.verified(gateway, remembering: heads[3])
            #expect(found.fault == nil && found.anchor?.head == heads[0])
        }
    }

    @Test(
        "GW-28: audit log: changes that bypass triggers are detected",
        arguments: [
            "UPDATE audit_anchors SET hash = sha256('x')", "DELETE FROM audit_anchors",
            "UPDATE audit_anchors SET seal_id = seal_id + 1", "UPDATE audit_anchors SET newest_at = now()",
            """
            WITH gone AS (DELETE FROM audit_seals WHERE seal_id = (SELECT min(seal_id) FROM audit_seals)
                RETURNING entries)
            DELETE FROM audit_entries WHERE entry_id IN (SELECT unnest(entries) FROM gone)
            """,
            "UPDATE audit_entries SET times = 7 WHERE entry_id = (SELECT min(entry_id) FROM audit_entries)",
            """
            INSERT INTO audit_entries (at, category, action, actor_role, outcome)
            VALUES (now() - interval '450 days', 'security', 'signed-in', 'person', 'succeeded')
            """,
        ])
    func tampered(statement: String) async throws {
        try await TestGateway.with { gateway in
            _ = try await Self.log(gateway, ages: [500, 390])
            try await Self.pruner(gateway).run()
            let before = try await Self.verified(gateway)
            #expect(before.fault == nil && before.anchor != nil)
            try await gateway.asAdministrator { administrator in
                try await administrator.execute("SET search_path = ingestion")
                try await administrator.execute("SET session_replication_role = replica")
                #expect(try await administrator.execute(SQL(trusted: statement)) > 0)
            }
            #expect(try await Self.verified(gateway).fault != nil)
        }
    }

    @Test("GW-28: audit log: a broken log is not pruned, since it is evidence")
    func keepsEvidence() async throws {
        try await TestGateway.with { gateway in
            _ = try await Self.log(gateway, ages: [500, 450])
            try await gateway.asAdministrator { administrator in
                try await administrator.execute("SET session_replication_role = replica")
                try await administrator.execute(
                    """
                    UPDATE ingestion.audit_entries SET times = 7 WHERE entry_id = (SELECT min(entry_id) FROM \
                    ingestion.audit_entries)
                    """
                )
            }
            await #expect(throws: AuditPruner.Broken.self) { try await Self.pruner(gateway).run() }
            #expect(try await Self.count("audit_entries", gateway) == 5)
            #expect(try await Self.count("audit_anchors", gateway) == 0)
        }
    }

    @Test("GW-28: concurrent pruning, sealing and verifying do not conflict")
    func atOnce() async throws {
        try await TestGateway.with { gateway in
            let heads = try await Self.log(gateway, ages: [500, 480, 460, 440, 420, 410])
            let pool = gateway.database.pool
            try await withThrowingTaskGroup(of: Void.self) { group in
                for days in [490, 470, 450, 430, 415, 400] {
                    group.addTask { try await Self.pruner(gateway, days: days).run() }
                    group.addTask { try await Audit.record(AuditEntry(.signedIn, of: nil), in: pool) }
                    group.addTask {
                        let fault = try await Self.verified(gateway).fault
                        #expect(fault == nil)
                    }
                }
                try await group.waitForAll()
            }
            try await Self.seal(gateway)
            // A round ends at once while the gateway itself seals or prunes.
            try await eventually("all that is past its time is pruned") {
                try await Self.pruner(gateway).run()
                return try await Self.verified(gateway).anchor?.entries == 12
            }
            let found = try await Self.verified(gateway, remembering: heads.last)
            #expect(found.fault == nil && found.anchor?.entries == 12 && found.entries == 7)
        }
    }
}
