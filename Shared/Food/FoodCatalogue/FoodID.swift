/// The permanent id of a food: a source and the number that the source gave it, for example `sr28-09003`.
package struct FoodID: Sendable, Hashable {
    /// Maximum length of an id, in bytes.
    package static let maxLength = 64

    /// The written form: lower-case letters and digits, then `-`, then letters, digits, `-`, `_` and `.`.
    package let value: String

    /// Nil unless the text has the form of an id.
    package init?(_ value: String) {
        let bytes = value.utf8
        guard bytes.count <= Self.maxLength, let dash = bytes.firstIndex(of: UInt8(ascii: "-")),
            dash != bytes.startIndex,
            bytes.index(after: dash) != bytes.endIndex, bytes[..<dash].allSatisfy(Self.isInSource),
            bytes[bytes.index(after: dash)...].allSatisfy(Self.isInNumber)
        else { return nil }
        self.value = value
    }

    /// The table that the food comes from, for example `sr28`.
    package var source: Substring { value.prefix { $0 != "-" } }

    private static func isInSource(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        isInSource(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
    }
}

extension FoodID: Codable, CustomStringConvertible {
    package var description: String { value }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = FoodID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the id of a food")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
