/// A fault in the lexicon's files; found at start and by the linter test, never by a person's text.
package struct LexiconError: Error, Equatable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Sendable {
        case notUTF8, missingColumn, wrongColumnCount, emptyField, unknownCode, unknownSource, duplicate, emptyTerm
    }

    package let code: Code
    package let file: String
    /// Line number from 1, including the heading; 0 for an error of the whole file.
    package let line: Int
    package let detail: String

    package var description: String { "\(file):\(line): \(code.rawValue) \(detail)" }
}
