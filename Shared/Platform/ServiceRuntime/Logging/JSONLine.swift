import Foundation
import Logging
import Quantities

/// Writes one JSON object member by member, with only the features that a log line needs.
struct JSONLine {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init() {
        bytes.reserveCapacity(256)
    }

    /// Writes `"name":"value"`.
    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes `"name":"2026-01-31T12:00:00.000Z"`.
    mutating func member(_ name: String, _ time: Date) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        Timestamp.append(Int64((time.timeIntervalSince1970 * 1_000).rounded()), to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes `"name":{…}` with the members that the body writes.
    mutating func object(_ name: String, _ body: (inout JSONLine) -> Void) {
        key(name)
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes the outer braces of the line.
    mutating func root(_ body: (inout JSONLine) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes metadata; the keys of nested dictionaries are joined with dots.
    mutating func metadata(_ metadata: Logger.Metadata, prefix: String = "") {
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            let path = prefix + name
            if case .dictionary(let nested) = value {
                self.metadata(nested, prefix: path + ".")
            } else {
                key(path)
                self.value(value)
            }
        }
    }

    private mutating func value(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text):
            string(text)
        case .stringConvertible(let convertible):
            string(convertible.description)
        case .array(let values):
            nested(UInt8(ascii: "["), UInt8(ascii: "]")) { line in
                for value in values {
                    line.separate()
                    line.value(value)
                }
            }
        case .dictionary(let nested):
            self.nested(UInt8(ascii: "{"), UInt8(ascii: "}")) { line in line.metadata(nested) }
        }
    }

    private mutating func nested(_ open: UInt8, _ close: UInt8, _ body: (inout JSONLine) -> Void) {
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func key(_ name: String) {
        separate()
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7f:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.hexadecimalDigits[Int(byte >> 4)])
                bytes.append(Self.hexadecimalDigits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
