import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import ControlService

@Suite("Export and import of shared foods", .timeLimit(.minutes(10)))
struct SharedFoodCommandTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private static let secret = "Grandmother's secret stew"

    /// A shared food, a person's own food, and a submission of it.
    private func fill(_ migrated: MigratedDatabase) async throws {
        try await migrated.execute(
            """
            INSERT INTO nutrition.catalogue_foods (food_id, version, revision, origin, food, changed_at) VALUES
                ('fm-1', 1, 1, 'submission', '{"names": {"en": "Qwix, \\"crunchy\\""}, "amounts": {"energy": 370500},
                "portions": [{"measures": {"en": "1 bowl"}, "milligrams": 40000}]}', now())
            """)
        try await migrated.execute("UPDATE nutrition.catalogue_revision SET revision = 1")
        let words = Array(Self.secret.utf8), own = UUID()
        try await migrated.execute(
            """
            INSERT INTO nutrition.own_foods (account_id, own_food_id, version, words, amounts, added_at)
            VALUES (gen_random_uuid(), \(own), 1, \(words), '{"energy": 123456}', now())
            """)
        try await migrated.execute(
            """
            INSERT INTO nutrition.food_submissions (submission_id, account_id, own_food_id, version, state, words,
                amounts, language, doubts, submitted_at, changed_at)
            VALUES (gen_random_uuid(), gen_random_uuid(), \(own), 1, 'pending', \(words), '{"energy": 123456}', 'en',
                '[]', now(), now())
            """)
    }

    @Test("NUT-35: shared foods: only they are exported, and import back")
    func wayOutAndIn() async throws {
        let written = try await MigratedDatabase.with { migrated in
            try await fill(migrated)
            let foods = try await SharedFoodTable(database: migrated.database).all()
            #expect(foods.count == (try FoodLibrary.builtIn().all.count) + 1)
            let table = String(decoding: try FoodFile.write(foods, as: .csv), as: UTF8.self)
            #expect(table.contains("fm-1,submission,,,\"Qwix, \"\"crunchy\"\"\"") && table.contains(",370.5,"))
            let bytes = try FoodFile.write(foods, as: .jsonl)
            for text in [table, String(decoding: bytes, as: UTF8.self)] {
                #expect(!text.contains(Self.secret) && !text.contains("123456") && !text.contains("123.456"))
                #expect(!text.contains(/own-[0-9a-f]{8}/) && !text.contains("accountID"))
            }
            return bytes
        }
        try await MigratedDatabase.with { migrated in
            let orders = SharedFoodTable(database: migrated.database), lines = FoodFile.read(written)
            #expect(try await orders.take(lines, isDryRun: true, at: Self.now).changed == 1)
            #expect(try await migrated.count("SELECT count(*) FROM nutrition.catalogue_foods") == 0)
            let outcome = try await orders.take(lines, isDryRun: false, at: Self.now)
            #expect(outcome.changed == 1 && outcome.same == lines.count - 1 && outcome.refused.isEmpty)
            #expect(try await orders.take(lines, isDryRun: false, at: Self.now).changed == 0)
            #expect(try FoodFile.write(try await orders.all(), as: .jsonl) == written)
            let sent = try await migrated.count("SELECT count(*) FROM nutrition.republish_requests")
            #expect(sent > 0)
            #expect(
                try await migrated.count("SELECT count(*) FROM control.audit_log WHERE action = 'import-foods'") == 1)
        }
    }

    @Test("NUT-35: valid lines are imported beside rejected ones")
    func refusals() async throws {
        try await MigratedDatabase.with { migrated in
            let orders = SharedFoodTable(database: migrated.database)
            func line(_ id: String, _ names: String) -> String {
                """
                {"id":"\(id)","origin":"staff","food":{"names":{\(names)},"amounts":{"energy":1},"portions":[]},\
                "otherNames":{}}
                """
            }
            let text = [
                line("fm-9", #""en":"Qwix""#), "not json", line("sr28-99999", #""en":"Qwix""#), line("fm-8", ""), "",
                line("own-1", #""en":"Qwix""#),
            ].joined(separator: "\n")
            let outcome = try await orders.take(FoodFile.read(Array(text.utf8)), isDryRun: false, at: Self.now)
            #expect(outcome.changed == 1 && outcome.refused == [2, 3, 4, 6])
        }
    }
}
