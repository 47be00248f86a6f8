import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Quantities

/// One food of an exported database, without personal data (NUT-35).
struct FoodLine: Codable, Sendable, Equatable {
    let id: String
    /// `table`, `staff` or `submission`.
    let origin: String
    let group: String?
    /// Density in grams per milliliter.
    let density: Double?
    let food: SharedFood
    /// Other names, by language.
    let otherNames: [String: [String]]

    init(_ food: CatalogueFood) {
        id = food.id.value
        origin = food.origin.rawValue
        group = food.group?.rawValue
        density = food.density
        self.food = food.eventFood
        var others: [String: [String]] = [:]
        for (language, names) in food.names where names.count > 1 {
            others[language.rawValue] = Array(names.dropFirst())
        }
        otherNames = others
    }
}

/// A format of exported foods.
enum FoodFileForm: String, Sendable, CaseIterable {
    /// One JSON object per line; can be imported.
    case jsonl
    /// CSV for spreadsheets; cannot be imported.
    case csv

    /// The format by a file name's extension; nil for other extensions.
    init?(fileName: String) {
        guard let form = FoodFileForm(rawValue: URL(filePath: fileName).pathExtension.lowercased()) else { return nil }
        self = form
    }
}

/// Reads and writes files of foods.
enum FoodFile {
    /// The bytes of a file.
    ///
    /// - Throws: an `EncodingError`.
    static func write(_ foods: [CatalogueFood], as form: FoodFileForm) throws -> [UInt8] {
        try beginning(of: form) + part(foods, as: form)
    }

    /// The header before the first food.
    static func beginning(of form: FoodFileForm) -> [UInt8] {
        form == .csv ? Array(line(head).utf8) : []
    }

    /// Encodes several foods, one after the other.
    ///
    /// - Throws: An `EncodingError`.
    static func part(_ foods: [CatalogueFood], as form: FoodFileForm) throws -> [UInt8] {
        switch form {
        case .jsonl: try foods.flatMap { try EventCoding.encode(FoodLine($0)) + [UInt8(ascii: "\n")] }
        case .csv: Array(foods.map { line(row($0)) }.joined().utf8)
        }
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// The foods of a file of JSON lines with their line numbers; nil for a line that is not a food.
    static func read(_ bytes: some Sequence<UInt8>) -> [(line: Int, food: FoodLine?)] {
        Array(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
            .filter { !$0.element.isEmpty }
            .map { ($0.offset + 1, try? EventCoding.decode(FoodLine.self, from: Array($0.element))) }
    }

    private static let head =
        ["id", "origin", "group", "brand"] + FoodLanguage.allCases.map { "name_\($0.rawValue)" } + ["portions"]
        + Nutrient.allCases.map { "\($0.rawValue)_\($0.unit.rawValue)" }

    private static func row(_ food: CatalogueFood) -> [String] {
        let entry = food.eventFood
        return [food.id.value, food.origin.rawValue, food.group?.rawValue ?? "", food.brand ?? ""]
            + FoodLanguage.allCases.map { entry.names[$0.rawValue] ?? "" }
            + [food.portions.map { "\($0.measure)=\($0.mass.value)" }.joined(separator: "|")]
            + Nutrient.allCases.map { food.amounts[$0].value.map { "\($0.value)" } ?? "" }
    }

    /// A field quoted according to RFC 4180; spreadsheet formulas are escaped.
    private static func quoted(_ field: String) -> String {
        let isFormula = field.first.map { "=+-@\t".contains($0) } ?? false
        let text = isFormula ? "'" + field : field
        guard text.contains(where: { ",\"\r\n".contains($0) || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
