extension FixedWidthInteger {
    /// Appends the value in network order.
    func appendBigEndian(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Reads a value in network order; nil unless the slice has exactly its width.
    init?(bigEndian bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.bitWidth / 8 else { return nil }
        self = bytes.reduce(0) { ($0 << 8) | Self(truncatingIfNeeded: $1) }
    }
}

/// Parses a composite value from its front.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next 32-bit number in network order; nil if fewer bytes are left.
    mutating func int32() -> Int32? {
        take(4).flatMap { Int32(bigEndian: $0) }
    }

    /// The next `count` bytes; nil if fewer are left.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
