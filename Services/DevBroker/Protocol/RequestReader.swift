/// The bytes are not a valid request.
///
/// The connection is closed.
struct MalformedRequest: Error {}

/// Reads the fields of one request in order, never beyond its end.
///
/// The memory must outlive the reader.
struct RequestReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// Whether lengths are compact and structures end with tagged fields (KIP-482).
    var isFlexible = false

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private var remaining: Int { bytes.count - position }

    // MARK: Numbers

    mutating func int8() throws -> Int8 { try number() }
    mutating func int16() throws -> Int16 { try number() }
    mutating func int32() throws -> Int32 { try number() }
    mutating func int64() throws -> Int64 { try number() }
    mutating func bool() throws -> Bool { try int8() != 0 }

    private mutating func number<Value: FixedWidthInteger>() throws -> Value {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { throw MalformedRequest() }
        defer { position += size }
        return Value(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
    }

    /// An unsigned number with seven bits per byte, the lowest first; at most 32 bits.
    mutating func unsignedVarint() throws -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            let byte = Int(try number() as UInt8)
            value |= (byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw MalformedRequest()
    }

    // MARK: Text and bytes

    /// Text that must not be null.
    mutating func string() throws -> String {
        guard let text = try nullableString() else { throw MalformedRequest() }
        return text
    }

    mutating func nullableString() throws -> String? {
        let length = isFlexible ? try unsignedVarint() - 1 : Int(try int16())
        return try take(length).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Bytes in place, or nil for null.
    mutating func nullableBytes() throws -> UnsafeRawBufferPointer? {
        try take(isFlexible ? try unsignedVarint() - 1 : Int(try int32()))
    }

    /// A copy of bytes; null is read as empty.
    mutating func copiedBytes() throws -> [UInt8] { try nullableBytes().map { Array($0) } ?? [] }

    private mutating func take(_ length: Int) throws -> UnsafeRawBufferPointer? {
        guard length >= 0 else { return nil }
        guard remaining >= length else { throw MalformedRequest() }
        defer { position += length }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
    }

    // MARK: Structures

    /// The elements of an array; null is read as empty.
    mutating func array<Element>(_ element: (inout RequestReader) throws -> Element) throws -> [Element] {
        try nullableArray(element) ?? []
    }

    mutating func nullableArray<Element>(
        _ element: (inout RequestReader) throws -> Element
    ) throws -> [Element]? {
        let count = isFlexible ? try unsignedVarint() - 1 : Int(try int32())
        guard count >= 0 else { return nil }
        // Every element has at least one byte, so a wrong count cannot allocate much memory.
        guard count <= remaining else { throw MalformedRequest() }
        var elements: [Element] = []
        elements.reserveCapacity(min(count, 1_024))
        for _ in 0..<count { elements.append(try element(&self)) }
        return elements
    }

    /// The distinct names of an array, so that the size of the answer is bounded by what exists.
    mutating func names() throws -> [String] {
        var seen: Set<String> = []
        return try array { try $0.string() }.filter { seen.insert($0).inserted }
    }

    /// Skips the tagged fields at the end of a structure, in versions that have them.
    mutating func skipTags() throws {
        guard isFlexible else { return }
        for _ in 0..<(try unsignedVarint()) {
            _ = try unsignedVarint()
            _ = try take(try unsignedVarint())
        }
    }
}
