/// Records sent to a partition that some group may not have read yet.
///
/// Tracked in ranges, each of which counts as read when its last record is, since a log may hold thousands of records.
struct PartitionBacklog {
    /// Approximate number of ranges in the cap.
    static let stretches = 64

    private struct Stretch {
        /// Offset of the range's last record.
        var last: Int64
        var bytes: Int
    }

    private let capBytes: Int
    private var unread: [Stretch] = []
    private var bytes = 0
    private var slowest: Int64 = -1

    /// An empty backlog.
    ///
    /// - Parameter capBytes: Maximum number of unread bytes.
    init(capBytes: Int) {
        self.capBytes = capBytes
    }

    /// Bytes that may still be sent; negative if the last record exceeded the cap.
    var freeBytes: Int { capBytes - bytes }

    /// Whether the groups' positions should be queried now.
    var isHalfFull: Bool { bytes * 2 > capBytes }

    /// Number of tracked ranges.
    var remembered: Int { unread.count }

    /// Records a sent record.
    mutating func note(_ size: Int, at offset: Int64) {
        bytes += size
        if let stretch = unread.last, stretch.bytes + size <= capBytes / Self.stretches {
            unread[unread.count - 1] = Stretch(last: offset, bytes: stretch.bytes + size)
        } else {
            unread.append(Stretch(last: offset, bytes: size))
        }
    }

    /// Records that every group has read up to `offset`.
    ///
    /// - Returns: Whether that is further than before.
    mutating func advance(to offset: Int64) -> Bool {
        guard offset > slowest else { return false }
        slowest = offset
        let read = unread.prefix { $0.last < offset }
        bytes -= read.reduce(0) { $0 + $1.bytes }
        unread.removeFirst(read.count)
        return true
    }
}
