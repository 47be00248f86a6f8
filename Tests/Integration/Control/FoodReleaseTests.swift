import FoodCatalogue
import FoodLibrary
import Foundation
import Postgres
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

@Suite("Import of a food table", .timeLimit(.minutes(10)))
struct FoodReleaseTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)

    /// A file of FoodData Central with a number of foods, each with a dozen nutrients.
    private func write(_ count: Int, in folder: URL) throws {
        let nutrients = [208, 203, 204, 205, 291, 269, 307, 306, 301, 303, 401, 255]
        var foods = "fdc_id,data_type,description\n", amounts = "fdc_id,nutrient_id,amount\n"
        var names = "id,nutrient_nbr\n"
        for (place, number) in nutrients.enumerated() { names += "\(place),\(number)\n" }
        for food in 0..<count {
            foods += "\(food),sr_legacy_food,\"Qwix \(food), \(food % 7 == 0 ? "raw" : "cooked")\"\n"
            for place in nutrients.indices { amounts += "\(food),\(place),\(place == 0 ? 60 : 2)\n" }
        }
        foods += "\(count),sr_legacy_food,Nothing known\n"
        for (name, text) in ["food.csv": foods, "nutrient.csv": names, "food_nutrient.csv": amounts] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
    }

    @Test("NUT-26: 8,000 foods are imported within 30 s, once")
    func imports() async throws {
        try await withTemporaryDirectory { folder in
            try await MigratedDatabase.with { migrated in
                try write(8_000, in: folder)
                let files = CatalogueFiles(folder.appending(path: "store"))
                let orders = SharedFoodTable(database: migrated.database, files: files)
                let release = FoodRelease(orders: orders, files: files)
                let clock = ContinuousClock(), began = clock.now
                let outcome = try await release.run(.fdc, at: folder, now: Self.now)
                let library = try await orders.library()
                #expect(clock.now - began < .seconds(30), "built without optimisation: \(clock.now - began)")
                #expect(outcome.foods == 8_000 && outcome.version == 1 && outcome.rejected.values.reduce(0, +) == 1)
                let rows = try String(contentsOf: URL(filePath: outcome.rejectedRows), encoding: .utf8)
                #expect(rows.hasPrefix("file\trecord\treason\nfood.csv\t8002\t"))
                #expect(library.search("qwix 4711", language: .english, limit: 3).first?.food.id.value == "fdc-4711")
                #expect(try await release.run(.fdc, at: folder, now: Self.now).version == nil)
                try write(10, in: folder)
                #expect(try await release.run(.fdc, at: folder, now: Self.now).version == 2)
                let smaller = try await orders.library()
                #expect(smaller.count == (try FoodLibrary.builtIn().count) + 10)
                #expect(
                    try await migrated.count("SELECT count(*) FROM control.audit_log WHERE action = 'import-foods'")
                        == 2
                )
                // Only the operator's own files are removed, including foods of the table (NUT-35).
                var lines = 0
                try smaller.forEach(by: 1_000) { lines += FoodFile.read(try FoodFile.part($0, as: .jsonl)).count }
                #expect(lines == smaller.count)
                await #expect(throws: CatalogueFileError.noDirectory) {
                    try await SharedFoodTable(database: migrated.database).library()
                }
            }
        }
    }
}
