import AllergenService
import BillingService
import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Kafka
import Messaging
import NotificationService
import NutritionService
import Postgres
import Sealing
import SpendingService
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

extension Programs.EndToEnd {
    @Suite("Data export from every service", .timeLimit(.minutes(10)))
    struct ExportTests {
        /// A service with the data that it deletes and exports.
        struct Service: Sendable {
            let service: String
            let erasure: ErasureList
            let export: ExportList
            let migrations: @Sendable () throws -> [Migration]
        }

        static let schemas: [Service] = [
            .init(
                service: IngestionService.name, erasure: IngestionErasure.list, export: IngestionExport.list,
                migrations: { try IngestionMigrations.all() }),
            .init(
                service: VisionService.name, erasure: VisionErasure.list, export: VisionExport.list,
                migrations: { try VisionMigrations.all() }),
            .init(
                service: NutritionService.name, erasure: NutritionErasure.list, export: NutritionExport.list,
                migrations: { try NutritionMigrations.all() }),
            .init(
                service: AllergenService.name, erasure: AllergenErasure.list, export: AllergenExport.list,
                migrations: { try AllergenMigrations.all() }),
            .init(
                service: NotificationService.name, erasure: NotificationErasure.list, export: NotificationExport.list,
                migrations: { try NotificationMigrations.all() }),
            .init(
                service: SpendingService.name, erasure: SpendingErasure.list, export: SpendingExport.list,
                migrations: { try SpendingMigrations.all() }),
            .init(
                service: BillingService.name, erasure: BillingErasure.list, export: BillingExport.list,
                migrations: { try BillingMigrations.all() }),
        ]

        @Test(
            "GW-22: erasure: erased data is exported, or omitted with a reason"
        )
        func listed() async throws {
            #expect(Self.schemas.map(\.service).sorted() == Topic.services.sorted())
            for schema in Self.schemas {
                try await HandlerBench.with(service: schema.service, migrations: try schema.migrations()) { bench in
                    #expect(schema.export.missing(from: schema.erasure) == [], "\(schema.service)")
                    #expect(try await schema.export.closedColumns(in: bench.database.pool) == [], "\(schema.service)")
                    for reason in schema.export.leftOut.values { #expect(reason.count > 10) }
                    // Executes every statement on the real schema.
                    let reader = ExportReader(schema.export, sealer: bench.sealer), account = try await bench.account()
                    let parts = try await bench.database.write(.request(correlationID: UUID())) { transaction in
                        try await reader.parts(of: account, for: .random(), in: transaction)
                    }
                    #expect(parts.isEmpty, "\(schema.service)")
                }
            }
        }

        @Test(
            "GW-22: 20,000 meals are exported within the handler timeout",
            .timeLimit(.minutes(10))
        )
        func large() async throws {
            try await HandlerBench.with(service: "nutrition", migrations: try NutritionMigrations.all()) { bench in
                let account = try await bench.account(), meals = 20_000
                for start in stride(from: 0, to: meals, by: 1_000) {
                    var ids: [UUID] = [], words: [[UInt8]] = []
                    for number in start..<start + 1_000 {
                        let id = MealID.random()
                        let said = MealWords(name: "Meal \(number)", items: [MealItemID.random().description: "Bread"])
                        ids.append(id.uuid)
                        words.append(try await bench.sealer.seal(said, .mealWords(id, of: account)).bytes)
                    }
                    try await bench.database.pool.execute(
                        """
                        INSERT INTO meals (meal_id, account_id, version, day, eaten_at, utc_offset, slot, words, items,
                            totals,
                            recorded_at)
                        SELECT id, \(account.uuid), 1, '2026-01-01', now(), 0, 'lunch', words,
                            jsonb_build_array(repeat('x', 500), repeat('y', 500)), '{}', now()
                        FROM unnest(\(ids), \(words)) AS new (id, words)
                        """)
                }
                let before = try Self.resident(), started = ContinuousClock.now
                let command = ExportRequested(
                    accountID: account, exportID: .random(), requestedAt: bench.clock.now(),
                    expiresAt: bench.clock.now().addingTimeInterval(60))
                try await bench.deliver(
                    command, to: AccountExporter(Exporting.Nutrition.self, NutritionExport.list, sealer: bench.sealer),
                    account: account)
                let took = ContinuousClock.now - started, after = try Self.resident()
                let parts = try await bench.database.events(NutritionDataExported.self).map(\.body)
                print(
                    "export: \(meals) meals in \(parts.count) parts, \(took), \((after - before) >> 20) MiB more memory"
                )
                #expect(took < .seconds(30))
                #expect(parts.map(\.part) == Array(1...parts.count) && parts.allSatisfy { $0.parts == parts.count })
                var lines = 0
                for part in parts {
                    let content = try #require(part.content)
                    let rows = try await bench.sealer.open(content, .exportRows(part.exportID, of: account))
                    #expect(rows.table == "meals" && rows.lines.utf8.count <= NutritionDataExported.maxBytes)
                    lines += rows.lines.split(separator: "\n").count
                }
                #expect(lines == meals)
            }
        }

        /// Resident memory of this process, in bytes.
        private static func resident() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
        }

        private struct Export: Decodable {
            let id: String
            let state: String
            let missing: [String]
        }

        private func send(
            _ person: TestPerson, _ method: String, _ path: String, _ body: String
        ) async throws -> TestHTTPClient.Answer {
            let answer = try await person.http.send(
                method, path, headers: ["content-type": "application/json", "prefer": "wait=12"], body: Array(body.utf8)
            )
            try #require((200..<300).contains(answer.status), "\(method) \(path): \(answer.status) \(answer.text)")
            return answer
        }

        /// Uses every feature once, with words that no other person uses.
        private func live(_ person: TestPerson, _ word: String) async throws {
            try await person.setProfile(.init(["milk"], otherIngredients: ["durian \(word)"]))
            _ = try await person.scan("Ingredients: milk, sugar \(word).", gtin: "4006381333931")
            try await person.recordReaction(on: "2026-01-02", cause: "cause \(word)", notes: "hives \(word)")
            _ = try await send(
                person, "POST", "/v1/meals",
                #"{"name":"Lunch \#(word)","slot":"tea \#(word)","items":[{"name":"Soup \#(word)","grams":100}]}"#)
            _ = try await send(
                person, "PUT", "/v1/goals", #"{"energyKcal":2000}"#)
            _ = try await send(
                person, "POST", "/v1/foods", #"{"name":"Own \#(word)","nutrients":{"energyKcal":50}}"#)
            _ = try await send(
                person, "POST", "/v1/saved-foods", #"{"name":"Saved \#(word)","energyKcal":10}"#)
            _ = try await send(
                person, "POST", "/v1/receipts",
                #"""
                {"merchant":"Corner \#(word)","purchasedAt":"2026-01-14","items":[{"name":"Milk \#(word)",
                "amount":{"amount":"3.50","currency":"CAD"}}],"total":{"amount":"3.50","currency":"CAD"}}
                """#)
            _ = try await send(
                person, "POST", "/v1/budgets",
                #"{"name":"Budget \#(word)","period":"month","amount":{"amount":"3.00","currency":"CAD"}}"#)
            try await eventually("a notice") { try await person.notices().count >= 1 }
        }

        private func ask(_ person: TestPerson) async throws -> Export {
            try await send(person, "POST", "/v1/export", #"{"currentPassword":"correct horse battery"}"#).decode()
        }

        private func state(_ export: Export, _ person: TestPerson) async throws -> Export {
            try await person.http.get("/v1/exports/\(export.id)").decode()
        }

        private func ready(_ export: Export, _ person: TestPerson, within limit: Duration = .seconds(60)) async throws {
            try await eventually("the export is ready", within: limit) {
                try await state(export, person).state == "ready"
            }
        }

        /// The names and texts in the ZIP file, read by another implementation.
        private func fetch(_ export: Export, _ person: TestPerson) async throws -> [String: String] {
            let answer = try await person.http.get("/v1/exports/\(export.id)/content")
            try #require(answer.status == 200, "\(answer.text)")
            return try await withTemporaryDirectory { directory in
                let file = directory.appending(path: "all.zip"), out = directory.appending(path: "out")
                try Data(answer.body).write(to: file)
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/env")
                process.arguments = ["python3", "-m", "zipfile", "-e", file.path(), out.path()]
                try process.run()
                process.waitUntilExit()
                #expect(process.terminationStatus == 0, "it is a ZIP file")
                var files: [String: String] = [:]
                for name in try FileManager.default.subpathsOfDirectory(atPath: out.path()) {
                    let url = out.appending(path: name)
                    guard let bytes = try? Data(contentsOf: url) else { continue }
                    files[name] = String(decoding: bytes, as: UTF8.self)
                }
                return files
            }
        }

        /// Files of an export, and what each must contain.
        private static func requested(_ word: String, of person: TestPerson) -> [String: String] {
            [
                "records/label-scans.json": "sugar \(word)", "records/allergen-profiles.json": "durian \(word)",
                "records/reactions.csv": "hives \(word)", "records/meals.json": "Lunch \(word)",
                "records/meal-items.csv": "Soup \(word)", "records/own-foods.csv": "Own \(word)",
                "records/saved-foods.json": "Saved \(word)", "records/receipts.csv": "Corner \(word)",
                "records/receipt-items.csv": "Milk \(word)", "records/budgets.json": "Budget \(word)",
                "records/days.json": "tea \(word)", "records/goals.json": "2000",
                "records/notifications.csv": "scanAssessed",
                "records/purchased-products.json": word, "account/accounts.json": person.email,
                "account/meal_versions.json": "Lunch \(word)",
                "services/nutrition/meals.jsonl": "Lunch \(word)", "services/nutrition/days.jsonl": "tea \(word)",
                "services/nutrition/own_foods.jsonl": "Own \(word)",
                "services/nutrition/saved_foods.jsonl": "Saved \(word)",
                "services/nutrition/goals.jsonl": "2000000",
                "services/allergen/profiles.jsonl": "durian \(word)",
                "services/allergen/scans.jsonl": "sugar \(word)",
                "services/allergen/reactions.jsonl": "hives \(word)",
                "services/allergen/meals.jsonl": "Soup \(word)",
                "services/allergen/purchases.jsonl": "Milk \(word)",
                "services/spending/receipts.jsonl": "Corner \(word)",
                "services/spending/purchased_products.jsonl": "Milk \(word)",
                "services/spending/budgets.jsonl": "Budget \(word)",
                "services/notification/notices.jsonl": "scanAssessed",
                "services/notification/accounts.jsonl": "America/Toronto",
            ]
        }

        @Test(
            "GW-22: the export has all of the person's data, nothing else"
        )
        func complete() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register(), other = try await stack.gateway.register()
                let word = Markers.make(), others = Markers.make()
                try await live(person, word)
                try await live(other, others)
                let started = ContinuousClock.now
                let export = try await ask(person)
                #expect(export.state == "pending" && export.missing.count == Topic.services.count)
                try await ready(export, person)
                print("export: ready after \(ContinuousClock.now - started)")
                let files = try await fetch(export, person)
                for (name, text) in Self.requested(word, of: person) {
                    #expect(files[name]?.contains(text) == true, "\(name): \(files[name] ?? "is not there")")
                }
                let all = files.values.joined(separator: "\n")
                #expect(!all.contains(others) && !all.contains(other.email))
                #expect(!all.contains(other.id.uuidString.lowercased()))
                #expect(!all.contains("could not be opened") && !all.contains("\\\\x") && !all.contains("argon2id"))
                for (name, text) in files where name.hasSuffix(".jsonl") {
                    for line in text.split(separator: "\n") {
                        #expect(throws: Never.self, "\(name)") {
                            try JSONSerialization.jsonObject(with: Data(line.utf8))
                        }
                    }
                }
                // Published and stored data is sealed.
                for record in try await TopicDump.read(stack.broker) {
                    #expect(Markers.found([word], in: record.value ?? []).isEmpty, "\(record.topicPartition.topic)")
                }
                let open = try await stack.count(
                    """
                    SELECT count(*) FROM ingestion.export_parts WHERE position(convert_to(\(word), 'UTF8') IN content) \
                    > 0
                    """
                )
                #expect(open == 0)
                #expect(try await other.http.get("/v1/exports/\(export.id)/content").status == 404)
            }
        }

        @Test(
            "GW-22: a restarted service adds its part to an export"
        )
        func away() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register(), word = Markers.make()
                try await live(person, word)
                try await stack.service("nutrition").kill()
                // The service dies after committing the parts and before sending any of them.
                try await stack.service("spending").restart(with: ProcessingStage.committed.failPoint(at: 1))
                let export = try await ask(person)
                try await eventually("the others have answered") {
                    try await state(export, person).missing.sorted() == ["nutrition", "spending"]
                }
                _ = try await stack.service("spending").ending(within: .seconds(120))
                try await stack.service("spending").start()
                try await stack.service("ingestion").kill()
                try await stack.service("ingestion").start()
                try await stack.service("ingestion").waitUntilReady()
                try await eventually("spending has answered") {
                    try await state(export, person).missing == ["nutrition"]
                }
                try await stack.service("nutrition").start()
                try await ready(export, person)
                let files = try await fetch(export, person)
                #expect(files["services/spending/receipts.jsonl"]?.contains(word) == true)
                #expect(files["services/spending/receipts.jsonl"]?.split(separator: "\n").count == 1)
                #expect(files["services/nutrition/meals.jsonl"]?.contains(word) == true)
            }
        }
    }
}
