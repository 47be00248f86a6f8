import Foundation

/// Splits a file into records of fields while reading it, so that memory use does not grow with the file.
///
/// Records are as in RFC 4180: fields are separated; quoted fields may contain separators, line ends and doubled
/// quotes. A line ends with LF or CRLF.
struct RecordReader {
    /// The format of a file.
    struct Form {
        let separator: UInt8
        /// nil if quotes are ordinary characters.
        let quote: UInt8?
        let isLatin1: Bool

        /// CSV as FoodData Central publishes it.
        static let csv = Form(separator: UInt8(ascii: ","), quote: UInt8(ascii: "\""), isLatin1: false)
        /// CSV of the Canadian Nutrient File.
        static let latinCSV = Form(separator: UInt8(ascii: ","), quote: UInt8(ascii: "\""), isLatin1: true)
        /// Standard Reference: `^` between fields, `~` around text.
        static let standardReference = Form(separator: UInt8(ascii: "^"), quote: UInt8(ascii: "~"), isLatin1: true)
        /// Open Food Facts' "CSV" has tabs and no quotes.
        static let tabs = Form(separator: UInt8(ascii: "\t"), quote: nil, isLatin1: false)
        /// One field per line.
        static let lines = Form(separator: UInt8(ascii: "\n"), quote: nil, isLatin1: false)
    }

    /// Number of bytes per read.
    private static let chunk = 1 << 16
    /// Maximum length of a record, in bytes: an unclosed quote must not consume the file.
    private static let maxRecordLength = 1 << 20

    private let file: FileHandle
    private let form: Form
    private var buffer: [UInt8] = []
    private var position = 0
    /// Number of the last record read; the first is 1.
    private(set) var number = 0

    init(_ url: URL, _ form: Form) throws {
        file = try FileHandle(forReadingFrom: url)
        self.form = form
    }

    /// The next record; nil at the end of the file.
    ///
    /// - Throws: An error of Foundation if the file cannot be read; `RowProblem` for a malformed record: reading can
    ///   continue after it.
    mutating func next() throws -> [String]? {
        guard try peek() != nil else { return nil }
        number += 1
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var isQuoted = false
        var length = 0
        while let byte = try peek() {
            position += 1
            length += 1
            if length > Self.maxRecordLength { throw RowProblem.tooLong }
            if byte == form.quote {
                if isQuoted, try peek() == form.quote {
                    field.append(byte)
                    position += 1
                } else {
                    isQuoted.toggle()
                }
            } else if byte == UInt8(ascii: "\n"), !isQuoted {
                break
            } else if byte == form.separator, !isQuoted {
                fields.append(field)
                field = []
            } else {
                field.append(byte)
            }
        }
        if field.last == UInt8(ascii: "\r") { field.removeLast() }
        fields.append(field)
        return try fields.map(text)
    }

    private mutating func peek() throws -> UInt8? {
        if position == buffer.count {
            buffer = [UInt8](try file.read(upToCount: Self.chunk) ?? Data())
            position = 0
        }
        return buffer.isEmpty ? nil : buffer[position]
    }

    private func text(_ field: [UInt8]) throws -> String {
        if form.isLatin1 {
            var text = String.UnicodeScalarView()
            for byte in field { text.append(Unicode.Scalar(byte)) }
            return String(text)
        }
        guard let text = String(validating: field, as: UTF8.self) else { throw RowProblem.notText }
        return text
    }
}

/// A file of records whose first record names the columns: columns are found by name, never by position.
struct NamedRecords {
    /// One record.
    struct Row {
        let number: Int
        fileprivate let fields: [String]
        fileprivate let columns: [String: Int]

        /// The field of a column, trimmed of white space; "" if the file lacks the column.
        subscript(_ column: String) -> String {
            guard let place = columns[column], fields.indices.contains(place) else { return "" }
            return fields[place].trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private var reader: RecordReader
    private let columns: [String: Int]

    /// - Throws: An error of Foundation, or `FoodFileError` if a required column is missing.
    init(_ url: URL, _ form: RecordReader.Form, columns required: [String]) throws {
        reader = try RecordReader(url, form)
        let names = try reader.next() ?? []
        let plain = names.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\u{FEFF} \"")) }
        columns = Dictionary(plain.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for column in required where columns[column] == nil {
            throw FoodFileError.missingColumn(file: url.lastPathComponent, column: column)
        }
    }

    /// Calls a function for each record in order; a thrown `RowProblem` is passed to `rejected`, and reading continues.
    mutating func forEach(_ body: (Row) throws -> Void, rejected: (Int, RowProblem) throws -> Void) throws {
        while true {
            do {
                guard let fields = try reader.next() else { return }
                // Some official files contain empty lines; a record with too few fields is an error.
                guard fields != [""] else { continue }
                guard fields.count >= columns.count else { throw RowProblem.tooFewFields }
                try body(Row(number: reader.number, fields: fields, columns: columns))
            } catch let problem as RowProblem {
                try rejected(reader.number, problem)
            }
        }
    }
}
