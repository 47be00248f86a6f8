import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionGovernance
import IngestionService
import Logging
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

/// Damaged records, broken downloads, and memory use.
extension ExportTests {
    @Test("GW-22: export: unreadable records are listed and do not block others")
    func damaged() async throws {
        let logs = CapturedLogs()
        try await TestGateway.with(logger: logs.logger(label: "ingestion")) { gateway in
            let person = try await gateway.register()
            for name in ["old", "broken", "whole"] {
                let meal = #"{"name":"\#(name)","items":[{"name":"Bread","grams":50}]}"#
                let answer = try await person.send("POST", "/v1/meals", meal, headers: ["prefer": "wait=10"])
                #expect(answer.status == 201)
                let id = try #require(try answer.json["id"]?.string.flatMap(MealID.init(text:)))
                let pool = gateway.database.pool
                let row = try #require(
                    try await pool.query("SELECT body::text FROM documents WHERE id = \(id.uuid) AND kind = 'meal'")
                        .first)
                var published = try EventCoding.decode(MealChanged.self, from: Array(row.decode(String.self).utf8))
                switch name {
                case "old":
                    // A value stored before texts were validated.
                    published.words = try await gateway.sealer.seal(
                        MealWords(name: "a\u{0}b"), .mealWords(id, of: person.account))
                    let body = String(decoding: try EventCoding.encode(published), as: UTF8.self)
                    try await pool.execute(
                        "UPDATE documents SET body = \(body)::json WHERE id = \(id.uuid) AND kind = 'meal'")
                case "broken":
                    let body = "{}"
                    try await pool.execute(
                        "UPDATE documents SET body = \(body)::json WHERE id = \(id.uuid) AND kind = 'meal'")
                default: continue
                }
            }
            let export = try await asked(person)
            try await publish(
                Exporting.Nutrition.self, export, of: person.account, part: 1, parts: 2, rows: "{\"a\": 1}\n", gateway)
            try await publish(
                Exporting.Nutrition.self, export, of: person.account, part: 2, parts: 2, rows: "{\"a\": 2}\n", gateway)
            try await gateway.database.pool.execute(
                "UPDATE export_parts SET content = '\\x0102' WHERE service = 'nutrition' AND part = 1")
            try await tellNothing(export, of: person.account, but: ["nutrition"], gateway)
            try await ready(export, person)
            let answer = try await person.client.get("/v1/exports/\(export)/content")
            let files = try await unpack(answer.body)
            let meals = try JSONReader.read(Array(try #require(files["records/meals.json"]).utf8), from: .ownRecords)
            #expect(meals.items.count == 3)
            #expect(Set(meals.items.map { $0["name"]?.string }) == ["a\u{0}b", nil, "whole"])
            #expect(meals.items.contains { $0["problem"]?.string == ExportReader.unreadable })
            #expect(files["records/meals.csv"]?.contains("whole") == true)
            #expect(files["records/meals.csv"]?.contains("\u{0}") == false)
            #expect(files["services/nutrition/things.jsonl"] == "{\"a\": 2}\n")
            #expect(files["services/nutrition/unreadable-1.jsonl"]?.contains(ExportReader.unreadable) == true)
            let said = logs.lines.filter { $0.message == "record omitted from an export" }
            #expect(said.count >= 2 && said.allSatisfy { $0.level == .error })
        }
    }

    @Test("GW-22: export: a download that breaks off is logged")
    func brokenAnswer() async throws {
        let logs = CapturedLogs()
        try await TestGateway.with(logger: logs.logger(label: "ingestion")) { gateway in
            let person = try await gateway.register(), export = try await asked(person)
            try await tellNothing(export, of: person.account, gateway)
            try await ready(export, person)
            try await gateway.asAdministrator { try await $0.execute("ALTER TABLE photos RENAME TO gone") }
            await #expect(throws: (any Error).self) { try await person.client.get("/v1/exports/\(export)/content") }
            let broken = logs.lines.filter { $0.message == "response aborted" }
            #expect(broken.count == 1 && broken.first?.level == .error)
            #expect(broken.first?.metadata["http.endpoint"] == "fetchExport")
        }
    }

    @Test("GW-22: export: memory stays bounded while downloading 100 MB", .timeLimit(.minutes(10)))
    func memory() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), export = try await asked(person)
            var random = SystemRandomNumberGenerator()
            let noise = (0..<32_500).map { _ in String(random.next(), radix: 36) }.joined().prefix(260_000)
            let line = "{\"text\": \"\(noise)\"}\n", parts = 400
            for part in 1...parts {
                try await publish(
                    Exporting.Nutrition.self, export, of: person.account, part: part, parts: parts, rows: line, gateway)
            }
            try await tellNothing(export, of: person.account, but: ["nutrition"], gateway)
            try await ready(export, person)
            // Other tests of this process use memory too, so the smallest growth counts: a file held in memory would
            // show in every download.
            var growth = Int.max
            for _ in 1...5 where growth >= parts * line.utf8.count {
                growth = min(growth, try await Self.growth(whileDownloading: export, by: person))
            }
            #expect(growth < parts * line.utf8.count)
        }
    }

    /// Maximum growth of this process's memory during a download, in bytes.
    private static func growth(whileDownloading export: ExportID, by person: Person) async throws -> Int {
        let before = try resident()
        let curl = Process(), pipe = Pipe()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        curl.arguments = [
            "curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", "-H",
            "authorization: Bearer \(person.accessToken)", "\(person.client.baseURL)/v1/exports/\(export)/content",
        ]
        curl.standardOutput = pipe
        try curl.run()
        var peak = before
        while curl.isRunning {
            peak = max(peak, try resident())
            try await Task.sleep(for: .milliseconds(20))
        }
        let answer = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let size = answer.split(separator: " ").last.flatMap { Int($0) } ?? 0
        #expect(answer.hasPrefix("200 ") && size > 50 << 20)
        return peak - before
    }

    /// Resident memory of this process, in bytes.
    private static func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
    }
}
