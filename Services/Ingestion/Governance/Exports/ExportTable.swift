import FoodReports
import IncomingText
import IngestionCore

/// JSON rows as a table: a column for each value of any row, named by its path.
///
/// The rows are read twice, first for their columns, then for writing, so that they need not be kept in memory.
struct ExportTable {
    /// Maximum number of columns, so that input data cannot create an unlimited table.
    private static let maxColumns = 400

    private(set) var columns: [String] = []
    private var known: Set<String> = []

    /// Adds the columns of a row.
    mutating func learn(_ row: JSONValue) {
        for (name, _) in Self.cells(of: row) where columns.count < Self.maxColumns && known.insert(name).inserted {
            columns.append(name)
        }
    }

    /// The header line of the table.
    var header: String { CSVTable.line(columns.map { .text($0) }) }

    /// The table line of a row.
    func line(_ row: JSONValue) -> String {
        let cells = Dictionary(Self.cells(of: row), uniquingKeysWith: { first, _ in first })
        return CSVTable.line(columns.map { cells[$0] ?? .none })
    }

    /// The scalar values of a row, by their path.
    private static func cells(of value: JSONValue, at path: String = "") -> [(String, CSVTable.Cell)] {
        switch value {
        case .null: return []
        case .bool(let value): return [(path, .yes(value))]
        // CSV readers end a cell at a NUL character.
        case .string(let text): return [(path, .text(IncomingText(cleaning: text).value))]
        case .number(let text):
            if let whole = Int(text) { return [(path, .whole(whole))] }
            return [(path, Double(text).map { .number($0) } ?? .text(text))]
        case .array(let values):
            let words = values.map(word).filter { !$0.isEmpty }
            return words.isEmpty ? [] : [(path, .text(words.joined(separator: "; ")))]
        case .object(let members):
            return members.flatMap { cells(of: $0.value, at: path.isEmpty ? $0.name : "\(path).\($0.name)") }
        }
    }

    /// A list element as text.
    private static func word(_ value: JSONValue) -> String {
        switch value {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .string(let text): return text
        case .array: return value.canonicalText
        case .object:
            for name in ["name", "food", "label", "text", "allergen", "otherIngredient"] {
                guard let named = value[name] else { continue }
                let word = word(named)
                if !word.isEmpty { return word }
            }
            return value.canonicalText
        }
    }
}
