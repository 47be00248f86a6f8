import FaultBench
import EventContracts
import Foundation
import Postgres
import Testing
import TestSupport

extension Faults {
    @Suite("What comes more than once")
    struct RepetitionTests {
        @Test("one request sent 20 times at once has one effect and one answer")
        func samePost() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let answers = try await Self.post(20, as: person, key: UUID().uuidString)
                #expect(answers.allSatisfy { [201, 409].contains($0.status) }, "\(answers.map(\.status))")
                let bodies = Set(answers.filter { $0.status == 201 }.map(\.text))
                #expect(bodies.count == 1, "equal bodies")
                try await eventually("its notice") { try await person.notices().count == 1 }
                #expect(try await person.scans().count == 1)
                #expect(try await stack.count("SELECT count(*) FROM ingestion.operations") == 1)
                #expect(try await stack.count("SELECT count(*) FROM allergen.scans") == 1)
            }
        }

        @Test("without a key, the same request sent 20 times has 20 effects")
        func samePostWithoutKey() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let answers = try await Self.post(20, as: person, key: nil)
                #expect(answers.allSatisfy { $0.status == 201 })
                #expect(try await stack.count("SELECT count(*) FROM allergen.scans") == 20)
            }
        }

        @Test("everything ever said is sent again: state as before, no second notice, nothing new for a stream")
        func everythingAgain() async throws {
            try await withBackbone { stack in
                let checker = Checker(stack: stack)
                let history = try await Load(each: 10, pause: .zero).run(on: stack) {
                    try await Task.sleep(for: .seconds(2))
                }
                try await checker.settle(history)
                let before = try await StateHash.all(of: stack)
                let taken = try await Self.positions(stack)
                var again = 0
                for service in stack.services.map(\.name) {
                    again += try await stack.admin.execute("UPDATE \(raw: service).outbox SET sent_epoch = 0")
                }
                #expect(again > 3 * history.accepted(.scan))
                try await eventually("all of it has been read again", within: .seconds(30)) {
                    try await Self.positions(stack) >= taken + again
                }
                try await checker.settle(history)
                #expect(try await StateHash.all(of: stack) == before)
            }
        }

        @Test("documents that are dropped are rebuilt from snapshots, equal to the byte, without a second notice")
        func projectionsAreRebuilt() async throws {
            try await withBackbone { stack in
                let checker = Checker(stack: stack)
                let history = try await Load(each: 10, pause: .zero).run(on: stack) {
                    try await Task.sleep(for: .seconds(2))
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
                try await eventually("the documents are as they were", within: .seconds(30)) {
                    try await StateHash.all(of: stack) == before
                }
                try await checker.settle(history)
            }
        }

        /// The same request at once, those that met the first at work sent again.
        private static func post(
            _ count: Int, as person: TestPerson, key: String?
        ) async throws -> [TestHTTPClient.Answer] {
            try await withThrowingTaskGroup(of: TestHTTPClient.Answer.self) { tasks in
                for _ in 0..<count {
                    tasks.addTask { try await person.postScan("Ingredients: milk.", key: key) }
                }
                var answers: [TestHTTPClient.Answer] = []
                for try await answer in tasks { answers.append(answer) }
                return answers
            }
        }

        /// How many records all services have passed.
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
