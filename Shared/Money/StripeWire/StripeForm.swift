/// Fields of a request to Stripe: `application/x-www-form-urlencoded`, nested by brackets, in the order they were set.
package struct StripeForm: Sendable, Equatable {
    /// The content type of the body.
    package static let contentType = "application/x-www-form-urlencoded"

    package private(set) var fields: [Field] = []

    /// One field.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package init() {}

    /// Sets a field; nil sets nothing.
    ///
    /// - Parameters:
    ///   - path: Names from the outside in: `["metadata", "charge"]` is `metadata[charge]`.
    ///   - value: Its value.
    package mutating func set(_ path: String..., to value: (some CustomStringConvertible)?) {
        guard let value, let first = path.first else { return }
        fields.append(
            Field(name: first + path.dropFirst().map { "[\($0)]" }.joined(), value: value.description))
    }

    /// The first value of a field by its full name, such as `metadata[charge]`.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The encoded request body.
    package var encoded: String {
        fields.map { "\(Self.percentEncoded($0.name))=\(Self.percentEncoded($0.value))" }.joined(separator: "&")
    }

    /// Parses a body; nil if it is malformed.
    package init?(encoded: String) {
        guard !encoded.isEmpty else { return }
        for pair in encoded.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first.flatMap({ Self.decoded($0) }), !name.isEmpty,
                let value = Self.decoded(parts.count > 1 ? parts[1] : "")
            else { return nil }
            fields.append(Field(name: name, value: value))
        }
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986.
    package static func percentEncoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = [], rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let high = hexadecimal(rest.removeFirst()),
                    let low = hexadecimal(rest.removeFirst())
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
