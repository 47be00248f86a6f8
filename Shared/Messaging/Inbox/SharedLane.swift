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

    private let queue = Mutex(LaneQueue<Job>())
    private let work: BatchTransaction
    private let metrics: MessagingMetrics
    /// Told what each batch came to.
    private let ended: @Sendable (Job, PartitionLane.Outcome) -> Void

    init(
        work: BatchTransaction, metrics: MessagingMetrics,
        ended: @escaping @Sendable (Job, PartitionLane.Outcome) -> Void
    ) {
        self.work = work
        self.metrics = metrics
        self.ended = ended
    }

    /// Puts a batch behind those that wait; a worker begins in the group when none is at work, or a whole transaction waits.
    func put(_ job: Job, in group: inout DiscardingTaskGroup) {
        let isNeeded = queue.withLock { queue in
            queue.put(job, number: job.number, records: job.batch.records.count)
        }
        if isNeeded { group.addTask { [self] in await workOff() } }
    }

    private func workOff() async {
        await withDiscardingTaskGroup { alone in
            var jobs: [Job] = []
            while true {
                jobs = queue.withLock { queue in queue.next(after: jobs.map(\.number)) }
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

    private func parts(of jobs: [Job]) -> [(job: Job, part: BatchTransaction.Part)] {
        var parts: [(job: Job, part: BatchTransaction.Part)] = []
        for job in jobs {
            switch job.lane.read(job.batch.records) {
            case .done(let outcome): ended(job, outcome)
            case .part(let part): parts.append((job, part))
            }
        }
        return parts
    }

    private func takeTogether(_ parts: [(job: Job, part: BatchTransaction.Part)]) async -> Bool {
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
