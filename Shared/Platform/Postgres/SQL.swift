/// A statement with its bound values.
///
/// `"SELECT a FROM t WHERE id = \(id)"` becomes `… id = $1` with `id` sent separately from the text, so that no value
/// can change the statement.
package struct SQL: Sendable {
    /// One bound value: its type, and the place of its bytes in `bytes`.
    struct Parameter: Sendable {
        let type: PostgresType
        let offset: Int
        /// The number of bytes; nil stands for NULL.
        let length: Int?
        /// The value's position in the text, in bytes of UTF-8.
        let position: Int
    }

    package private(set) var text: String
    private(set) var parameters: [Parameter] = []
    private(set) var bytes: [UInt8] = []

    /// A statement from trusted text, without values.
    ///
    /// - Parameter text: The statement; never put a value into it.
    package init(trusted text: String) {
        self.text = text
    }

    /// The limits of the protocol: a 16-bit number of values, and PostgreSQL refuses messages of 1 GiB and more.
    var isWithinLimits: Bool { parameters.count <= 65_535 && bytes.count < 1 << 30 }

    private mutating func bind(_ value: some PostgresEncodable) {
        let offset = bytes.count
        var length: Int?
        if !value.isPostgresNull {
            value.encode(into: &bytes)
            length = bytes.count - offset
        }
        add(Parameter(type: type(of: value).postgresType, offset: offset, length: length, position: text.utf8.count))
    }

    private mutating func add(_ parameter: Parameter) {
        parameters.append(parameter)
        text += "$\(parameters.count)"
    }

    /// Adds a whole statement: its text, and its values with renumbered parameters.
    private mutating func splice(_ part: SQL) {
        let shift = bytes.count
        bytes += part.bytes
        var rest = part.text.utf8[...]
        for (index, parameter) in part.parameters.enumerated() {
            let position = part.text.utf8.index(part.text.utf8.startIndex, offsetBy: parameter.position)
            text += String(Substring(rest[..<position]))
            rest = part.text.utf8[position...].dropFirst("$\(index + 1)".utf8.count)
            add(
                Parameter(
                    type: parameter.type, offset: parameter.offset + shift, length: parameter.length,
                    position: text.utf8.count))
        }
        text += String(Substring(rest))
    }

    /// An identifier in double quotes, with any characters.
    package static func quoted(identifier: String) -> String {
        "\"" + identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension SQL: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(trusted: text)
    }

    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.sql
    }

    /// Collects text and values.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(trusted: "")

        package init(literalCapacity: Int, interpolationCount: Int) {
            sql.text.reserveCapacity(literalCapacity + interpolationCount * 3)
        }

        package mutating func appendLiteral(_ literal: String) {
            sql.text += literal
        }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some PostgresEncodable) {
            sql.bind(value)
        }

        /// Binds a value or NULL; the overload above does not accept optionals.
        package mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            sql.bind(value)
        }

        /// Splices another statement with its values, such as a part of a `WITH`.
        package mutating func appendInterpolation(part: SQL) {
            sql.splice(part)
        }

        /// Splices trusted text, such as a list of columns kept as a constant; never a value.
        package mutating func appendInterpolation(raw text: String) {
            sql.text += text
        }

        /// Splices a name in double quotes.
        package mutating func appendInterpolation(identifier: String) {
            sql.text += SQL.quoted(identifier: identifier)
        }
    }
}
