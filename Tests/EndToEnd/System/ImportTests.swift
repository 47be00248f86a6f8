import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    @Suite("Purchase imports with real processes", .timeLimit(.minutes(10)))
    struct ImportTests {
        /// How long another account's purchase may take during an import, in a debug build on a shared machine.
        private static let limit = Duration.seconds(2)

        private static func file(_ purchases: Int) -> [UInt8] {
            let rows = (0..<purchases).map { "2026-01-02,Shop \($0),Tea \($0),3.00,CAD" }
            return Array((["date,merchant,item,amount,currency"] + rows).joined(separator: "\n").utf8)
        }

        @Test("an import of 400 purchases delays no other account of its partition")
        func bystanders() async throws {
            try await withBackbone { stack in
                let busy = try await stack.gateway.register()
                let partition = Topic.spendingCommands.partition(of: AccountID(busy.id))
                var others: [TestPerson] = []
                while others.count < 2 {
                    let person = try await stack.gateway.register()
                    if Topic.spendingCommands.partition(of: AccountID(person.id)) == partition { others.append(person) }
                }
                let taken = try await busy.http.send(
                    "POST", "/v1/receipts/import", headers: ["content-type": "text/csv"], body: Self.file(400))
                #expect(taken.status == 202)
                let start = ContinuousClock.now
                var slowest = Duration.zero
                for _ in 0..<3 {
                    for person in others {
                        let body =
                            #"{"merchant":"Shop","items":[{"name":"tea","amount":{"amount":"3.00","currency":"CAD"}}]}"#
                        let begin = ContinuousClock.now
                        let answer = try await person.http.send(
                            "POST", "/v1/receipts",
                            headers: ["content-type": "application/json", "prefer": "wait=12"], body: Array(body.utf8))
                        slowest = max(slowest, ContinuousClock.now - begin)
                        #expect(answer.status == 201)
                    }
                }
                print("import: somebody else's purchase took at most \(slowest) beside 400 of a file")
                try await eventually("all purchases are there", within: .seconds(120)) {
                    try await stack.count(
                        "SELECT count(*) FROM spending.receipts WHERE account_id = \(busy.id)") == 400
                }
                // A purchase that waits for the import takes about as long as it.
                #expect(slowest < max(Self.limit, (ContinuousClock.now - start) / 4))
            }
        }
    }
}
