/// Which batches each transaction of a lane takes in, and how many are under way: its decisions, without tasks or a database.
struct LaneQueue<Job> {
    /// Records of one transaction, unless a single batch holds more.
    static var maxRecords: Int { 100 }
    /// Transactions at a time; more than one only while so many records wait beside the first.
    static var maxTransactions: Int { 2 }

    private struct Waiting {
        let job: Job
        let number: Int32
        let records: Int
    }

    private var waiting: [Waiting] = []
    /// The numbers of the partitions in the transactions under way.
    private var underWay: Set<Int32> = []
    private(set) var workers = 0

    /// Puts a batch behind those that wait.
    ///
    /// - Parameters:
    ///   - job: What takes the batch in.
    ///   - number: Of its partition; partitions of one number hold the same accounts in every topic.
    ///   - records: How many it has.
    /// - Returns: Whether another worker is to begin; it counts from now on.
    mutating func put(_ job: Job, number: Int32, records: Int) -> Bool {
        waiting.append(Waiting(job: job, number: number, records: records))
        guard workers == 0 || workers < Self.maxTransactions && isWorthAnother else { return false }
        workers += 1
        return true
    }

    /// Frees the partitions of a worker's last transaction, and takes the jobs of its next one out.
    ///
    /// - Parameter done: The numbers of the partitions that were in the last one.
    /// - Returns: The jobs, in their order; none means that the worker has ended.
    mutating func next(after done: [Int32]) -> [Job] {
        underWay.subtract(done)
        // With less than a transaction, the other worker goes on alone, and takes this along with what comes meanwhile.
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

    /// Whether a whole transaction waits that no other one holds up.
    private var isWorthAnother: Bool {
        waiting.lazy.filter { !underWay.contains($0.number) }.reduce(0) { $0 + $1.records } >= Self.maxRecords
    }

    private mutating func end() -> [Job] {
        workers -= 1
        return []
    }
}
