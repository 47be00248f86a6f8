/// A column contains a value that this version of the software does not know.
package struct UnknownStoredValue: Error, CustomStringConvertible {
    /// Names of the table and column.
    package let column: String

    package init(column: String) {
        self.column = column
    }

    package var description: String { "\(column) holds an unknown value" }
}
