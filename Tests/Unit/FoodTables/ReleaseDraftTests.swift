import FoodCatalogue
import Foundation
import Quantities
import Testing
import UnitSupport

@testable import FoodTables

@Suite("Imported table file") struct ReleaseDraftTests {
    /// A reader that stops after some chunks, like a killed process.
    private struct Broken<Reader: FoodTableReader>: FoodTableReader {
        let reader: Reader
        let pieces: Int

        func read(_ take: (ImportEvent) throws -> Void) throws {
            var passed = 0
            try reader.read { event in
                guard passed < pieces else { throw CancellationError() }
                passed += 1
                try take(event)
            }
        }
    }

    private static func products(_ count: Int) -> String {
        // Rows in no order, every seventh with a fault.
        let rows = (0..<count).map { place in
            let code = 10_000_000 + (place * 7_919) % count
            return "\(code)\tFood \(code)\tHouse, Other\t\(place % 7 == 0 ? "x" : "\(place % 800)")"
        }
        return "code\tproduct_name\tbrands\tenergy-kcal_100g\n" + rows.joined(separator: "\n") + "\n"
    }

    @Test("NUT-26: imported foods read back with all their fields")
    func readBack() throws {
        let lines = """
            {"code":"0000000000024","product_name":"Oat\\tbar","product_name_fr":"Barre d'avoine",\
            "brands":"Mill, Other","serving_size":"1 slice | big (30 g)","serving_quantity":30.25,\
            "nutriments":{"energy-kcal_100g":450.1234,"fat_100g":20,"proteins_100g":"10",\
            "carbohydrates_100g":55,"sodium_100g":0.2}}
            {"code":"0000000000017","product_name":"Plum","nutriments":{"energy-kcal_100g":46}}
            {"code":"0000000000024","product_name":"Again","nutriments":{"energy-kcal_100g":46}}
            {"code":

            """
        try withFiles(["off.jsonl": lines]) { folder in
            let path = folder.appending(path: "off.jsonl"), file = folder.appending(path: "out.tsv")
            let draft = ReleaseDraft(of: "off", in: folder.appending(path: "store"))
            let outcome = try draft.write(OpenFoodFacts(path), at: path, to: file)
            #expect(outcome.foods == 2 && outcome.resumedAfter == 0)
            #expect(outcome.rejected == [RowProblem.notJSON.rawValue: 1, RowProblem.twice.rawValue: 1])
            let rejected = try String(contentsOf: draft.rejectedRows, encoding: .utf8)
            #expect(rejected == "file\trecord\treason\noff.jsonl\t4\tnot a JSON object\n")
            let foods = try ReleasedFoods(try Data(contentsOf: file))
            #expect(foods.count == 2 && foods.id(at: 0) == FoodID("off-0000000000017"))
            let id = try #require(FoodID("off-0000000000024")), place = try #require(foods.place(of: id))
            let bar = try #require(foods[place])
            #expect(bar.id == id && bar.brand == "Mill" && bar.origin == .table && bar.group == nil)
            #expect(bar.names == [.english: ["Oat bar"], .french: ["Barre d'avoine"]])
            #expect(bar.portions == [Portion(measure: "1 slice   big (30 g)", mass: Grams(30.25))])
            #expect(bar.amounts[.energy] == .known(NutrientValue(450.123)))
            #expect(bar.amounts[.sodium] == .known(NutrientValue(200)) && bar.amounts[.iron] == .unknown)
            #expect(foods.place(of: try #require(FoodID("off-0000000000031"))) == nil)
            #expect(foods.index.search("mill oat", language: .english, limit: 5).map(\.food) == [place])
            #expect(foods.index.search("barre avoine", language: .french, limit: 5).map(\.food) == [place])
        }
    }

    @Test("NUT-26: an interrupted import resumes to the identical file", .slow)
    func resumes() throws {
        try withFiles(["off.csv": Self.products(9_000)]) { folder in
            let path = folder.appending(path: "off.csv"), reader = OpenFoodFacts(path)
            let whole = folder.appending(path: "whole.tsv"), pieces = folder.appending(path: "pieces.tsv")
            let once = try ReleaseDraft(of: "off", in: folder.appending(path: "a")).write(reader, at: path, to: whole)
            let draft = ReleaseDraft(of: "off", in: folder.appending(path: "b"))
            for stop in [1, 2_500, 2_600, 7_000] {
                #expect(throws: CancellationError.self) {
                    try draft.write(Broken(reader: reader, pieces: stop), at: path, to: pieces)
                }
            }
            let resumed = try draft.write(reader, at: path, to: pieces)
            #expect(resumed.resumedAfter == 6_000 && once.resumedAfter == 0)
            #expect(resumed.foods == once.foods && resumed.rejected == once.rejected)
            #expect(once.foods + once.rejectedRows == 9_000 && once.rejectedRows == 1_286)
            #expect(try Data(contentsOf: pieces) == Data(contentsOf: whole))
            let rejected = try String(contentsOf: draft.rejectedRows, encoding: .utf8)
            #expect(rejected.split(separator: "\n").count == 1 + 1_286)
            // A finished import is not resumed: the next run starts from the beginning.
            #expect(try draft.write(reader, at: path, to: pieces).resumedAfter == 0)
        }
    }

    @Test("NUT-26: another table under the same name starts over", .slow)
    func otherTable() throws {
        try withFiles(["off.csv": Self.products(5_000)]) { folder in
            let path = folder.appending(path: "off.csv"), file = folder.appending(path: "out.tsv")
            let draft = ReleaseDraft(of: "off", in: folder.appending(path: "store"))
            #expect(throws: CancellationError.self) {
                try draft.write(Broken(reader: OpenFoodFacts(path), pieces: 4_000), at: path, to: file)
            }
            try Data(Self.products(100).utf8).write(to: path)
            let outcome = try draft.write(OpenFoodFacts(path), at: path, to: file)
            #expect(outcome.resumedAfter == 0 && outcome.foods + outcome.rejectedRows == 100)
        }
    }

    @Test("imported table: an invalid file is rejected as a whole")
    func damaged() throws {
        func bytes(_ rows: [String]) -> Data {
            Data((ReleaseRow.head + rows.map { $0 + "\n" }.joined()).utf8)
        }
        func row(_ id: String, energy: String = "46") -> String {
            let amounts = [energy] + Array(repeating: "", count: Nutrient.allCases.count - 1)
            return ([id, "", "Plum", "", "", "", "Plum", "", "", ""] + amounts).joined(separator: "\t")
        }
        #expect(try ReleasedFoods(bytes([row("off-1"), row("off-2")])).count == 2)
        #expect(try ReleasedFoods(bytes([])).count == 0)
        for wrong in [
            [row("off-2"), row("off-1")], [row("off-1"), row("off-1")], [row("nothing")], [row("off-1") + "\tmore"],
            ["off-1"],
        ] {
            #expect(throws: FoodTableError.self) { try ReleasedFoods(bytes(wrong)) }
        }
        #expect(throws: FoodTableError.self) { try ReleasedFoods(Data("food\tgroup\n".utf8)) }
        #expect(throws: FoodTableError.self) { try ReleasedFoods(Data()) }
        // A food with a fault that only a full check finds is rejected.
        #expect(try ReleasedFoods(bytes([row("off-1", energy: "many")]))[0] == nil)
    }
}
