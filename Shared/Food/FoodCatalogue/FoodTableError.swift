/// Why a table of foods cannot be read.
package struct FoodTableError: Error, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case notUTF8, missingColumn, wrongColumnCount, badID, unknownGroup, badNumber, badPortion, twice, unknownFood
    }

    package let code: Code
    /// Line number, from 1.
    package let line: Int

    package init(code: Code, line: Int) {
        self.code = code
        self.line = line
    }

    package var description: String { "table of foods, line \(line): \(code.rawValue)" }
}
