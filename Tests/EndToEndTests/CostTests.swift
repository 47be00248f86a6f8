import Foundation
import Postgres
import Testing
import TestSupport

extension Programs.EndToEnd {
    /// Guards what an ingredient list costs by counts, which do not depend on the machine; `deploy/bench --cost`
    /// measures the time.
    @Suite("Cost of an ingredient list", .timeLimit(.minutes(5)))
    struct CostTests {
        private static let lists = 40
        /// Most statements that write, from the request to the last projection; 31 were measured on 2026-11-27.
        private static let maxWrites = 38.0
        /// Most bytes of write-ahead log; 21,300 were measured on 2026-11-27.
        private static let maxLogBytes = 27_000.0

        /// Statements that wrote, and their bytes of write-ahead log, since the server started.
        private struct Writes {
            let statements: Int64
            let bytes: Int64

            /// Statements are recognized by their text: a plain read may write a hint or prune a page.
            ///
            /// - Throws: A `PostgresError` if the server does not load pg_stat_statements, as `deploy/test` has it do.
            static func read(_ admin: PostgresPool) async throws -> Writes {
                let rows = try await admin.query(
                    """
                    SELECT coalesce(sum(calls) FILTER (WHERE query ~ '\\m(INSERT|UPDATE|DELETE)\\M'), 0)::bigint,
                        coalesce(sum(wal_bytes), 0)::bigint
                    FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
                    WHERE datname = current_database()
                    """)
                let (statements, bytes) = try #require(rows.first).decode(Int64.self, Int64.self)
                return Writes(statements: statements, bytes: bytes)
            }
        }

        @Test("cost: an ingredient list takes at most 38 writes and 27 kB of WAL")
        func writes() async throws {
            try await withBackbone { stack in
                try await stack.admin.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
                let person = try await stack.gateway.register()
                try await person.setProfile(.init(["milk"]))
                _ = try await person.scan("Ingredients: wheat flour, sugar, whole milk powder, salt.")
                let before = try await Writes.read(stack.admin)
                for number in 0..<Self.lists {
                    let scan = try await person.scan(
                        "Ingredients: wheat flour, \(number) % sugar, whole milk powder, salt.")
                    #expect(scan.verdict == "contains")
                }
                try await eventually("every notice is there and marked as sent", within: .seconds(60)) {
                    guard try await person.notices().count > Self.lists else { return false }
                    return try await stack.count(
                        """
                        SELECT (SELECT count(*) FROM ingestion.outbox WHERE sent_epoch = 0)
                            + (SELECT count(*) FROM allergen.outbox WHERE sent_epoch = 0)
                            + (SELECT count(*) FROM notification.outbox WHERE sent_epoch = 0)
                        """) == 0
                }
                let after = try await Writes.read(stack.admin)
                let statements = Double(after.statements - before.statements) / Double(Self.lists)
                let bytes = Double(after.bytes - before.bytes) / Double(Self.lists)
                #expect(statements <= Self.maxWrites)
                #expect(bytes <= Self.maxLogBytes)
                #expect(statements > 5 && bytes > 1_000, "nothing was counted")
            }
        }
    }
}
