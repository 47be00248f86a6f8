/// Decides which batches each transaction of a lane processes, and how many run at once; without tasks or a database.
struct LaneQueue<Job> {
    /// Maximum number of records in one transaction, unless a single batch has more.
    static var maxRecords: Int { 100 }
    /// Maximum number of simultaneous transactions; more than one only while `maxRecords` records wait beside the
    /// first.
    static var maxTransactions: Int { 2 }
    /// How long a transaction waits for further batches while they come often: long enough for about one more at 100
    /// per second, and less than a transaction alone takes in all services.
    static var pause: Duration { .milliseconds(5) }
    /// Batches come often if this many arrived within `frequent`: about 50 a second.
    static var manyBatches: Int { 8 }
    static var frequent: Duration { .milliseconds(160) }

    private struct Waiting {
        let job: Job
        let number: Int32
        let records: Int
    }

    private var waiting: [Waiting] = []
    /// The partition numbers in the running transactions.
    private var inProgress: Set<Int32> = []
    private(set) var workers = 0
    /// When the last `manyBatches` batches came, the oldest at `arrivals[nextArrival]` once there are that many.
    private var arrivals: [ContinuousClock.Instant] = []
    private var nextArrival = 0

    /// Adds a batch to the queue.
    ///
    /// - Parameters:
    ///   - job: Processes the batch.
    ///   - number: The partition's number; partitions with the same number hold the same accounts in every topic.
    ///   - records: Number of records in it.
    ///   - now: The time.
    /// - Returns: Whether another worker must start; it counts from now on.
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

    /// How long a worker waits for further batches before its next transaction; zero for one that comes alone, and for
    /// a full transaction.
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
        inProgress.subtract(done)
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

    /// Whether a full transaction waits that no running one blocks.
    private var isWorthAnother: Bool {
        waiting.lazy.filter { !inProgress.contains($0.number) }.reduce(0) { $0 + $1.records } >= Self.maxRecords
    }

    private mutating func end() -> [Job] {
        workers -= 1
        return []
    }
}
