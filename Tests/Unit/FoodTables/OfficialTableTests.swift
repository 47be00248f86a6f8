import FoodCatalogue
import Foundation
import Testing
import UnitSupport

@testable import FoodTables

/// The official tables, if a developer has put them beside the project; they are not part of it.
@Suite("Official food tables, if present", .slow, .timeLimit(.minutes(10))) struct OfficialTableTests {
    private static let tables = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/data/food").standardizedFileURL
    private static let areThere = FileManager.default.fileExists(atPath: tables.path())

    /// Unpacks files and names them as their publisher does, in a folder that exists while the body runs.
    private func withTable(_ files: [String: String], _ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, source) in files {
            let source = Self.tables.appending(path: source), target = folder.appending(path: name)
            guard source.pathExtension == "gz" else {
                try FileManager.default.copyItem(at: source, to: target)
                continue
            }
            let unpacking = Process()
            unpacking.executableURL = URL(filePath: "/bin/sh")
            let paths = [source, target].map { $0.path(percentEncoded: false) }
            unpacking.arguments = ["-c", "gzip -dc \"$0\" > \"$1\""] + paths
            try unpacking.run()
            unpacking.waitUntilExit()
            #expect(unpacking.terminationStatus == 0)
        }
        try body(folder)
    }

    private func released(_ reader: some FoodTableReader, _ source: String, at folder: URL) throws -> (
        foods: ReleasedFoods, outcome: ReleaseDraft.Outcome
    ) {
        let file = folder.appending(path: "released.tsv")
        let outcome = try ReleaseDraft(of: source, in: folder.appending(path: "store"))
            .write(reader, at: folder, to: file)
        return (try ReleasedFoods(try Data(contentsOf: file, options: .alwaysMapped)), outcome)
    }

    @Test("NUT-26: Standard Reference 28 matches the built-in table", .enabled(if: areThere))
    func standardReference() throws {
        let files = [
            "FOOD_DES.txt": "usda_sr28/FOOD_DES.txt", "WEIGHT.txt": "usda_sr28/WEIGHT.txt",
            "NUT_DATA.txt": "usda_sr28/NUT_DATA.txt.gz",
        ]
        try withTable(files) { folder in
            let (foods, outcome) = try released(StandardReference(folder), "sr28", at: folder)
            // All 8,789 foods of the release, except those with impossible energy.
            #expect(outcome.foods + outcome.rejectedRows == 8_789 && outcome.foods > 8_700, "\(outcome)")
            let catalogue = try FoodCatalogue.builtIn()
            var compared = 0
            for food in catalogue.foods where food.id.source == "sr28" {
                guard let place = foods.place(of: food.id) else { continue }
                #expect(foods[place]?.amounts == food.amounts, "\(food.id)")
                compared += 1
            }
            #expect(compared > 1_000)
        }
    }

    @Test("NUT-26: the Canadian Nutrient File is read in both languages", .enabled(if: areThere))
    func canadianNutrientFile() throws {
        let names = ["CONVERSION FACTOR.csv", "FOOD NAME.csv", "MEASURE NAME.csv", "NUTRIENT NAME.csv"]
        var files = Dictionary(uniqueKeysWithValues: names.map { ($0, "cnf2015/\($0)") })
        files["NUTRIENT AMOUNT.csv"] = "cnf2015/NUTRIENT AMOUNT.nonzero_reconstructed.csv.gz"
        try withTable(files) { folder in
            let (foods, outcome) = try released(CanadianNutrientFile(folder), "cnf", at: folder)
            #expect(outcome.foods > 5_000 && outcome.rejectedRows < outcome.foods / 10, "\(outcome)")
            let found = foods.index.search("pomme crue", language: .french, limit: 20)
            #expect(!found.isEmpty)
        }
    }

    @Test("NUT-26: FoodData Central is read by column names", .enabled(if: areThere))
    func foodDataCentral() throws {
        let files = [
            "food.csv": "fdc/food.sr_legacy.csv", "nutrient.csv": "fdc/nutrient.csv",
            "food_nutrient.csv": "fdc/food_nutrient.sr_legacy_sample_synthetic.csv",
            "food_portion.csv": "fdc/food_portion.sr_legacy.csv",
        ]
        try withTable(files) { folder in
            let (foods, outcome) = try released(FoodDataCentral(folder), "fdc", at: folder)
            // Most foods of the sample have no nutrient and are not imported; the reason is reported.
            #expect(outcome.foods > 100 && outcome.rejected[RowProblem.noEnergy.rawValue, default: 0] > 0, "\(outcome)")
            #expect(foods.count == outcome.foods)
        }
    }
}
