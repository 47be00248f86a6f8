/// A table with named columns: one row per line, fields separated by tabs; lines that begin with `#` are comments.
struct TabSeparatedTable {
    /// One line with its columns by name.
    struct Row {
        let file: String
        let line: Int
        fileprivate let fields: [String]
        fileprivate let columns: [String: Int]

        /// The field of a column, "" when it is empty.
        func field(_ column: String) throws(LexiconError) -> String {
            guard let index = columns[column] else { throw error(.missingColumn, column) }
            return fields[index]
        }

        /// The field of a column; throws if it is empty.
        func required(_ column: String) throws(LexiconError) -> String {
            let value = try field(column)
            guard !value.isEmpty else { throw error(.emptyField, column) }
            return value
        }

        /// The values of a column, separated by `|`.
        func list(_ column: String) throws(LexiconError) -> [String] {
            try field(column).split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }

        func error(_ code: LexiconError.Code, _ detail: String) -> LexiconError {
            LexiconError(code: code, file: file, line: line, detail: detail)
        }
    }

    let rows: [Row]

    init(file: String, bytes: [UInt8]) throws(LexiconError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw LexiconError(code: .notUTF8, file: file, line: 0, detail: "")
        }
        var columns: [String: Int] = [:]
        var rows: [Row] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if columns.isEmpty {
                columns = Dictionary(fields.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
                continue
            }
            let row = Row(file: file, line: index + 1, fields: fields, columns: columns)
            guard fields.count == columns.count else {
                throw row.error(.wrongColumnCount, "\(fields.count) for \(columns.count)")
            }
            rows.append(row)
        }
        self.rows = rows
    }
}
