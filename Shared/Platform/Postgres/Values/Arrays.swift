import Foundation

/// An element type of arrays in statements.
///
/// An enumeration with a raw value conforms by declaring the conformance beside `PostgresEncodable` and
/// `PostgresDecodable`.
package protocol PostgresArrayElement: Sendable {
    static var postgresArrayType: PostgresType { get }
    /// Appends the binary form of a whole array.
    static func encode(array: [Self], into bytes: inout [UInt8])
    /// Reads the binary form of a whole array.
    ///
    /// - Throws: `.decoding` if the bytes are not a one-dimensional array of such elements.
    static func decode(array bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) -> [Self]
}

/// The layout of `array_send`: dimensions, null flag, element type, then (length, lower bound), then each (length,
/// bytes).
extension PostgresArrayElement where Self: PostgresEncodable {
    package static func encode(array: [Self], into bytes: inout [UInt8]) {
        Int32(array.isEmpty ? 0 : 1).appendBigEndian(to: &bytes)
        Int32(array.contains { $0.isPostgresNull } ? 1 : 0).appendBigEndian(to: &bytes)
        postgresType.oid.appendBigEndian(to: &bytes)
        guard !array.isEmpty else { return }
        Int32(array.count).appendBigEndian(to: &bytes)
        Int32(1).appendBigEndian(to: &bytes)
        for element in array {
            guard !element.isPostgresNull else {
                Int32(-1).appendBigEndian(to: &bytes)
                continue
            }
            let start = bytes.count
            Int32(0).appendBigEndian(to: &bytes)
            element.encode(into: &bytes)
            let length = Int32(bytes.count - start - 4)
            withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
        }
    }
}

extension PostgresArrayElement where Self: PostgresDecodable {
    package static func decode(array bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) -> [Self] {
        let malformed = PostgresError.undecodable(type, as: [Self].self)
        var reader = ByteReader(bytes)
        guard let dimensions = reader.int32(), reader.int32() != nil, let element = reader.int32() else {
            throw malformed
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = reader.int32(), count >= 0, reader.int32() != nil else { throw malformed }
        let elementType = PostgresType(oid: UInt32(bitPattern: element))
        var array: [Self] = []
        for _ in 0..<count {
            guard let length = reader.int32() else { throw malformed }
            if length == -1 {
                array.append(try postgresNull())
            } else {
                guard let value = reader.take(Int(length)) else { throw malformed }
                array.append(try Self(postgres: value, type: elementType))
            }
        }
        return array
    }
}

extension PostgresArrayElement where Self: RawRepresentable, RawValue: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { RawValue.postgresArrayType }
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
    package static var postgresType: PostgresType { Element.postgresArrayType }

    package func encode(into bytes: inout [UInt8]) {
        Element.encode(array: self, into: &bytes)
    }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        self = try Element.decode(array: bytes, type: type)
    }
}

/// PostgreSQL stores an array of bytes not as an array but as one `bytea`.
extension UInt8: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .bytea }

    package static func encode(array: [UInt8], into bytes: inout [UInt8]) {
        bytes.append(contentsOf: array)
    }

    package static func decode(array bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) -> [UInt8] {
        guard type == .bytea else { throw .undecodable(type, as: [UInt8].self) }
        return Array(bytes)
    }
}

extension Array: PostgresArrayElement where Element == UInt8 {
    package static var postgresArrayType: PostgresType { .byteaArray }
}

extension Optional: PostgresArrayElement where Wrapped: PostgresArrayElement & PostgresEncodable & PostgresDecodable {
    package static var postgresArrayType: PostgresType { Wrapped.postgresArrayType }
}

extension Bool: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .boolArray }
}

extension Int16: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .int2Array }
}

extension Int32: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .int4Array }
}

extension Int64: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .int8Array }
}

extension Int: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .int8Array }
}

extension Double: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .float8Array }
}

extension String: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .textArray }
}

extension UUID: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .uuidArray }
}

extension Date: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .timestamptzArray }
}

extension PostgresJSON: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .jsonbArray }
}
