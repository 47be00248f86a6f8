/// Limits the wait of a client's fetches to a quarter of the time since its last records.
///
/// A client has one fetch in flight. After it resumes a paused partition or seeks, it can fetch the records only when
/// that fetch has ended. This happens mostly soon after it received records, so fetches wait for a short time then.
final class FetchWaitLimit {
    /// Minimum of the limit, in milliseconds.
    private static let minWait: Int64 = 10
    /// The limit is this fraction (1/n) of the time without records.
    private static let share: Int64 = 4

    /// Nil before the first records.
    private var lastRecords: Int64?

    /// Notes that an answer contained records.
    func noteRecords() {
        lastRecords = Timers.now
    }

    /// The limit now, in milliseconds.
    var maxWait: Int {
        guard let lastRecords else { return .max }
        return Int(max(Self.minWait, (Timers.now - lastRecords) / 1_000_000 / Self.share))
    }
}
