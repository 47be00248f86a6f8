/// Lines of fields separated by tabs; the first line has the names of the columns; lines that begin with `#` are
/// comments.
///
/// Fields stay bytes until their text is needed, since the catalog is read at every start.
struct FoodTable {
    typealias Field = Slice<UnsafeBufferPointer<UInt8>>

    /// One line.
    struct Row {
        let number: Int
        let fields: [Field]

        func text(_ column: Int) throws(FoodTableError) -> String {
            guard let text = String(validating: fields[column], as: UTF8.self) else { throw error(.notUTF8) }
            return text
        }

        /// Nil for an empty field.
        func number(_ column: Int) throws(FoodTableError) -> Double? {
            let field = fields[column]
            guard !field.isEmpty else { return nil }
            guard let value = DecimalNumber.read(field) else { throw error(.badNumber) }
            return value
        }

        func error(_ code: FoodTableError.Code) -> FoodTableError { FoodTableError(code: code, line: number) }
    }

    private(set) var columns: [String] = []
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Offset of the line after the column names, and that line's number minus one.
    private var start = 0
    private var number = 0

    /// Keeps pointers into `bytes`, which must outlive the table.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FoodTableError) {
        self.bytes = bytes
        guard let head = nextRow() else { throw FoodTableError(code: .missingColumn, line: 1) }
        for column in head.fields.indices { columns.append(try head.text(column)) }
    }

    /// Calls a function for each row, in order.
    func forEachRow(_ body: (Row) throws(FoodTableError) -> Void) throws(FoodTableError) {
        var table = self
        while let row = table.nextRow() {
            guard row.fields.count == columns.count else { throw row.error(.wrongColumnCount) }
            try body(row)
        }
    }

    /// The next line that is neither empty nor a comment.
    private mutating func nextRow() -> Row? {
        while start < bytes.endIndex {
            number += 1
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            let line = bytes[start..<end]
            start = end + 1
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            return Row(
                number: number, fields: line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false))
        }
        return nil
    }

    /// The index of a column.
    func column(_ name: String) throws(FoodTableError) -> Int {
        guard let column = columns.firstIndex(of: name) else { throw FoodTableError(code: .missingColumn, line: 1) }
        return column
    }
}

/// Reads plain decimal numbers: digits, at most one point, no sign and no exponent.
enum DecimalNumber {
    /// Maximum number of digits: up to 15, the digits as an integer and the power of ten are exact in a `Double`, so
    /// their quotient is the nearest value to the written number.
    private static let maxDigits = 15

    private static let powersOfTen: [Double] = (0...maxDigits).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Parses a number; nil for any other text.
    static func read(_ bytes: some Sequence<UInt8>) -> Double? {
        var digits = 0
        var mantissa = 0
        var behindPoint: Int?
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard behindPoint == nil else { return nil }
                behindPoint = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < maxDigits else { return nil }
            mantissa = mantissa * 10 + Int(byte - UInt8(ascii: "0"))
            digits += 1
            if let count = behindPoint { behindPoint = count + 1 }
        }
        return digits == 0 ? nil : Double(mantissa) / powersOfTen[behindPoint ?? 0]
    }
}
