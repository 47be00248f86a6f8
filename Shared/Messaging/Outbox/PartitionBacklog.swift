/// What was sent to a partition and is not known to have been read by every group.
///
/// Remembered in stretches, each known as read when its last record is: for as long as a log is kept there may be thousands
/// of records, in every partition.
struct PartitionBacklog {
    /// Stretches that the cap is cut into, about.
    static let stretches = 64

    private struct Stretch {
        /// Offset of its last record.
        var last: Int64
        var bytes: Int
    }

    private let capBytes: Int
    private var unread: [Stretch] = []
    private var bytes = 0
    private var slowest: Int64 = -1

    /// Nothing was sent yet.
    ///
    /// - Parameter capBytes: Most unread bytes.
    init(capBytes: Int) {
        self.capBytes = capBytes
    }

    /// Bytes that may still be sent; less than zero when the last record did not fit in.
    var room: Int { capBytes - bytes }

    /// Whether it is time to ask how far the groups have come.
    var isHalfFull: Bool { bytes * 2 > capBytes }

    /// How many stretches are remembered.
    var remembered: Int { unread.count }

    /// A record was sent.
    mutating func note(_ size: Int, at offset: Int64) {
        bytes += size
        if let stretch = unread.last, stretch.bytes + size <= capBytes / Self.stretches {
            unread[unread.count - 1] = Stretch(last: offset, bytes: stretch.bytes + size)
        } else {
            unread.append(Stretch(last: offset, bytes: size))
        }
    }

    /// Every group has read what comes before `offset`.
    ///
    /// - Returns: Whether that is further than was known.
    mutating func advance(to offset: Int64) -> Bool {
        guard offset > slowest else { return false }
        slowest = offset
        let read = unread.prefix { $0.last < offset }
        bytes -= read.reduce(0) { $0 + $1.bytes }
        unread.removeFirst(read.count)
        return true
    }
}
