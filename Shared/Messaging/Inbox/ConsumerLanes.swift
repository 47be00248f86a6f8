import Kafka
import ServiceRuntime
import Synchronization

/// Brings the batches of partitions to a few lanes, each of which takes in what waits for it in one transaction.
///
/// A partition's number says which lane: an account lies in the partition of the same number in every topic, so two lanes
/// never want the same account's rows. While a lane works, batches gather for it: the busier the service, the fuller its
/// transactions, and the fewer.
final class ConsumerLanes: Sendable {
    /// A batch, and what takes it in.
    struct Job: Sendable {
        let batch: RecordBatch
        let lane: PartitionLane
    }

    /// What waits for one lane; whoever finds nothing more in it stops working.
    private final class Queue: Sendable {
        private struct State {
            var waiting: [Job] = []
            var isWorking = false
        }

        private let state = Mutex(State())

        /// - Returns: whether the lane is to begin working.
        func put(_ job: Job) -> Bool {
            state.withLock { state in
                state.waiting.append(job)
                defer { state.isWorking = true }
                return !state.isWorking
            }
        }

        /// The jobs of the next transaction; none ends the work.
        func next() -> [Job] {
            state.withLock { state in
                var count = 0
                let jobs = Array(
                    state.waiting.prefix { job in
                        count += job.batch.records.count
                        return count == job.batch.records.count || count <= ConsumerLanes.mostRecords
                    })
                state.waiting.removeFirst(jobs.count)
                state.isWorking = !jobs.isEmpty
                return jobs
            }
        }
    }

    /// Records of one transaction, unless a single batch holds more.
    private static let mostRecords = 100

    private let queues: [Queue]
    private let work: BatchWork
    private let metrics: MessagingMetrics
    /// Told what each batch came to.
    private let ended: @Sendable (Job, PartitionLane.Outcome) -> Void

    init(
        count: Int, work: BatchWork, metrics: MessagingMetrics,
        ended: @escaping @Sendable (Job, PartitionLane.Outcome) -> Void
    ) {
        queues = (0..<count).map { _ in Queue() }
        self.work = work
        self.metrics = metrics
        self.ended = ended
    }

    /// Puts a batch behind those that wait for its lane, which begins to work in the group when it rests.
    func put(_ job: Job, in group: inout DiscardingTaskGroup) {
        let queue = queues[Int(job.batch.partition.partition) % queues.count]
        guard queue.put(job) else { return }
        group.addTask { [self] in await workOff(queue) }
    }

    private func workOff(_ queue: Queue) async {
        await withDiscardingTaskGroup { alone in
            while true {
                let jobs = queue.next()
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
