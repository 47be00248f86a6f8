/// Decides which batches each transaction of a lane processes, and how many run concurrently; without tasks or a
/// database.
struct LaneQueue<Job> {
    /// Maximum number of records in one transaction; a larger single batch is processed alone.
    static var maxRecords: Int { 100 }
    /// Maximum number of concurrent transactions; a second one runs only while at least `maxRecords` records wait.
    static var maxTransactions: Int { 2 }
    /// How long a transaction waits for further batches while they arrive often: long enough for about one more at 100
    /// per second, and shorter than a transaction in any service.
    static var pause: Duration { .milliseconds(5) }
    /// Batches arrive often if this many arrived within `frequent`: about 50 a second.
    static var manyBatches: Int { 8 }
    static var frequent: Duration { .milliseconds(160) }

    private struct Waiting {
        let job: Job
        let number: Int32
        let records: Int
    }

    private var waiting: [Waiting] = []
    /// The partition numbers in the running transactions.
    private var underWay: Set<Int32> = []
    private(set) var workers = 0
    /// Arrival times of the last `manyBatches` batches; once there are that many, the oldest is
    /// `arrivals[nextArrival]`.
    private var arrivals: [ContinuousClock.Instant] = []
    private var nextArrival = 0

    /// Adds a batch to the queue.
    ///
    /// - Parameters:
    ///   - job: Processes the batch.
    ///   - number: The partition's number; partitions with the same number hold the same accounts in every topic.
    ///   - records: Number of records in it.
    ///   - now: The time.
    /// - Returns: Whether the caller must start another worker, which is already counted.
    mutating func put(_ job: Job, number: Int32, records: Int, at now: ContinuousClock.Instant) -> Bool {
        waiting.append(Waiting(job: job, number: number, records: records))
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

    /// How long a worker waits for further batches before its next transaction; zero if batches are rare or the
    /// transaction is full.
    func pause(at now: ContinuousClock.Instant) -> Duration {
        guard !waiting.isEmpty, arrivals.count == Self.manyBatches, now - arrivals[nextArrival] <= Self.frequent,
            waiting.reduce(0, { $0 + $1.records }) < Self.maxRecords
        else { return .zero }
        return Self.pause
    }

    /// Releases the partitions of a worker's last transaction, and takes the jobs for its next one.
    ///
    /// - Parameter done: The partition numbers of the last transaction.
    /// - Returns: The jobs, in order; empty if the worker has ended.
    mutating func next(after done: [Int32]) -> [Job] {
        underWay.subtract(done)
        // If less than a full transaction waits, the other worker continues alone and processes these records with
        // later ones.
        guard workers == 1 || isWorthAnother else { return end() }
        var taken: [Waiting] = [], left: [Waiting] = [], records = 0, isFull = false
        for batch in waiting {
            isFull = isFull || !taken.isEmpty && records + batch.records > Self.maxRecords
            if isFull || underWay.contains(batch.number) {
                left.append(batch)
            } else {
                taken.append(batch)
                records += batch.records
            }
        }
        guard !taken.isEmpty else { return end() }
        waiting = left
        underWay.formUnion(taken.map(\.number))
        return taken.map(\.job)
    }

    /// Whether records for a full transaction wait in partitions that no running transaction blocks.
    private var isWorthAnother: Bool {
        waiting.lazy.filter { !underWay.contains($0.number) }.reduce(0) { $0 + $1.records } >= Self.maxRecords
    }

    private mutating func end() -> [Job] {
        workers -= 1
        return []
    }
}
