import CFoodTable
import Quantities

/// The built-in foods: names, amounts, portions and densities (NUT-26).
///
/// The tables contain facts of USDA's Standard Reference 28 and FNDDS 2021-2023, both in the public domain, and recipes
/// and names by Food Magic (`deploy/food-table`).
package struct FoodCatalogue: Sendable {
    /// All foods, ordered by id.
    package let foods: [CatalogueFood]
    private let positions: [FoodID: Int]

    /// - Throws: If an id occurs twice.
    package init(_ foods: [CatalogueFood]) throws(FoodTableError) {
        var positions: [FoodID: Int] = [:]
        for (position, food) in foods.enumerated() where positions.updateValue(position, forKey: food.id) != nil {
            throw FoodTableError(code: .twice, line: position + 1)
        }
        self.foods = foods
        self.positions = positions
    }

    /// The tables that are compiled into the program, read once, in some tens of milliseconds.
    package static func builtIn() throws(FoodTableError) -> FoodCatalogue { try shared.get() }

    private static let shared = Result { () throws(FoodTableError) -> FoodCatalogue in
        var foodCount = 0
        var nameCount = 0
        return try FoodCatalogue(
            table: UnsafeBufferPointer(start: food_table_foods(&foodCount), count: foodCount),
            names: UnsafeBufferPointer(start: food_table_names(&nameCount), count: nameCount))
    }

    /// Reads a table of foods and one of common names, in the format of the built-in ones.
    ///
    /// - Throws: For any fault: a table is accepted completely or not at all.
    package init(table: UnsafeBufferPointer<UInt8>, names: UnsafeBufferPointer<UInt8>) throws(FoodTableError) {
        var foods = try Self.foods(in: try FoodTable(table))
        let positions = Dictionary(foods.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let table = try FoodTable(names)
        let key = try table.column("food")
        var columns: [(FoodLanguage, Int)] = []
        for language in FoodLanguage.allCases { columns.append((language, try table.column(language.rawValue))) }
        try table.forEachRow { (row) throws(FoodTableError) in
            guard let id = FoodID(try row.text(key)) else { throw row.error(.badID) }
            guard let position = positions[id] else { throw row.error(.unknownFood) }
            guard foods[position].names.isEmpty else { throw row.error(.twice) }
            for (language, column) in columns where !row.fields[column].isEmpty {
                foods[position].names[language] = try row.text(column).split(separator: "|").map(String.init)
            }
        }
        try self.init(foods)
    }

    /// The food with an id.
    package subscript(_ id: FoodID) -> CatalogueFood? { positions[id].map { foods[$0] } }

    /// The index in `foods` of the food with an id.
    package func place(of id: FoodID) -> Int? { positions[id] }

    private static func foods(in table: FoodTable) throws(FoodTableError) -> [CatalogueFood] {
        let id = try table.column("food")
        let group = try table.column("group")
        let description = try table.column("description")
        let density = try table.column("density")
        let portions = try table.column("portions")
        let nutrients = table.columns.enumerated().compactMap { column, name in
            Nutrient(rawValue: name).map { (nutrient: $0, column: column) }
        }
        var foods: [CatalogueFood] = []
        try table.forEachRow { (row) throws(FoodTableError) in
            guard let id = FoodID(try row.text(id)) else { throw row.error(.badID) }
            guard let group = FoodGroup(rawValue: try row.text(group)) else { throw row.error(.unknownGroup) }
            var amounts = NutrientAmounts()
            for (nutrient, column) in nutrients {
                if let value = try row.number(column) { amounts[nutrient] = .known(NutrientValue(value)) }
            }
            foods.append(
                CatalogueFood(
                    id: id, group: group, description: try row.text(description), density: try row.number(density),
                    portions: try Self.portions(in: row, column: portions), amounts: amounts))
        }
        return foods
    }

    static func portions(in row: FoodTable.Row, column: Int) throws(FoodTableError) -> [Portion] {
        var portions: [Portion] = []
        for field in row.fields[column].split(separator: UInt8(ascii: "|")) {
            guard let equals = field.lastIndex(of: UInt8(ascii: "=")), equals != field.startIndex,
                let measure = String(validating: field[..<equals], as: UTF8.self),
                let grams = DecimalNumber.read(field[(equals + 1)...]), grams > 0
            else { throw row.error(.badPortion) }
            portions.append(Portion(measure: measure, mass: Grams(grams)))
        }
        return portions
    }
}
