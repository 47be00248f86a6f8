import Foundation

extension Bool: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .bool }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(self ? 1 : 0)
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        guard type == .bool, let byte = bytes.first, bytes.count == 1 else { throw .undecodable(type, as: Self.self) }
        self = byte != 0
    }
}

/// A PostgreSQL integer; a narrower column is read into a wider value, never the reverse.
package protocol PostgresInteger: PostgresEncodable, PostgresDecodable, FixedWidthInteger {}

extension PostgresInteger {
    package func encode(into bytes: inout [UInt8]) {
        appendBigEndian(to: &bytes)
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        let value: Self? =
            switch type {
            case .int2: Int16(bigEndian: bytes).flatMap(Self.init(exactly:))
            case .int4 where Self.bitWidth >= 32: Int32(bigEndian: bytes).flatMap(Self.init(exactly:))
            case .int8 where Self.bitWidth >= 64: Int64(bigEndian: bytes).flatMap(Self.init(exactly:))
            default: nil
            }
        guard let value else { throw .undecodable(type, as: Self.self) }
        self = value
    }
}

extension Int16: PostgresInteger {
    package static var postgresType: PostgresType { .int2 }
}

extension Int32: PostgresInteger {
    package static var postgresType: PostgresType { .int4 }
}

extension Int64: PostgresInteger {
    package static var postgresType: PostgresType { .int8 }
}

extension Int: PostgresInteger {
    package static var postgresType: PostgresType { .int8 }
}

extension Double: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .float8 }

    package func encode(into bytes: inout [UInt8]) {
        bitPattern.appendBigEndian(to: &bytes)
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        if type == .float8, let bits = UInt64(bigEndian: bytes) {
            self = Double(bitPattern: bits)
        } else if type == .float4, let bits = UInt32(bigEndian: bytes) {
            self = Double(Float(bitPattern: bits))
        } else {
            throw .undecodable(type, as: Self.self)
        }
    }
}

/// Text of any of PostgreSQL's textual types, JSON included; bind it to a JSON column with a cast (`\(text)::jsonb`).
extension String: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .text }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: utf8)
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        guard let text = type.textBytes(of: bytes) else { throw .undecodable(type, as: Self.self) }
        self = String(decoding: text, as: UTF8.self)
    }
}

extension PostgresType {
    /// The version byte before the text of a `jsonb` value in binary form (`jsonb_send`).
    static let jsonbVersion: UInt8 = 1

    /// The UTF-8 text within the binary form; nil for a type that is not textual.
    func textBytes(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if self == .jsonb {
            return bytes.first == Self.jsonbVersion ? bytes.dropFirst() : nil
        }
        return isText ? bytes : nil
    }
}

extension UUID: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .uuid }

    package func encode(into bytes: inout [UInt8]) {
        withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        guard type == .uuid, bytes.count == 16 else { throw .undecodable(type, as: Self.self) }
        var value = Self.zeros
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }

    /// Sixteen zeros that are overwritten.
    private static var zeros: uuid_t { (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
}
