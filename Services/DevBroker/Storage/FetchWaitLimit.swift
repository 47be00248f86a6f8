/// Limits the wait of a client's fetches to a quarter of the time since its last records, or a little more.
///
/// A client has one fetch in flight. After it resumes a paused partition or seeks, it can fetch the records only when
/// that fetch has ended. This happens mostly soon after it received records, so fetches wait for a short time then: for
/// the shortest while partitions are paused, which their fetches do not name.
final class FetchWaitLimit {
    /// Minimum of the limit for a fetch of all the client's partitions, and for one without the paused ones, in
    /// milliseconds.
    private static let minWait: (all: Int64, withoutPaused: Int64) = (100, 10)
    /// The limit is this fraction (1/n) of the time without records.
    private static let share: Int64 = 4
    /// After this time with fewer partitions they count as all, as after another member has joined; in milliseconds.
    private static let fewerLimit: Int64 = 30_000

    /// Nil before the first records.
    private var lastRecords: Int64?
    /// The number of the client's partitions, and since when its fetches name fewer.
    private var partitions = (all: 0, fewerSince: Int64?.none)

    /// Notes that an answer contained records.
    func noteRecords(at now: Int64 = Timers.now) {
        lastRecords = now
    }

    /// The limit of a fetch that names a number of partitions, in milliseconds.
    func maxWait(partitions count: Int, at now: Int64 = Timers.now) -> Int {
        let isWhole = note(count, at: now)
        guard let lastRecords else { return .max }
        let minWait = isWhole ? Self.minWait.all : Self.minWait.withoutPaused
        return Int(max(minWait, (now - lastRecords) / 1_000_000 / Self.share))
    }

    /// - Returns: Whether a fetch of this many partitions names all of them.
    private func note(_ count: Int, at now: Int64) -> Bool {
        let fewerSince = partitions.fewerSince ?? now
        if count >= partitions.all || (now - fewerSince) / 1_000_000 >= Self.fewerLimit {
            partitions = (count, nil)
            return true
        }
        partitions.fewerSince = fewerSince
        return false
    }
}
