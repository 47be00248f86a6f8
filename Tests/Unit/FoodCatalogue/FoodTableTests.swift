import FoodCatalogue
import Quantities
import Testing

@Suite struct FoodTableTests {
    private static let head = "food\tgroup\tdescription\tdensity\tportions\tenergy\tiron\n"
    private static let names = "food\ten\tfr\tes\tzh\n"

    private func read(_ table: String, names: String = names) throws(FoodTableError) -> FoodCatalogue {
        let table = Array(table.utf8)
        let names = Array(names.utf8)
        return try table.withUnsafeBufferPointer { (table) throws(FoodTableError) in
            try names.withUnsafeBufferPointer { (names) throws(FoodTableError) in
                try FoodCatalogue(table: table, names: names)
            }
        }
    }

    @Test func aRowIsRead() throws {
        let catalogue = try read(
            "# comment\n" + Self.head + "own-1\tfruit\tPlum, wild\t0.7\t1 cup=165|1 plum (5 = a cup)=33.5\t46\t\n",
            names: Self.names + "own-1\twild plum|sloe\tprunelle\t\t李子\n")
        let food = try #require(catalogue.foods.first)
        #expect(food.id == FoodID("own-1"))
        #expect(food.group == .fruit)
        #expect(food.density == 0.7)
        #expect(food.portions.map(\.measure) == ["1 cup", "1 plum (5 = a cup)"])
        #expect(food.portions.map(\.mass) == [Grams(165), Grams(33.5)])
        #expect(food.amounts[.energy] == .known(NutrientValue(46)))
        #expect(food.amounts[.iron] == .unknown)
        #expect(food.amounts.knownCount == 1)
        #expect(food.names == [.english: ["wild plum", "sloe"], .french: ["prunelle"], .chinese: ["李子"]])
    }

    @Test(
        "food table: is loaded completely or not at all",
        arguments: [
            ("own-1\tfruit\tPlum\t\t\t46\n", FoodTableError.Code.wrongColumnCount),
            ("own-1\tfruit\tPlum\t\t\t4x\t\n", .badNumber), ("own-1\tfruit\tPlum\t\t\t-4\t\n", .badNumber),
            ("own-1\tfruit\tPlum\t\t\t4.5.6\t\n", .badNumber), ("own-1\tfruit\tPlum\t\t\t1e3\t\n", .badNumber),
            ("own-1\tfruit\tPlum\t\t\t.\t\n", .badNumber), ("own-1\tfruit\tPlum\t\t\t1234567890123456\t\n", .badNumber),
            ("own-1\tthings\tPlum\t\t\t46\t\n", .unknownGroup), ("own\tfruit\tPlum\t\t\t46\t\n", .badID),
            ("own-1\tfruit\tPlum\t\t1 cup\t46\t\n", .badPortion),
            ("own-1\tfruit\tPlum\t\t1 cup=0\t46\t\n", .badPortion),
            ("own-1\tfruit\tPlum\t\t\t46\t\nown-1\tfruit\tPlum\t\t\t46\t\n", .twice),
        ])
    func damagedRowsAreRefused(rows: String, code: FoodTableError.Code) {
        #expect { try read(Self.head + rows) } throws: { ($0 as? FoodTableError)?.code == code }
    }

    @Test func namesOfNoFoodAreRefused() {
        #expect(throws: FoodTableError(code: .unknownFood, line: 2)) {
            try read(Self.head, names: Self.names + "own-1\tplum\t\t\t\n")
        }
        #expect(throws: FoodTableError(code: .missingColumn, line: 1)) { try read(Self.head, names: "food\ten\n") }
    }

    @Test(
        "food ids: have a source and a number",
        arguments: [
            ("sr28-09003", true), ("own-A_b.c-1", true), ("sr28", false), ("-1", false), ("own-", false),
            ("Own-1", false),
            ("own-1 ", false), ("own-é", false), ("own-" + String(repeating: "1", count: 61), false),
        ])
    func idsHaveAForm(text: String, isID: Bool) {
        #expect((FoodID(text) != nil) == isID)
    }
}
