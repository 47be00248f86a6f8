/// How long a transaction of a consumer waits for further batches while they come often: about as long as some of them
/// take to arrive.
package struct Gathering: Sendable {
    /// Number of further batches that a transaction waits for, on average.
    let batches: Int
    /// The shortest and the longest wait.
    let bounds: ClosedRange<Duration>
    /// Batches come often if `LaneQueue.manyBatches` of them arrived within this time.
    let frequent: Duration

    /// For work that a client waits for and that should begin at once: 5 ms at 50 batches a second or more.
    package static let prompt = Gathering(
        batches: 1, bounds: .milliseconds(5) ... .milliseconds(5), frequent: .milliseconds(160))
    /// For answers that may come a moment later: 40 ms at 50 batches a second, 10 ms at 200.
    package static let balanced = Gathering(
        batches: 2, bounds: .milliseconds(5) ... .milliseconds(40), frequent: .milliseconds(320))
    /// For events that other services have processed together, and that come together.
    package static let together = Gathering(
        batches: 1, bounds: .milliseconds(3) ... .milliseconds(3), frequent: .milliseconds(320))
    /// For work that may come a tenth of a second later: at 10 batches a second or more.
    package static let relaxed = Gathering(
        batches: 1, bounds: .milliseconds(100) ... .milliseconds(100), frequent: .milliseconds(800))

    /// The wait of a transaction whose oldest batch has waited for `age`, if `count` batches arrived within a time.
    func pause(after count: Int, within time: Duration, age: Duration) -> Duration {
        guard time <= frequent else { return .zero }
        let pause = min(max(time / (count - 1) * batches, bounds.lowerBound), bounds.upperBound)
        return max(.zero, pause - age)
    }
}

/// Decides which batches each transaction of a lane processes, and how many run at once; without tasks or a database.
struct LaneQueue<Job> {
    /// Maximum number of records in one transaction; a larger single batch is processed alone.
    static var maxRecords: Int { 100 }
    /// Maximum number of concurrent transactions; a second one runs only while at least `maxRecords` records wait.
    static var maxTransactions: Int { 2 }
    /// Batches come often if this many arrived within the time of `gathering`.
    static var manyBatches: Int { 8 }

    private let gathering: Gathering

    private struct Waiting {
        let job: Job
        let number: Int32
        let records: Int
        let arrival: ContinuousClock.Instant
    }

    private var waiting: [Waiting] = []
    /// The partition numbers in the running transactions.
    private var inProgress: Set<Int32> = []
    private(set) var workers = 0
    /// Arrival times of the last `manyBatches` batches; once there are that many, the oldest is
    /// `arrivals[nextArrival]`.
    private var arrivals: [ContinuousClock.Instant] = []
    private var nextArrival = 0

    init(gathering: Gathering) {
        self.gathering = gathering
    }

    /// Adds a batch to the queue.
    ///
    /// - Parameters:
    ///   - job: Processes the batch.
    ///   - number: The partition's number; partitions with the same number hold the same accounts in every topic.
    ///   - records: Number of records in it.
    ///   - now: The time.
    /// - Returns: Whether the caller must start another worker, which is already counted.
    mutating func put(_ job: Job, number: Int32, records: Int, at now: ContinuousClock.Instant) -> Bool {
        waiting.append(Waiting(job: job, number: number, records: records, arrival: now))
        if arrivals.count < Self.manyBatches {
            arrivals.append(now)
        } else {
            arrivals[nextArrival] = now
            nextArrival = (nextArrival + 1) % Self.manyBatches
        }
        guard workers == 0 || workers < Self.maxTransactions && isWorthAnother else { return false }
        workers += 1
        return true
    }

    /// Releases the partitions of a worker's last transaction; others may process them from now on.
    mutating func release(_ numbers: [Int32]) {
        inProgress.subtract(numbers)
    }

    /// How long a worker waits for further batches before its next transaction; zero while they come rarely, and for a
    /// full transaction.
    func pause(at now: ContinuousClock.Instant) -> Duration {
        guard let oldest = waiting.first, arrivals.count == Self.manyBatches,
            waiting.reduce(0, { $0 + $1.records }) < Self.maxRecords
        else { return .zero }
        return gathering.pause(
            after: Self.manyBatches, within: now - arrivals[nextArrival], age: now - oldest.arrival)
    }

    /// Takes the jobs for a worker's next transaction, once its last one has released its partitions.
    ///
    /// - Returns: The jobs, in order; empty if the worker has ended.
    mutating func next() -> [Job] {
        // If less than a full transaction waits, the other worker continues alone and processes it with later arrivals.
        guard workers == 1 || isWorthAnother else { return end() }
        var taken: [Waiting] = [], left: [Waiting] = [], records = 0, isFull = false
        for batch in waiting {
            isFull = isFull || !taken.isEmpty && records + batch.records > Self.maxRecords
            if isFull || inProgress.contains(batch.number) {
                left.append(batch)
            } else {
                taken.append(batch)
                records += batch.records
            }
        }
        guard !taken.isEmpty else { return end() }
        waiting = left
        inProgress.formUnion(taken.map(\.number))
        return taken.map(\.job)
    }

    /// Whether records for a full transaction wait in partitions that no running transaction blocks.
    private var isWorthAnother: Bool {
        waiting.lazy.filter { !inProgress.contains($0.number) }.reduce(0) { $0 + $1.records } >= Self.maxRecords
    }

    private mutating func end() -> [Job] {
        workers -= 1
        return []
    }
}
