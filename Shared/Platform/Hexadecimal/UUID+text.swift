import Foundation

/// Random ids and their text, for all that is done with every event. Foundation's own functions open `/dev/urandom` for
/// each id, and print and scan it byte by byte with C's formats (docs/cost.md).
extension UUID {
    /// A random id of version 4 (RFC 9562, section 5.4), from the system's secure generator.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        var high = generator.next() as UInt64, low = generator.next() as UInt64
        high = high & ~0xf000 | 0x4000
        low = low & ~(3 << 62) | 1 << 63
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The usual text: 32 lower-case digits in five groups.
    package var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var end = 0
                func add(_ digit: UInt8) {
                    text[end] = digit
                    end += 1
                }
                for (index, byte) in bytes.enumerated() {
                    if Self.beginsGroup(index) { add(UInt8(ascii: "-")) }
                    add(HexadecimalDigit.of(byte >> 4))
                    add(HexadecimalDigit.of(byte & 15))
                }
                return end
            }
        }
    }

    /// Parses the usual text, in either case; nil for any other.
    package init?(text: some StringProtocol) {
        guard let id = text.utf8.withContiguousStorageIfAvailable(Self.parse) ?? Self.parse(Array(text.utf8)) else {
            return nil
        }
        self.init(uuid: id)
    }

    private static func parse(_ text: some RandomAccessCollection<UInt8>) -> uuid_t? {
        guard text.count == 36 else { return nil }
        var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        var next = text.startIndex
        func take() -> UInt8 {
            defer { text.formIndex(after: &next) }
            return text[next]
        }
        let isValid = withUnsafeMutableBytes(of: &id) { bytes in
            for index in bytes.indices {
                if beginsGroup(index), take() != UInt8(ascii: "-") { return false }
                guard let high = HexadecimalDigit.value(take()), let low = HexadecimalDigit.value(take()) else {
                    return false
                }
                bytes[index] = high << 4 | low
            }
            return true
        }
        return isValid ? id : nil
    }

    /// Whether a byte begins the second, third, fourth or fifth group.
    private static func beginsGroup(_ index: Int) -> Bool { index == 4 || index == 6 || index == 8 || index == 10 }
}
