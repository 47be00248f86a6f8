import EventContracts
import Foundation
import IngestionCore
import IngestionService
import IngestionSpending
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Import lane (SPD-23)", .timeLimit(.minutes(10))) struct ImportLaneTests {
    private func file(_ purchases: Int) -> [UInt8] {
        let rows = (0..<purchases).map { "2026-01-02,Shop \($0),Tea,3.00,CAD" }
        return Array((["date,merchant,item,amount,currency"] + rows).joined(separator: "\n").utf8)
    }

    private func bring(_ purchases: Int, by person: Person, key: String? = nil) async throws -> TestHTTPClient.Answer {
        try await person.client.send(
            "POST", "/v1/receipts/import",
            headers: ["content-type": "text/csv"].merging(key.map { ["idempotency-key": $0] } ?? [:]) { $1 },
            body: file(purchases))
    }

    private func ordered(_ gateway: TestGateway) async throws -> [RecordReceipt] {
        try await gateway.database.events(RecordReceipt.self).map(\.body)
    }

    @Test("import lane: purchases become commands a few at a time")
    func window() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let busy = try await gateway.register(), other = try await gateway.register()
            let answer = try await bring(100, by: busy)
            #expect(answer.status == 202, "\(answer.text)")
            let count = try answer.json["purchases"]?.items.count
            #expect(count == 100)
            try await eventually("the first commands are sent") {
                try await ordered(gateway).count == ImportFeeder.window
            }
            let feeder = ImportFeeder(database: gateway.database)
            for _ in 0..<3 { try await feeder.feed() }
            #expect(try await ordered(gateway).count == ImportFeeder.window)
            let typed = try await other.send(
                "POST", "/v1/receipts",
                #"{"merchant":"Shop","items":[{"name":"tea","amount":{"amount":"3.00","currency":"CAD"}}]}"#)
            #expect(typed.status == 202)
            let last = try #require(try await ordered(gateway).last)
            #expect(last.accountID == other.account && last.source != .file)
        }
    }

    @Test("import lane: the next purchases follow in order, each once")
    func all() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await bring(50, by: person, key: "file-1")
            let ids = try #require(try answer.json["purchases"]?.items.compactMap { $0["id"]?.string })
            try await eventually("all commands are sent") {
                try await ordered(gateway).count == 50
            }
            #expect(try await ordered(gateway).map(\.receiptID.description) == ids)
            try await eventually("the queue is empty") {
                try await gateway.database.pool.query("SELECT 1 FROM import_queue").isEmpty
            }
            #expect(try await bring(50, by: person, key: "file-1").body == answer.body)
            #expect(try await gateway.database.pool.query("SELECT 1 FROM import_queue").isEmpty)
        }
    }

    @Test("import lane: several accounts take turns within the window")
    func turns() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            // The accounts are in separate partitions; without `spending` no purchase completes, so the window stays
            // full.
            var people: [Person] = []
            while people.count < 3 {
                let person = try await gateway.register()
                let partition = Topic.spendingCommands.partition(of: person.account)
                if !people.contains(where: { Topic.spendingCommands.partition(of: $0.account) == partition }) {
                    people.append(person)
                }
            }
            for person in people { #expect(try await bring(20, by: person).status == 202) }
            try await eventually("the first command of each account is sent") {
                Set(try await ordered(gateway).map(\.accountID)) == Set(people.map(\.account))
            }
            let window = ImportFeeder.window
            let partitions = Dictionary(grouping: try await ordered(gateway)) { command in
                Topic.spendingCommands.partition(of: command.accountID)
            }
            #expect(partitions.values.allSatisfy { $0.count <= window })
        }
    }

    @Test("GW-33: import: each purchase counts towards the limit, then 429")
    func costs() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            #expect(try await bring(3_000, by: person).status == 202)
            let refused = try await bring(3_000, by: person)
            #expect(refused.status == 429 && refused.header("retry-after") != nil, "\(refused.status)")
            #expect(try await bring(10, by: person).status == 202, "purchases within the limit are accepted")
            #expect(try await bring(10, by: other).status == 202)
        }
    }
}
