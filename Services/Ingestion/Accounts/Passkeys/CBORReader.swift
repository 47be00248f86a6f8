import IngestionCore

/// A CBOR value (RFC 8949), limited to the types that authenticators use.
package indirect enum CBORValue: Sendable, Equatable {
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// Entries in the order of their keys; keys are unique.
    case map([Entry])
    case bool(Bool)
    case null

    /// One entry of a map.
    package struct Entry: Sendable, Equatable {
        package let key: CBORValue
        package let value: CBORValue

        package init(key: CBORValue, value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// A whole number, as keys and algorithms are.
    package static func integer(_ number: Int) -> CBORValue {
        number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }

    /// The value of a key; nil if this is not a map or has no such key.
    package subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// Number of entries of a map; nil for other values.
    package var entryCount: Int? { if case .map(let entries) = self { entries.count } else { nil } }
}

/// Parses CBOR in the canonical form of CTAP2 (section 8).
///
/// Shortest numbers, definite lengths, ordered and unique keys, no tags, no floating point, limited depth. Memory is
/// never allocated for an announced length.
package struct CBORReader {
    /// Why bytes are not acceptable.
    package enum Malformed: Error, Equatable {
        case endsEarly, notShortest, indefinite, unknownType, tooDeep, notUTF8, keysOutOfOrder, badKey, trailing
    }

    /// Maximum nesting of arrays and maps (CTAP2 section 8: four levels).
    package static let deepest = 4

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Parses bytes.
    ///
    /// - Throws: `Malformed`, also for trailing bytes.
    package static func read(_ bytes: [UInt8]) throws(Malformed) -> CBORValue {
        var rest = bytes[...]
        let value = try readFirst(&rest)
        guard rest.isEmpty else { throw .trailing }
        return value
    }

    /// Parses the value at the beginning of the bytes, and removes it.
    ///
    /// - Throws: `Malformed`.
    package static func readFirst(_ bytes: inout ArraySlice<UInt8>) throws(Malformed) -> CBORValue {
        var reader = CBORReader(bytes)
        let value = try reader.value(depth: 0)
        bytes = bytes[reader.position...]
        return value
    }

    private mutating func next() throws(Malformed) -> UInt8 {
        guard position < bytes.endIndex else { throw .endsEarly }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) throws(Malformed) -> [UInt8] {
        guard count <= UInt64(bytes.endIndex - position) else { throw .endsEarly }
        defer { position += Int(count) }
        return Array(bytes[position..<position + Int(count)])
    }

    /// The number after an initial byte, in its shortest form.
    private mutating func number(_ initial: UInt8) throws(Malformed) -> UInt64 {
        let short = initial & 0x1f
        if short < 24 { return UInt64(short) }
        guard short <= 27 else { throw short == 31 ? .indefinite : .unknownType }
        let count = 1 << (short - 24)
        let number = try take(UInt64(count)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let minimum: UInt64 = count == 1 ? 24 : 1 << UInt64(count * 4)
        guard number >= minimum else { throw .notShortest }
        return number
    }

    private mutating func value(depth: Int) throws(Malformed) -> CBORValue {
        let initial = try next()
        switch initial >> 5 {
        case 0: return .unsigned(try number(initial))
        case 1: return .negative(try number(initial))
        case 2: return .bytes(try take(try number(initial)))
        case 3:
            guard let text = String(validating: try take(try number(initial)), as: UTF8.self) else { throw .notUTF8 }
            return .text(text)
        case 4:
            guard depth < Self.deepest else { throw .tooDeep }
            let count = try number(initial)
            var values: [CBORValue] = []
            // Each element takes at least a byte, so a count that is too large ends early.
            for _ in 0..<count { values.append(try value(depth: depth + 1)) }
            return .array(values)
        case 5:
            guard depth < Self.deepest else { throw .tooDeep }
            return .map(try entries(try number(initial), depth: depth + 1))
        case 7:
            switch initial {
            case 0xf4: return .bool(false)
            case 0xf5: return .bool(true)
            case 0xf6: return .null
            default: throw .unknownType
            }
        default: throw .unknownType
        }
    }

    private mutating func entries(_ count: UInt64, depth: Int) throws(Malformed) -> [CBORValue.Entry] {
        var entries: [CBORValue.Entry] = [], last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth)
            switch key {
            case .unsigned, .negative, .text, .bytes: break
            default: throw .badKey
            }
            let encoded = bytes[start..<position]
            if let last, !Self.precedes(last, encoded) { throw .keysOutOfOrder }
            last = encoded
            entries.append(.init(key: key, value: try value(depth: depth)))
        }
        return entries
    }

    /// The order of keys: by type, then by length, then by bytes (CTAP2 section 8).
    private static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        let types = (left.first.map { $0 >> 5 } ?? 0, right.first.map { $0 >> 5 } ?? 0)
        if types.0 != types.1 { return types.0 < types.1 }
        if left.count != right.count { return left.count < right.count }
        return left.lexicographicallyPrecedes(right)
    }
}
