/// A record batch of a log: the producer's bytes with the offset of the log.
///
/// Answers in progress keep the bytes alive after the log has dropped the batch.
final class StoredBatch {
    let baseOffset: Int64
    let maxTimestamp: Int64
    private let header: BatchHeader
    let content: SharedBytes

    init(copying content: UnsafeRawBufferPointer, _ header: BatchHeader, at offset: Int64) {
        self.header = header
        baseOffset = offset
        maxTimestamp = header.maxTimestamp
        // The checksum does not cover the offset, so the offset can be replaced.
        self.content = SharedBytes(copying: content) { $0.storeBytes(of: offset.bigEndian, as: Int64.self) }
    }

    var count: Int { content.count }
    /// The offset after the batch's last record.
    var endOffset: Int64 { baseOffset + Int64(header.recordCount) }

    /// Finds the first record that is not older than a time (milliseconds since 1970).
    ///
    /// A compressed batch is not unpacked: its first record is returned.
    func first(notBefore time: Int64) -> (offset: Int64, timestamp: Int64)? {
        guard maxTimestamp >= time else { return nil }
        guard !header.isCompressed else { return (baseOffset, header.baseTimestamp) }
        var reader = RecordReader(UnsafeRawBufferPointer(rebasing: content.bytes[BatchHeader.size...]))
        while let record = reader.next() {
            let timestamp = header.baseTimestamp &+ record.timestampDelta
            if timestamp >= time { return (baseOffset &+ record.offsetDelta, timestamp) }
        }
        return (baseOffset, header.baseTimestamp)
    }
}

/// Reads the times of uncompressed records, and stops at the first malformed one.
private struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> (timestampDelta: Int64, offsetDelta: Int64)? {
        guard let length = varint(), length > 0, length <= Int64(bytes.count - position) else { return nil }
        let end = position + Int(length)
        // Skip the attributes, which are unused.
        position += 1
        guard let timestampDelta = varint(), let offsetDelta = varint(), position <= end else { return nil }
        position = end
        return (timestampDelta, offsetDelta)
    }

    /// A signed number with seven bits per byte, the lowest first, with the sign in the lowest bit.
    private mutating func varint() -> Int64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = UInt64(bytes[position])
            position += 1
            value |= (byte & 0x7f) << shift
            if byte & 0x80 == 0 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
        }
        return nil
    }
}
