/// The rows of a file of comma-separated values (RFC 4180); quoted fields may contain commas, quotes and line ends.
package enum CSVRows {
    /// One row with the number of its first line, from 1.
    package struct Row: Sendable, Equatable {
        package let line: Int
        package var fields: [String]
    }

    /// The rows of a file.
    ///
    /// Skips empty lines and a byte order mark. An unclosed quote ends with the file.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - separator: The field separator; detected in the first line if nil.
    /// - Returns: The rows in order.
    package static func rows(_ text: String, separator: Character? = nil) -> [Row] {
        let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let separator = separator ?? likelySeparator(body)
        var rows: [Row] = [], fields: [String] = [], field = "", line = 1, start = 1
        var isQuoted = false, wasQuote = false
        func close() {
            fields.append(field)
            field = ""
        }
        func end() {
            close()
            if fields.contains(where: { !$0.isEmpty }) { rows.append(Row(line: start, fields: fields)) }
            fields = []
        }
        for character in body {
            if isQuoted {
                if character.isNewline { line += 1 }
                if character == "\"" {
                    (isQuoted, wasQuote) = (false, true)
                } else {
                    field.append(character)
                }
                continue
            }
            if character == "\"" {
                // A doubled quote inside a quoted field is one quote.
                if wasQuote { field.append("\"") }
                isQuoted = wasQuote || field.isEmpty
                if !isQuoted { field.append(character) }
                wasQuote = false
                continue
            }
            wasQuote = false
            if character == separator {
                close()
            } else if character.isNewline {
                end()
                line += 1
                start = line
            } else {
                field.append(character)
            }
        }
        end()
        return rows
    }

    private static func likelySeparator(_ text: Substring) -> Character {
        let first = text.prefix { !$0.isNewline }
        return [",", ";", "\t"].max { left, right in
            first.count { $0 == left } < first.count { $0 == right }
        } ?? ","
    }
}
