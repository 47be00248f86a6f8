import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    @Suite("Live event stream of a client", .timeLimit(.minutes(10)))
    struct EventStreamTests {
        private struct Change: Decodable {
            let kind: String
            let id: UUID
        }

        @Test("event stream: delivers scan and notice and resumes without a gap")
        func resumes() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let first = try await person.http.events("/v1/events") { status, events in
                    #expect(status == 200)
                    let scan = try await person.scan("Ingredients: sugar, milk.")
                    let seen = try await Self.changes(events, until: 2)
                    // Scan and notice come from two topics, so either may be first.
                    #expect(Set(seen.map(\.change.kind)) == ["label-scan", "notification"])
                    #expect(seen.first { $0.change.kind == "label-scan" }?.change.id == scan.id)
                    return seen
                }
                let last = try #require(first.last?.id)
                // No client reads these streams.
                let missed = [try await person.scan("Ingredients: salt."), try await person.scan("Ingredients: eggs.")]
                try await eventually("their notices") { try await person.notices().count == 3 }
                try await stack.service("ingestion").restart()
                try await stack.waitUntilReady()
                let second = try await person.http.events("/v1/events", headers: ["last-event-id": "\(last)"]) {
                    _, events in
                    return try await Self.changes(events, until: 4)
                }
                #expect(second.allSatisfy { $0.id > last }, "nothing comes twice")
                #expect(second.filter { $0.change.kind == "label-scan" }.map(\.change.id) == missed.map(\.id))
                #expect(second.count { $0.change.kind == "notification" } == 2)
            }
        }

        private static func changes(
            _ events: ServerSentEvents, until count: Int
        ) async throws -> [(id: Int, change: Change)] {
            var changes: [(id: Int, change: Change)] = []
            for try await event in events {
                let id = try #require(event.id.flatMap { Int($0) })
                changes.append((id, try JSONDecoder().decode(Change.self, from: Data(event.data.utf8))))
                if changes.count == count { break }
            }
            return changes
        }
    }
}
