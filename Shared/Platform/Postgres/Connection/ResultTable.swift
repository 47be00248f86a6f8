import CLibpq

/// The answer to one statement, copied from libpq.
final class ResultTable: Sendable {
    struct Column: Sendable {
        let name: String
        let type: PostgresType
    }

    let columns: [Column]
    let rowCount: Int
    /// Rows affected by an INSERT, UPDATE, DELETE or SELECT; 0 for other statements.
    let affectedRows: Int
    /// The server's name of the executed command, such as `COMMIT`.
    let commandTag: String
    private let bytes: [UInt8]
    /// The end of each cell's value in `bytes`, row by row; a negative number stands for NULL, ending at its bitwise
    /// complement.
    private let ends: [Int]

    /// Copies a result, which the caller still owns and clears.
    init(copying result: OpaquePointer) {
        let columnCount = Int(PQnfields(result))
        rowCount = Int(PQntuples(result))
        columns = (0..<Int32(columnCount)).map { column in
            Column(
                name: PQfname(result, column).map { String(cString: $0) } ?? "",
                type: PostgresType(oid: PQftype(result, column)))
        }
        affectedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
        commandTag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
        var ends: [Int] = []
        ends.reserveCapacity(rowCount * columnCount)
        var bytes: [UInt8] = []
        for row in 0..<Int32(rowCount) {
            for column in 0..<Int32(columnCount) {
                if PQgetisnull(result, row, column) == 1 {
                    ends.append(~bytes.count)
                } else {
                    let length = Int(PQgetlength(result, row, column))
                    bytes.append(
                        contentsOf: UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: length))
                    ends.append(bytes.count)
                }
            }
        }
        self.bytes = bytes
        self.ends = ends
    }

    var rows: [PostgresRow] { (0..<rowCount).map { PostgresRow(table: self, index: $0) } }

    /// The bytes of a cell; nil for NULL.
    func value(row: Int, column: Int) -> ArraySlice<UInt8>? {
        let cell = row * columns.count + column
        let end = ends[cell]
        guard end >= 0 else { return nil }
        guard cell > 0 else { return bytes[..<end] }
        let previous = ends[cell - 1]
        return bytes[(previous >= 0 ? previous : ~previous)..<end]
    }
}
