import CChecksum

/// The header of a record batch of format 2 (kafka.apache.org/documentation, "Record Batch").
struct BatchHeader {
    /// Bytes before the first record.
    static let size = 61
    /// Bytes in front of the part that the length field counts.
    private static let lengthPrefix = 12
    /// Offset of the first byte covered by the checksum.
    private static let checkedFrom = 21
    /// The highest compression type: zstd.
    private static let lastCompression = 4

    let lastOffsetDelta: Int32
    let baseTimestamp: Int64
    /// Time of the newest record, in milliseconds since 1970.
    let maxTimestamp: Int64
    let producerID: Int64
    let producerEpoch: Int16
    let baseSequence: Int32
    let isCompressed: Bool

    var recordCount: Int { Int(lastOffsetDelta) + 1 }
    /// Whether the batch has sequence numbers.
    var isIdempotent: Bool { producerID >= 0 }
    /// The sequence number of the last record; numbers wrap from `Int32.max` to 0.
    var lastSequence: Int32 { Self.sequence(after: baseSequence, by: lastOffsetDelta) }

    /// Reads and validates a batch, which must fill the bytes.
    ///
    /// - Throws: `Refusal` if the batch must not be stored.
    init(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        guard bytes.count >= Self.lengthPrefix + 5 else { throw .corrupt }
        func field<Value: FixedWidthInteger>(_ offset: Int) -> Value {
            Value(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
        guard field(16) as Int8 == 2 else { throw .olderFormat }
        guard bytes.count >= Self.size, Int(field(8) as Int32) == bytes.count - Self.lengthPrefix,
            field(17)
                == checksum_crc32c(bytes.baseAddress.map { $0 + Self.checkedFrom }, bytes.count - Self.checkedFrom)
        else { throw .corrupt }
        let attributes: Int16 = field(21)
        lastOffsetDelta = field(23)
        baseTimestamp = field(27)
        maxTimestamp = field(35)
        producerID = field(43)
        producerEpoch = field(51)
        baseSequence = field(53)
        isCompressed = attributes & 7 != 0
        let count: Int32 = field(57)
        // The bits above the compression type: log append time, transactional, control. All must be 0.
        guard attributes & 7 <= Self.lastCompression, attributes & 0x38 == 0, count > 0, lastOffsetDelta == count - 1,
            producerID < 0 || producerEpoch >= 0 && baseSequence >= 0
        else { throw .invalid }
    }

    /// Adds to a sequence number, wrapping from `Int32.max` to 0.
    static func sequence(after start: Int32, by count: Int32) -> Int32 {
        Int32((Int64(start) + Int64(count)) % (Int64(Int32.max) + 1))
    }

    /// The reason why a batch is refused.
    enum Refusal: Error {
        case corrupt, olderFormat, invalid, tooLarge, outOfOrder, oldEpoch

        /// The error code for the producer.
        var code: ErrorCode {
            switch self {
            case .corrupt: .corruptMessage
            case .olderFormat: .unsupportedForMessageFormat
            case .invalid: .invalidRecord
            case .tooLarge: .messageTooLarge
            case .outOfOrder: .outOfOrderSequenceNumber
            case .oldEpoch: .invalidProducerEpoch
            }
        }
    }
}
