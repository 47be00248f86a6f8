import Foundation
import Quantities

/// The foods of an imported table, read from its file on demand: for 400,000 foods only the index and the offsets of
/// their lines are in memory.
///
/// The format is that of the built-in table (`FoodTable`) with a column for the brand and one for a name in each
/// language; lines are sorted by the bytes of their ids. A file never changes.
package final class ReleasedFoods: Sendable {
    /// The columns before the nutrients.
    package static let columns =
        ["food", "group", "description", "density", "portions", "brand"] + FoodLanguage.allCases.map(\.rawValue)

    private let file: Data
    /// Offset of each line, and the end of the last one.
    private let starts: [Int]
    private let layout: Layout
    /// Index of the names; a food's number is its position in the file.
    package let index: FoodIndex

    /// The positions of the columns.
    private struct Layout: Sendable {
        let names: [String]
        let nutrients: [(nutrient: Nutrient, column: Int)]
        let languages: [(language: FoodLanguage, column: Int)]
        let id, group, description, density, portions, brand: Int

        init(_ table: FoodTable) throws(FoodTableError) {
            names = table.columns
            nutrients = table.columns.enumerated().compactMap { column, name in
                Nutrient(rawValue: name).map { ($0, column) }
            }
            var languages: [(FoodLanguage, Int)] = []
            for language in FoodLanguage.allCases {
                languages.append((language, try table.column(language.rawValue)))
            }
            self.languages = languages
            id = try table.column("food")
            group = try table.column("group")
            description = try table.column("description")
            density = try table.column("density")
            portions = try table.column("portions")
            brand = try table.column("brand")
            guard id == 0 else { throw FoodTableError(code: .missingColumn, line: 1) }
        }
    }

    /// Reads the offsets of the foods and indexes their names: about 3 s for 400,000 foods.
    ///
    /// - Parameter file: The file's bytes; mapped ones are not copied.
    /// - Throws: For any fault: a table is accepted completely or not at all.
    package init(_ file: Data) throws(FoodTableError) {
        let read = file.withUnsafeBytes { bytes in
            Result { () throws(FoodTableError) in try Self.read(bytes.bindMemory(to: UInt8.self)) }
        }
        (layout, starts, index) = try read.get()
        self.file = file
    }

    /// Number of foods.
    package var count: Int { starts.count - 1 }

    /// The food at a position; nil if its line is invalid.
    package subscript(place: Int) -> CatalogueFood? {
        file.withUnsafeBytes { bytes in
            try? Self.food(Self.row(bytes.bindMemory(to: UInt8.self), starts, place), layout)
        }
    }

    /// The position of the food with an id.
    package func place(of id: FoodID) -> Int? {
        let wanted = Array(id.value.utf8)
        return file.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var range = 0..<count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                let found = Self.id(bytes, starts, middle)
                if found.elementsEqual(wanted) { return middle }
                range =
                    found.lexicographicallyPrecedes(wanted)
                    ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }
    }

    /// The id of the food at a position; nil if its line is invalid.
    package func id(at place: Int) -> FoodID? {
        file.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            return String(validating: Self.id(bytes, starts, place), as: UTF8.self).flatMap { FoodID($0) }
        }
    }

    // MARK: - Reading

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(FoodTableError) -> (Layout, [Int], FoodIndex) {
        let table = try FoodTable(bytes), layout = try Layout(table)
        var starts: [Int] = [], names: [FoodIndex.Name] = [], last = 0
        var before: FoodTable.Field?
        try table.forEachRow { (row) throws(FoodTableError) in
            let id = row.fields[layout.id], place = starts.count
            guard FoodID(try row.text(layout.id)) != nil else { throw row.error(.badID) }
            if let before, !before.lexicographicallyPrecedes(id) { throw row.error(.twice) }
            before = id
            starts.append(id.startIndex)
            last = row.fields[row.fields.count - 1].endIndex
            try names.append(contentsOf: Self.names(of: row, at: place, layout))
        }
        return (layout, starts + [last + 1], FoodIndex(names))
    }

    /// The searchable names of a food, with and without its brand; they never rank before common names.
    private static func names(
        of row: FoodTable.Row, at place: Int, _ layout: Layout
    ) throws(FoodTableError) -> [FoodIndex.Name] {
        let brand = try row.text(layout.brand)
        var found: [(text: String, language: FoodLanguage?)] = []
        for (language, column) in layout.languages where !row.fields[column].isEmpty {
            found.append((try row.text(column), brand.isEmpty ? language : nil))
        }
        if found.isEmpty { found = [(try row.text(layout.description), .english)] }
        return found.flatMap { name in
            (brand.isEmpty ? [name.text] : [name.text, "\(brand) \(name.text)"]).map {
                FoodIndex.Name(food: place, text: $0, language: name.language, isCommon: false)
            }
        }
    }

    private static func id(
        _ bytes: UnsafeBufferPointer<UInt8>, _ starts: [Int], _ place: Int
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        bytes[starts[place]..<starts[place + 1] - 1].prefix { $0 != UInt8(ascii: "\t") }
    }

    private static func row(
        _ bytes: UnsafeBufferPointer<UInt8>, _ starts: [Int], _ place: Int
    ) -> FoodTable.Row {
        let line = bytes[starts[place]..<starts[place + 1] - 1]
        return FoodTable.Row(
            number: place + 2, fields: line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false))
    }

    private static func food(_ row: FoodTable.Row, _ layout: Layout) throws(FoodTableError) -> CatalogueFood {
        guard row.fields.count == layout.names.count else { throw row.error(.wrongColumnCount) }
        guard let id = FoodID(try row.text(layout.id)) else { throw row.error(.badID) }
        var amounts = NutrientAmounts()
        for (nutrient, column) in layout.nutrients {
            if let value = try row.number(column) { amounts[nutrient] = .known(NutrientValue(value)) }
        }
        let brand = try row.text(layout.brand)
        var food = CatalogueFood(
            id: id, group: FoodGroup(rawValue: try row.text(layout.group)),
            description: try row.text(layout.description), density: try row.number(layout.density),
            portions: try FoodCatalogue.portions(in: row, column: layout.portions), amounts: amounts,
            brand: brand.isEmpty ? nil : brand)
        for (language, column) in layout.languages where !row.fields[column].isEmpty {
            food.names[language] = [try row.text(column)]
        }
        return food
    }
}
