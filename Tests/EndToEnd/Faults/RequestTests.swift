import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Faults {
    @Suite("Repeated requests", .oneStack)
    struct RequestTests {
        @Test("idempotency key: 20 concurrent repeats: one effect, one response")
        func samePost() async throws {
            try await TestStack.lent { stack in
                let person = try await stack.gateway.register()
                let answers = try await Self.post(20, as: person, key: UUID().uuidString)
                #expect(answers.allSatisfy { [201, 409].contains($0.status) }, "\(answers.map(\.status))")
                let bodies = Set(answers.filter { $0.status == 201 }.map(\.text))
                #expect(bodies.count == 1, "equal bodies")
                try await eventually("its notice") { try await person.notices().count == 1 }
                #expect(try await person.scans().count == 1)
                #expect(try await Self.count("ingestion.operations", of: person, in: stack) == 1)
                #expect(try await Self.count("allergen.scans", of: person, in: stack) == 1)
            }
        }

        @Test("no idempotency key: 20 identical requests have 20 effects")
        func samePostWithoutKey() async throws {
            try await TestStack.lent { stack in
                let person = try await stack.gateway.register()
                let answers = try await Self.post(20, as: person, key: nil)
                #expect(answers.allSatisfy { $0.status == 201 })
                #expect(try await Self.count("allergen.scans", of: person, in: stack) == 20)
            }
        }

        /// Sends the same request concurrently, and repeats those refused while the first is in progress.
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

        private static func count(_ table: String, of person: TestPerson, in stack: TestStack) async throws -> Int {
            try await stack.count("SELECT count(*) FROM \(raw: table) WHERE account_id = \(person.id)")
        }
    }
}
