import Kafka
import ServiceRuntime
import Synchronization

/// Takes in the batches of all partitions, what waits in one transaction.
///
/// While it works, batches gather: the busier the service, the fuller its transactions, and the fewer. Only when a whole
/// transaction waits beside the one under way is it taken in at the same time, so that a backlog has a second processor.
/// Partitions of one number, which hold the same accounts in every topic, are never in two of them.
final class SharedLane: Sendable {
    /// A batch, and what takes it in.
    struct Job: Sendable {
        let batch: RecordBatch
        let lane: PartitionLane

        fileprivate var number: Int32 { batch.partition.partition }
    }

    /// What waits; whoever finds nothing more in it to do stops working.
    private struct State {
        var waiting: [Job] = []
        /// The numbers of the partitions in the transactions under way.
        var underWay: Set<Int32> = []
        var workers = 0

        /// What the next transaction would hold, by its place in `waiting`.
        var next: (places: [Int], records: Int) {
            var places: [Int] = [], records = 0
            for (place, job) in waiting.enumerated() where !underWay.contains(job.number) {
                let count = records + job.batch.records.count
                if !places.isEmpty, count > SharedLane.mostRecords { break }
                places.append(place)
                records = count
            }
            return (places, records)
        }

        /// Whether another transaction is worth having beside those under way.
        var hasRoom: Bool {
            workers == 0 || workers < SharedLane.mostTransactions && next.records >= SharedLane.mostRecords
        }

        /// Takes the next transaction's jobs out; none when there is nothing to do for this worker.
        mutating func take() -> [Job] {
            let (places, records) = next
            // The other worker takes a rest along, with what comes meanwhile.
            guard !places.isEmpty, workers == 1 || records >= SharedLane.mostRecords else { return [] }
            let jobs = places.map { waiting[$0] }
            for place in places.reversed() { waiting.remove(at: place) }
            underWay.formUnion(jobs.map(\.number))
            return jobs
        }
    }

    /// Records of one transaction, unless a single batch holds more.
    private static let mostRecords = 100
    /// Transactions at a time.
    private static let mostTransactions = 2

    private let state = Mutex(State())
    private let work: BatchWork
    private let metrics: MessagingMetrics
    /// Told what each batch came to.
    private let ended: @Sendable (Job, PartitionLane.Outcome) -> Void

    init(
        work: BatchWork, metrics: MessagingMetrics,
        ended: @escaping @Sendable (Job, PartitionLane.Outcome) -> Void
    ) {
        self.work = work
        self.metrics = metrics
        self.ended = ended
    }

    /// Puts a batch behind those that wait; a worker begins in the group when none is at work, or a whole transaction waits.
    func put(_ job: Job, in group: inout DiscardingTaskGroup) {
        let isNeeded = state.withLock { state in
            state.waiting.append(job)
            guard state.hasRoom else { return false }
            state.workers += 1
            return true
        }
        if isNeeded { group.addTask { [self] in await workOff() } }
    }

    /// Frees the partitions of the last transaction, and takes the jobs of the next one out.
    ///
    /// - Parameter done: The jobs of the last one.
    /// - Returns: The jobs; none ends the work.
    private func next(after done: [Job]) -> [Job] {
        state.withLock { state in
            state.underWay.subtract(done.map(\.number))
            let jobs = state.take()
            if jobs.isEmpty { state.workers -= 1 }
            return jobs
        }
    }

    private func workOff() async {
        await withDiscardingTaskGroup { alone in
            var jobs: [Job] = []
            while true {
                jobs = next(after: jobs)
                if jobs.isEmpty { return }
                let parts = parts(of: jobs)
                if await takeTogether(parts) { continue }
                // Something is wrong with one of them: nobody waits for it but its own partition, the lane neither.
                for (job, part) in parts {
                    alone.addTask { [self] in ended(job, await job.lane.take(part)) }
                }
            }
        }
    }

    private func parts(of jobs: [Job]) -> [(job: Job, part: BatchWork.Part)] {
        var parts: [(job: Job, part: BatchWork.Part)] = []
        for job in jobs {
            switch job.lane.read(job.batch.records) {
            case .done(let outcome): ended(job, outcome)
            case .part(let part): parts.append((job, part))
            }
        }
        return parts
    }

    private func takeTogether(_ parts: [(job: Job, part: BatchWork.Part)]) async -> Bool {
        if parts.isEmpty { return true }
        guard parts.allSatisfy({ $0.job.lane.isHeld() }) else { return false }
        do {
            let started = ContinuousClock.now
            let tally = try await work.apply(parts.map(\.part))
            metrics.took(ContinuousClock.now - started, tally: tally)
        } catch {
            // Said by whoever tries it alone.
            return false
        }
        for (job, part) in parts { ended(job, job.lane.committed(part)) }
        return true
    }
}
