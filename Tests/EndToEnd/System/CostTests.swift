import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    /// Guards what an ingredient list costs by counts, which do not depend on the machine; `deploy/bench --cost`
    /// measures the time.
    @Suite("Cost of an ingredient list", .timeLimit(.minutes(10)))
    struct CostTests {
        private static let lists = 40
        /// Maximum number of writing statements, from the request to the last projection; 31 were measured on
        /// 2026-11-27.
        private static let maxWrites = 38.0
        /// Maximum number of bytes of write-ahead log; 21,300 were measured on 2026-11-27.
        private static let maxLogBytes = 27_000.0
        /// Factor by which reading may grow with a long history; deeper indexes account for a few percent.
        private static let maxGrowth = 1.3

        /// The cost of writing statements: their number, bytes of write-ahead log, pages read.
        private struct Cost {
            var writes = 0.0
            var logBytes = 0.0
            var pages = 0.0

            /// All costs since the server started.
            ///
            /// Writing statements are recognized by their text, since a plain read may write a hint or prune a page.
            ///
            /// - Throws: A `PostgresError` if the server does not load pg_stat_statements, which `deploy/test`
            ///   configures.
            static func read(_ admin: PostgresPool) async throws -> Cost {
                let rows = try await admin.query(
                    """
                    SELECT coalesce(sum(calls), 0)::float8, coalesce(sum(wal_bytes), 0)::float8,
                        coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8
                    FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
                    WHERE datname = current_database() AND query ~ '\\m(INSERT|UPDATE|DELETE)\\M'
                        AND userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
                    """)
                let (writes, logBytes, pages) = try #require(rows.first).decode(Double.self, Double.self, Double.self)
                return Cost(writes: writes, logBytes: logBytes, pages: pages)
            }

            static func - (after: Cost, before: Cost) -> Cost {
                let lists = Double(CostTests.lists)
                return Cost(
                    writes: (after.writes - before.writes) / lists,
                    logBytes: (after.logBytes - before.logBytes) / lists, pages: (after.pages - before.pages) / lists)
            }
        }

        /// The cost per list, measured from the request until every notice is marked as sent.
        private func cost(of person: TestPerson, _ stack: TestStack) async throws -> Cost {
            let before = try await Cost.read(stack.admin), notices = try await person.notices().count
            for number in 0..<Self.lists {
                let scan = try await person.scan(
                    "Ingredients: wheat flour, \(number) % sugar, whole milk powder, salt.")
                #expect(scan.verdict == "contains")
            }
            try await eventually("every notice is there and marked as sent") {
                guard try await person.notices().count >= notices + Self.lists else { return false }
                return try await stack.count(
                    """
                    SELECT (SELECT count(*) FROM ingestion.outbox WHERE sent_epoch = 0)
                        + (SELECT count(*) FROM allergen.outbox WHERE sent_epoch = 0)
                        + (SELECT count(*) FROM notification.outbox WHERE sent_epoch = 0)
                    """) == 0
            }
            return try await Cost.read(stack.admin) - before
        }

        @Test("ingredient list: at most 38 writing statements and 27 kB of WAL")
        func writes() async throws {
            try await withBackbone { stack in
                try await stack.admin.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
                let person = try await stack.gateway.register()
                try await person.setProfile(.init(["milk"]))
                _ = try await person.scan("Ingredients: wheat flour, sugar, whole milk powder, salt.")
                let first = try await cost(of: person, stack)
                #expect(first.writes <= Self.maxWrites)
                #expect(first.logBytes <= Self.maxLogBytes)
                #expect(first.writes > 5 && first.logBytes > 1_000 && first.pages > 20, "nothing was counted")

                try await lengthenHistory(stack.admin)
                let second = try await cost(of: person, stack)
                #expect(second.pages <= first.pages * Self.maxGrowth, "first \(first.pages)")
            }
        }

        /// Copies the stored data a hundred times, for another account.
        private func lengthenHistory(_ admin: PostgresPool) async throws {
            let tables = [
                ("ingestion.operations", "operation_id", "account_id"), ("ingestion.documents", "id", "owner"),
                ("notification.notices", "notice_id", "account_id"),
            ]
            let account = UUID().uuidString
            for (table, key, owner) in tables {
                let cause = table == "notification.notices" ? ", 'cause_id', gen_random_uuid()" : ""
                try await admin.execute(
                    """
                    INSERT INTO \(raw: table) SELECT (jsonb_populate_record(
                        known, jsonb_build_object(\(raw: "'\(key)'"), gen_random_uuid(), \(raw: "'\(owner)'"),
                            \(account)::text\(raw: cause)))).*
                    FROM \(raw: table) AS known CROSS JOIN generate_series(1, 100)
                    """)
            }
        }
    }
}
