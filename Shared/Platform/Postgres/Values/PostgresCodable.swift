/// A value that can be bound to a statement, in PostgreSQL's binary format.
package protocol PostgresEncodable: Sendable {
    /// The declared type of the parameter.
    static var postgresType: PostgresType { get }

    /// Whether the value stands for NULL; `encode` is not called then.
    var isPostgresNull: Bool { get }

    /// Appends the binary form, most significant byte first.
    func encode(into bytes: inout [UInt8])
}

/// A value that can be read from a column.
package protocol PostgresDecodable: Sendable {
    /// Reads the binary form.
    ///
    /// - Throws: `.decoding` if the bytes of this type are not such a value.
    init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError)

    /// The value for NULL.
    ///
    /// - Throws: `.decoding` if the type has no such value.
    static func postgresNull() throws(PostgresError) -> Self
}

extension PostgresEncodable {
    package var isPostgresNull: Bool { false }
}

extension PostgresDecodable {
    package static func postgresNull() throws(PostgresError) -> Self {
        throw PostgresError(.decoding, "a NULL cannot be read as \(Self.self)")
    }
}

extension PostgresError {
    static func undecodable(_ type: PostgresType, as target: Any.Type) -> PostgresError {
        PostgresError(.decoding, "a value of type \(type.oid) cannot be read as \(target)")
    }
}

/// Identifiers and enumerations can be bound by declaring the conformance alone.
extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
    package static var postgresType: PostgresType { RawValue.postgresType }

    package var isPostgresNull: Bool { rawValue.isPostgresNull }

    package func encode(into bytes: inout [UInt8]) {
        rawValue.encode(into: &bytes)
    }
}

/// Identifiers and enumerations can be read by declaring the conformance alone; an unknown raw value does not decode.
extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        guard let value = Self(rawValue: try RawValue(postgres: bytes, type: type)) else {
            throw .undecodable(type, as: Self.self)
        }
        self = value
    }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    package static var postgresType: PostgresType { Wrapped.postgresType }

    package var isPostgresNull: Bool { self?.isPostgresNull ?? true }

    package func encode(into bytes: inout [UInt8]) {
        self?.encode(into: &bytes)
    }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        self = .some(try Wrapped(postgres: bytes, type: type))
    }

    package static func postgresNull() throws(PostgresError) -> Self { nil }
}
