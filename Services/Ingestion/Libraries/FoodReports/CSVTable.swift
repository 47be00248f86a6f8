import Foundation

/// A table as comma-separated values (RFC 4180): a header, then the rows, each with a line end.
///
/// Text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, "CSV Injection").
package struct CSVTable: Sendable {
    /// The content of a cell.
    package enum Cell: Sendable, Hashable {
        case text(String)
        case number(Double)
        case whole(Int)
        case yes(Bool)
        /// An unknown value; the cell is empty.
        case none

        /// A text that may be nil.
        static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .none }
        /// A number that may be nil.
        static func number(_ number: Double?) -> Cell { number.map { .number($0) } ?? .none }
        /// A whole number that may be nil.
        static func whole(_ number: Int?) -> Cell { number.map { .whole($0) } ?? .none }
    }

    private var lines: [String]
    private let columns: Int

    /// A table with columns and no rows.
    ///
    /// - Parameter columns: Their names.
    package init(columns: [String]) {
        self.columns = columns.count
        lines = [Self.line(columns.map { .text($0) })]
    }

    /// Adds a row, filled up with empty cells; it must not have more cells than columns.
    ///
    /// - Parameter cells: The cells in the order of the columns.
    package mutating func add(_ cells: [Cell]) {
        let row = cells.prefix(columns)
        lines.append(Self.line(row + Array(repeating: .none, count: columns - row.count)))
    }

    /// The table in UTF-8, without a byte order mark.
    package var data: Data { Data(lines.joined().utf8) }

    /// One line of a table, with its line end.
    package static func line(_ cells: some Sequence<Cell>) -> String {
        cells.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ cell: Cell) -> String {
        switch cell {
        case .text(let text): quoted(defused(text))
        case .number(let number): PlainNumber.text(number)
        case .whole(let number): String(number)
        case .yes(let value): value ? "true" : "false"
        case .none: ""
        }
    }

    /// Characters that begin a formula, also after leading spaces are removed.
    private static let dangerous: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠",
    ]

    private static func defused(_ text: String) -> String {
        let first = text.unicodeScalars.first { $0 != " " && $0 != "\u{00A0}" && $0 != "\u{FEFF}" }
        guard let first, dangerous.contains(first) else { return text }
        return "'" + text
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.unicodeScalars.contains { ["\"", ",", "\r", "\n", "\t", ";"].contains($0) }
        guard needsQuotes || text.hasPrefix(" ") || text.hasSuffix(" ") else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
