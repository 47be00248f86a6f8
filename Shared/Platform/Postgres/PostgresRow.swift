/// One row of a result; it keeps the whole result alive.
package struct PostgresRow: Sendable {
    private let table: ResultTable
    private let index: Int

    init(table: ResultTable, index: Int) {
        self.table = table
        self.index = index
    }

    /// The names of the columns, in order.
    package var columns: [String] { table.columns.map(\.name) }

    /// Reads all columns by position; read a nullable column as an Optional.
    ///
    /// - Throws: `.decoding` if the number of columns differs or a column does not contain such a value.
    package func decode<each Value: PostgresDecodable>(
        _ types: repeat (each Value).Type
    ) throws(PostgresError) -> (repeat each Value) {
        var expected = 0
        for _ in repeat (each Value).self { expected += 1 }
        guard expected == table.columns.count else {
            throw PostgresError(.decoding, "a row of \(table.columns.count) columns was read as \(expected)")
        }
        var column = 0
        return (repeat try next(&column, as: (each Value).self))
    }

    /// Reads one column by name.
    ///
    /// - Throws: `.decoding` if there is no such column or it does not contain such a value.
    package func decode<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let position = table.columns.firstIndex(where: { $0.name == column }) else {
            throw PostgresError(.decoding, "the row has no column \(column)")
        }
        return try value(at: position, as: type)
    }

    private func next<Value: PostgresDecodable>(
        _ column: inout Int, as type: Value.Type
    ) throws(PostgresError) -> Value {
        defer { column += 1 }
        return try value(at: column, as: type)
    }

    private func value<Value: PostgresDecodable>(
        at position: Int, as type: Value.Type
    ) throws(PostgresError) -> Value {
        do throws(PostgresError) {
            guard let bytes = table.value(row: index, column: position) else { return try Value.postgresNull() }
            return try Value(postgres: bytes, type: table.columns[position].type)
        } catch {
            throw PostgresError(.decoding, "column \(table.columns[position].name): \(error.summary)")
        }
    }
}
