import FaultBench
import Foundation
import Postgres
import TestSupport
import Testing
import UnitSupport

extension Faults {
    @Suite("Broker and database failures", .oneStack)
    struct DependencyTests {
        @Test("broker returns empty after a crash: the gateway keeps accepting")
        func brokerDies() async throws {
            try await TestStack.lent { stack in
                let history = try await Load(pause: .milliseconds(300)).run(on: stack) {
                    for _ in 0..<2 {
                        let scans = try await Self.scans(stack)
                        try await eventually("verdicts arrive") {
                            try await Self.scans(stack) > scans + 5
                        }
                        let accepted = try await Self.operations(stack)
                        try await stack.broker.kill()
                        try await eventually("commands are accepted without a broker") {
                            try await Self.operations(stack) > accepted + 20
                        }
                        try await stack.broker.restart()
                    }
                }
                #expect(Set(history.statuses.keys) == [202], "\(history.statuses)")
                try await Checker(stack: stack).settle(history)
            }
        }

        @Test("database: connections cut at random lose and repeat nothing")
        func connectionsAreCut() async throws {
            try await TestStack.lent { stack in
                var cut = 0
                let history = try await Load(pause: .milliseconds(100)).run(on: stack) {
                    for _ in 0..<60 {
                        cut += try await stack.admin.execute(
                            """
                            SELECT pg_terminate_backend(pid) FROM (
                                SELECT pid FROM pg_stat_activity
                                WHERE datname = current_database() AND usename <> current_user
                                ORDER BY random() LIMIT 2
                            ) AS victims
                            """)
                        try await Task.sleep(for: .milliseconds(100))
                    }
                }
                #expect(cut > 50)
                #expect(history.statuses.keys.allSatisfy { $0 == 202 || $0 == 503 }, "\(history.statuses)")
                try await Checker(stack: stack).settle(history)
                try await stack.waitUntilReady()
            }
        }

        private static func scans(_ stack: TestStack) async throws -> Int {
            try await stack.count("SELECT count(*) FROM allergen.scans")
        }

        private static func operations(_ stack: TestStack) async throws -> Int {
            try await stack.count("SELECT count(*) FROM ingestion.operations")
        }
    }
}
