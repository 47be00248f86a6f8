import EventContracts
import FaultBench
import Foundation
import Postgres
import TestSupport
import Testing
import UnitSupport

extension Faults {
    @Suite("Replayed events")
    struct RepetitionTests {
        @Test("replay: events sent again add no notice or stream entry")
        func everythingAgain() async throws {
            try await withBackbone { stack in
                let checker = Checker(stack: stack)
                let history = try await Load(accounts: 8, each: 10, pause: .zero).run(on: stack) { history in
                    try await eventually("everything is requested", within: .seconds(180)) {
                        history.entries.count == 80
                    }
                }
                try await checker.settle(history)
                let before = try await StateHash.all(of: stack)
                let taken = try await Self.positions(stack)
                var again = 0
                for service in stack.services.map(\.name) {
                    again += try await stack.admin.execute("UPDATE \(raw: service).outbox SET sent_epoch = 0")
                }
                #expect(again > 3 * history.accepted(.scan))
                try await eventually("all of it has been read again") {
                    try await Self.positions(stack) >= taken + again
                }
                try await checker.settle(history)
                #expect(try await StateHash.all(of: stack) == before)
            }
        }

        @Test("replay: dropped documents are rebuilt from snapshots byte for byte")
        func projectionsAreRebuilt() async throws {
            try await withBackbone { stack in
                let checker = Checker(stack: stack)
                let history = try await Load(accounts: 8, each: 10, pause: .zero).run(on: stack) { history in
                    try await eventually("everything is requested", within: .seconds(180)) {
                        history.entries.count == 80
                    }
                }
                try await checker.settle(history)
                let before = try await StateHash.all(of: stack)
                try await stack.admin.execute("TRUNCATE ingestion.documents")
                #expect(try await StateHash.all(of: stack) != before)
                let owners = stack.services.map(\.name).filter { $0 != "ingestion" }
                for topic in Topic.all where topic.key == .account && owners.contains(topic.owner) {
                    try await stack.admin.execute(
                        """
                        INSERT INTO \(raw: topic.owner).republish_requests (consumer, topic, kind)
                        VALUES ('test', \(topic.name), 'snapshots')
                        """)
                }
                do {
                    try await eventually("the documents are as they were") {
                        try await StateHash.all(of: stack) == before
                    }
                } catch {
                    let after = try await StateHash.all(of: stack)
                    Issue.record("not as before: \(before.keys.filter { before[$0] != after[$0] }.sorted())")
                    throw error
                }
                try await checker.settle(history)
            }
        }

        /// The sum of all consumer positions.
        private static func positions(_ stack: TestStack) async throws -> Int {
            let offsets = stack.services.map { "SELECT next_offset FROM \($0.name).consumer_offsets" }
            return try await stack.count(
                .init(
                    trusted: """
                        SELECT sum(next_offset)::bigint FROM (\(offsets.joined(separator: " UNION ALL "))) AS offsets
                        """))
        }
    }
}
