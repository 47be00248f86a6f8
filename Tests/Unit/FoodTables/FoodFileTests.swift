import FoodCatalogue
import Foundation
import Quantities
import Testing

@testable import FoodTables

/// The output of a reader.
struct Gathered {
    private(set) var foods: [ImportedFood] = []
    private(set) var rejected: [String] = []

    init(_ reader: some FoodTableReader, after count: Int = 0) throws {
        var foods: [ImportedFood] = [], rejected: [String] = []
        try reader.read(after: count) { event in
            switch event {
            case .food(let food): foods.append(food)
            case .rejected(let file, let record, let problem): rejected.append("\(file) \(record) \(problem)")
            }
        }
        (self.foods, self.rejected) = (foods, rejected)
    }
}

/// Creates a folder with files of given text while the body runs.
func withFiles(
    _ files: [String: String], encoding: String.Encoding = .utf8, _ body: (URL) throws -> Void
) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "foods-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
        try #require(text.data(using: encoding)).write(to: folder.appending(path: name))
    }
    try body(folder)
}

@Suite struct FoodFileTests {
    @Test("NUT-26: Standard Reference files are read; bad rows are listed")
    func standardReference() throws {
        try withFiles(
            [
                "FOOD_DES.txt":
                    "~00001~^~0900~^~Jalapeño, made up~^~JAL~\r\n~00002~^~0900~^~Heavy~\r\n~00003~^~0900~^~~\r\n"
                    + "~00001~^~0900~^~Again~\r\n~00004~\r\n~00005~^~0900~^~Blank~\r\n",
                "NUT_DATA.txt": "~00001~^~208~^29\r\n~00001~^~203~^0.91\r\n~00001~^~618~^0.2\r\n~00001~^~675~^0.1\r\n"
                    + "~00001~^~999~^1\r\n~00001~^~204~^x\r\n~00001~^~301~^-1\r\n~77777~^~208~^1\r\n"
                    + "~00002~^~208~^10\r\n~00002~^~255~^99\r\n~00002~^~205~^20\r\n",
                "WEIGHT.txt": "~00001~^1^1^~pepper~^14^^\r\n~00001~^2^0.5^~cup, sliced~^45^^\r\n",
            ], encoding: .isoLatin1
        ) { folder in
            let gathered = try Gathered(StandardReference(folder))
            let food = try #require(gathered.foods.first)
            #expect(gathered.foods.count == 1 && food.id == FoodID("sr28-00001"))
            #expect(food.names == [.english: "Jalapeño, made up"])
            #expect(food.amounts[.energy] == .known(NutrientValue(29)))
            #expect(food.amounts[.linoleic] == .known(NutrientValue(0.1)), "the more exact number counts, in any order")
            #expect(food.amounts[.fat] == .unknown && food.amounts[.calcium] == .unknown)
            #expect(food.portions.map(\.measure) == ["1 pepper", "0.5 cup, sliced"])
            #expect(
                gathered.rejected == [
                    "FOOD_DES.txt 3 noName", "FOOD_DES.txt 4 twice", "FOOD_DES.txt 5 tooFewFields",
                    "NUT_DATA.txt 6 badNumber", "NUT_DATA.txt 7 badNumber", "NUT_DATA.txt 8 unknownFood",
                    "FOOD_DES.txt 2 tooHeavy", "FOOD_DES.txt 6 noEnergy",
                ])
        }
    }

    @Test("NUT-26: FoodData Central is read by column names in any order")
    func foodDataCentral() throws {
        try withFiles([
            "nutrient.csv": "\"id\",\"name\",\"unit_name\",\"nutrient_nbr\"\n\"1008\",\"Energy\",\"KCAL\",\"208.0\"\n"
                + "\"2047\",\"Energy, general\",\"KCAL\",\"957\"\n\"1089\",\"Iron\",\"MG\",\"303\"\n",
            "food.csv": "data_type,description,fdc_id\nsr_legacy_food,\"Plum, \"\"wild\"\", dried\",5\n"
                + "branded_food,Bar,6\nfoundation_food,Rye,7\n",
            "food_nutrient.csv":
                "amount,loq,nutrient_id,fdc_id\n240,,1008,5\n238,,2047,5\n0.9,,1089,5\n1,,1008,6\n338,,2047,7\n",
            "measure_unit.csv": "id,name\n1000,cup\n",
            "food_portion.csv": "id,fdc_id,amount,measure_unit_id,portion_description,modifier,gram_weight\n"
                + "1,5,2.0,1000,,pitted,174\n2,5,1,9999,1 plum,62000,9.5\n3,6,1,1000,,,1\n",
        ]) { folder in
            let gathered = try Gathered(FoodDataCentral(folder))
            #expect(gathered.rejected.isEmpty)
            #expect(gathered.foods.map(\.id.value) == ["fdc-5", "fdc-7"])
            #expect(gathered.foods.first?.names == [.english: "Plum, \"wild\", dried"])
            #expect(gathered.foods.first?.amounts[.energy] == .known(NutrientValue(240)))
            #expect(gathered.foods.last?.amounts[.energy] == .known(NutrientValue(338)))
            #expect(gathered.foods.last?.amounts[.iron] == .unknown)
            #expect(gathered.foods.first?.portions.map(\.measure) == ["2 cup pitted", "1 plum"])
        }
    }

    @Test("NUT-26: the Canadian Nutrient File is read in both languages")
    func canadianNutrientFile() throws {
        try withFiles(
            [
                "NUTRIENT NAME.csv":
                    "NutrientID,NutrientCode,NutrientName\n208,208,ENERGY\n339,328,\"VITAMIN D\n(D2 + D3)\"\n",
                "FOOD NAME.csv":
                    "FoodID,FoodCode,FoodDescription,FoodDescriptionF\n2,2,Cheese souffle,Soufflé au fromage\n"
                    + "3,3,\"Two\nlines\",\n",
                "NUTRIENT AMOUNT.csv": "FoodID,NutrientID,NutrientValue,,\n2,208,204,,\n2,339,1.5,,\n3,208,10,,\n",
                "MEASURE NAME.csv": "MeasureID,MeasureDescription\n341,100 ml\n",
                "CONVERSION FACTOR.csv": "FoodID,MeasureID,ConversionFactorValue\n2,341,0.40152\n",
            ], encoding: .isoLatin1
        ) { folder in
            let gathered = try Gathered(CanadianNutrientFile(folder))
            #expect(gathered.rejected.isEmpty)
            #expect(gathered.foods.map(\.id.value) == ["cnf-2", "cnf-3"])
            let food = try #require(gathered.foods.first)
            #expect(food.names == [.english: "Cheese souffle", .french: "Soufflé au fromage"])
            #expect(food.amounts[.vitaminD] == .known(NutrientValue(1.5)))
            #expect(food.portions.first?.measure == "100 ml")
            #expect(abs((food.portions.first?.mass.value ?? 0) - 40.152) < 1e-9)
        }
    }

    @Test("NUT-26: Open Food Facts is read as table and as JSON lines")
    func openFoodFacts() throws {
        let table = """
            code\tproduct_name\tproduct_name_fr\tserving_size\tserving_quantity\tenergy_100g\tenergy-kcal_100g\
            \tfat_100g\tproteins_100g\tcarbohydrates_100g\tsodium_100g
            0001234567890\tOat bar\tBarre d'avoine\t1 slice (30 g)\t30\t\t450\t20\t10\t55\t0.2
            0001234567891\tJuice\t\t200 ml\t200\t188\t\t0\t0.5\t10\t
            0001234567892\tImpossible\t\t\t\t\t2000\t1\t1\t1\t
            0001234567893\tWrong\t\t\t\t\t10\t50\t20\t20\t
            0001234567894\tTyped\t\t\t\t\t1o\t\t\t\t
            123\tShort code\t\t\t\t\t10\t\t\t\t
            0001234567895\t\t\t\t\t\t10\t\t\t\t
            0001234567896\tNothing known\t\t\t\t\t\t\t\t\t
            0001234567897\tCut off

            """
        let lines = """
            {"code":"0001234567890","product_name":"Oat bar","product_name_fr":"Barre d'avoine",\
            "serving_size":"1 slice (30 g)","serving_quantity":30,"nutriments":{"energy-kcal_100g":450,"fat_100g":20,\
            "proteins_100g":"10","carbohydrates_100g":55,"sodium_100g":0.2}}
            {"code":"0001234567891","product_name":"Juice","serving_size":"200 ml",\
            "serving_quantity":"200","nutriments":{"energy_100g":188,"fat_100g":0,"proteins_100g":0.5,\
            "carbohydrates_100g":10}}
            {"code":
            [1]

            """
        try withFiles(["off.csv": table, "off.jsonl": lines]) { folder in
            let fromTable = try Gathered(OpenFoodFacts(folder.appending(path: "off.csv")))
            let fromLines = try Gathered(OpenFoodFacts(folder.appending(path: "off.jsonl")))
            #expect(fromTable.foods == fromLines.foods)
            #expect(fromTable.foods.map(\.id.value) == ["off-0001234567890", "off-0001234567891"])
            let bar = try #require(fromTable.foods.first)
            #expect(bar.names == [.english: "Oat bar", .french: "Barre d'avoine"])
            #expect(bar.amounts[.sodium] == .known(NutrientValue(200)))
            #expect(bar.amounts[.iron] == .unknown)
            #expect(bar.portions == [Portion(measure: "1 slice (30 g)", mass: Grams(30))])
            let juice = try #require(fromTable.foods.last)
            #expect(juice.portions.isEmpty, "millilitres are no grams")
            #expect(abs((juice.amounts[.energy].value?.value ?? 0) - 44.93) < 0.01)
            #expect(
                fromTable.rejected == [
                    "off.csv 4 impossibleEnergy", "off.csv 5 energyDisagrees", "off.csv 6 badNumber", "off.csv 7 badID",
                    "off.csv 8 noName", "off.csv 9 noEnergy", "off.csv 10 tooFewFields",
                ])
            #expect(fromLines.rejected == ["off.jsonl 3 notJSON", "off.jsonl 4 notJSON"])
        }
    }

    @Test("NUT-26: an interrupted import resumes without duplicates or gaps")
    func resumes() throws {
        let rows = (0..<500).map { "\(10_000_000 + $0)\tFood \($0)\t\($0 % 7 == 0 ? "x" : "\($0)")" }
        let table = "code\tproduct_name\tenergy-kcal_100g\n" + rows.joined(separator: "\n") + "\n"
        try withFiles(["off.csv": table]) { folder in
            let reader = OpenFoodFacts(folder.appending(path: "off.csv"))
            let whole = try Gathered(reader)
            #expect(whole.foods.count + whole.rejected.count == 500)
            for stop in [0, 1, 250, 499, 500, 600] {
                var before: [FoodID] = [], passed = 0
                try? reader.read { event in
                    guard passed < stop else { throw CancellationError() }
                    passed += 1
                    if case .food(let food) = event { before.append(food.id) }
                }
                let after = try Gathered(reader, after: stop)
                #expect(before + after.foods.map(\.id) == whole.foods.map(\.id), "stopped at \(stop)")
            }
        }
    }

    @Test func whatIsNoTableIsSaidSo() throws {
        try withFiles(["FOOD_DES.txt": "", "food.csv": "fdc_id,name\n", "nutrient.csv": "id,nutrient_nbr\n"]) {
            folder in
            #expect(throws: FoodFileError.missingFile("NUT_DATA.txt")) { try Gathered(StandardReference(folder)) }
            #expect(throws: FoodFileError.missingColumn(file: "food.csv", column: "description")) {
                try Gathered(FoodDataCentral(folder))
            }
            #expect(throws: FoodFileError.missingFile("NUTRIENT NAME.csv")) {
                try Gathered(CanadianNutrientFile(folder))
            }
        }
    }

    @Test(
        "food file: a record is read however it is split into chunks",
        arguments: [
            ("a,b\r\n", [["a", "b"]]), ("a,b", [["a", "b"]]), ("\"a,\n\"\"b\"\"\",c\n", [["a,\n\"b\"", "c"]]),
            (",\n,", [["", ""], ["", ""]]), ("", []), ("\n", [[""]]), ("é,\u{1F34E}\n", [["é", "🍎"]]),
            (String(repeating: "x", count: 200_000) + ",y\n", [[String(repeating: "x", count: 200_000), "y"]]),
        ])
    func records(text: String, expected: [[String]]) throws {
        try withFiles(["file.csv": text]) { folder in
            var reader = try RecordReader(folder.appending(path: "file.csv"), .csv)
            var records: [[String]] = []
            while let record = try reader.next() { records.append(record) }
            #expect(records == expected)
        }
    }

    @Test func aQuoteThatIsNeverClosedDoesNotSwallowTheFile() throws {
        try withFiles(["file.csv": "\"" + String(repeating: "a,b\n", count: 600_000)]) { folder in
            var reader = try RecordReader(folder.appending(path: "file.csv"), .csv)
            #expect(throws: RowProblem.tooLong) { try reader.next() }
        }
    }
}
