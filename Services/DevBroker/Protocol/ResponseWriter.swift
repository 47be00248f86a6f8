/// Writes the fields of one answer in order, with its length in front.
struct ResponseWriter {
    /// Batches below this many bytes are copied: a separate segment would cost more.
    private static let copiedBatch = 2_048

    /// Finished segments, in front of `bytes`.
    private var segments: [SharedBytes] = []
    /// Bytes of `segments`.
    private var earlier = 0
    private var bytes: [UInt8] = []
    private let isFlexible: Bool

    /// Begins the answer to a request.
    init(to header: RequestHeader) {
        isFlexible = header.isSupported && header.api.isFlexible(header.version)
        bytes.reserveCapacity(256)
        // Placeholder for the length, which is known at the end.
        int32(0)
        int32(header.correlationID)
        if header.isSupported, header.api.hasFlexibleResponseHeader(header.version) { tags() }
    }

    /// Completes the answer.
    ///
    /// - Returns: Its segments.
    mutating func finished() -> [SharedBytes] {
        let length = Int32(clamping: earlier + bytes.count - MemoryLayout<Int32>.size).bigEndian
        closeSegment()
        segments[0] = SharedBytes(copying: segments[0].bytes) { $0.storeBytes(of: length, as: Int32.self) }
        return segments
    }

    private mutating func closeSegment() {
        segments.append(bytes.withUnsafeBytes { SharedBytes(copying: $0) })
        earlier += bytes.count
        bytes = []
    }

    // MARK: Numbers

    mutating func int8(_ value: Int8) { number(value) }
    mutating func int16(_ value: Int16) { number(value) }
    mutating func int32(_ value: Int32) { number(value) }
    mutating func int64(_ value: Int64) { number(value) }
    mutating func bool(_ value: Bool) { number(value ? 1 : 0 as Int8) }
    mutating func error(_ code: ErrorCode) { number(code.rawValue) }

    private mutating func number(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func unsignedVarint(_ value: Int) {
        var rest = UInt32(clamping: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    // MARK: Text and bytes

    mutating func string(_ text: String?) {
        let content = text?.utf8.prefix(Int(Int16.max))
        let count = content?.count ?? -1
        if isFlexible { unsignedVarint(count + 1) } else { int16(Int16(count)) }
        if let content { bytes.append(contentsOf: content) }
    }

    mutating func bytes(_ content: [UInt8]) {
        length(content.count)
        bytes.append(contentsOf: content)
    }

    /// Stored batches, back to back.
    mutating func records(_ batches: [StoredBatch]) {
        length(batches.reduce(0) { $0 + $1.count })
        for batch in batches {
            if batch.count < Self.copiedBatch {
                bytes.append(contentsOf: batch.content.bytes)
            } else {
                closeSegment()
                segments.append(batch.content)
                earlier += batch.count
            }
        }
    }

    // MARK: Structures

    /// The number of elements, then the elements; nil stands for null.
    mutating func array<Element>(
        _ elements: some Collection<Element>, _ body: (inout ResponseWriter, Element) -> Void
    ) {
        length(elements.count)
        for element in elements { body(&self, element) }
    }

    /// An empty list of tagged fields, in versions that have them.
    mutating func tags() {
        if isFlexible { bytes.append(0) }
    }

    /// An array that is absent.
    mutating func nullArray() { length(-1) }

    private mutating func length(_ count: Int) {
        if isFlexible { unsignedVarint(count + 1) } else { int32(Int32(clamping: count)) }
    }
}
