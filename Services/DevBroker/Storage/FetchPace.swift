/// How long the fetches of one client wait: no longer than a quarter of the time since the last one that brought records.
///
/// A client has one fetch under way at a time. When it goes on with a partition that it had paused, or moves to another
/// offset, it cannot ask for the records before that fetch has ended; it does so soon after it got records, if at all.
final class FetchPace {
    /// Milliseconds that a fetch may wait in any case.
    private static let minWait: Int64 = 10
    /// The part of the time without records that a fetch waits.
    private static let share: Int64 = 4

    /// Nil before there were any.
    private var lastRecords: Int64?

    /// An answer has brought records.
    func noteRecords() {
        lastRecords = Timers.now
    }

    /// Milliseconds that a fetch may wait now.
    var longestWait: Int {
        guard let lastRecords else { return .max }
        return Int(max(Self.minWait, (Timers.now - lastRecords) / 1_000_000 / Self.share))
    }
}
