import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import IngestionCore

/// Commands of several requests, accepted in one transaction.
@Suite("Commands accepted together", .timeLimit(.minutes(10)))
struct AcceptQueueTests {
    @Test("GW-02, GW-05: accept queue: 60 concurrent texts share transactions")
    func manyAtOnce() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let operations = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let answer = try await person.send(
                            "POST", "/v1/label-scans", #"{"text":"Ingredients: oats, item \#(number)"}"#,
                            headers: ["idempotency-key": "together-\(number)"])
                        #expect(answer.status == 202)
                        return try answer.json["id"]?.string
                    }
                }
                return try await group.reduce(into: Set<String>()) { if let id = $1 { $0.insert(id) } }
            }
            #expect(operations.count == 60)
            let accepted = try await Self.count(
                "SELECT count(*) FROM operations WHERE kind = 'assessLabel' AND account_id = \(person.account.uuid)",
                gateway)
            #expect(accepted == 60)
            #expect(
                try await Self.count(
                    """
                    SELECT count(DISTINCT sequence) FROM outbox
                    WHERE type = \(AssessLabelText.type.name) AND key = \(person.account.description)
                    """, gateway) == 60)
            // Rows of one transaction have the same time.
            let transactions = try await Self.count(
                "SELECT count(DISTINCT created_at) FROM outbox WHERE type = \(AssessLabelText.type.name)", gateway)
            #expect(transactions < 60)
        }
    }

    private static func count(_ sql: SQL, _ gateway: TestGateway) async throws -> Int {
        try await gateway.database.pool.query(sql).first?.decode(Int.self) ?? 0
    }
}
