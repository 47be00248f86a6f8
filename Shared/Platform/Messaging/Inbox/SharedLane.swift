import Kafka
import ServiceRuntime
import Synchronization

/// Processes the batches of all partitions, all waiting ones in one transaction.
///
/// While a transaction runs, further batches accumulate: the busier the service, the larger and fewer its transactions.
/// While batches arrive often, a transaction also waits for the next ones, as its `Gathering` says. A second one runs
/// beside the first only if a full one waits, so that a backlog uses a second processor. Partitions with the same
/// number, which hold the same accounts in every topic, are never in both transactions.
final class SharedLane: Sendable {
    /// A batch with its processor.
    struct Job: Sendable {
        let batch: RecordBatch
        let lane: PartitionLane

        fileprivate var number: Int32 { batch.partition.partition }
    }

    private let queue: Mutex<LaneQueue<Job>>
    private let work: BatchTransaction
    private let metrics: MessagingMetrics
    /// Receives the outcome of each batch.
    private let ended: @Sendable (Job, PartitionLane.Outcome) -> Void

    init(
        work: BatchTransaction, gathering: Gathering, metrics: MessagingMetrics,
        ended: @escaping @Sendable (Job, PartitionLane.Outcome) -> Void
    ) {
        queue = Mutex(LaneQueue(gathering: gathering))
        self.work = work
        self.metrics = metrics
        self.ended = ended
    }

    /// Adds a batch to the queue; starts a worker in the group if none runs, or a full transaction waits.
    func put(_ job: Job, in group: inout DiscardingTaskGroup) {
        let isNeeded = queue.withLock { queue in
            queue.put(job, number: job.number, records: job.batch.records.count, at: .now)
        }
        if isNeeded { group.addTask { [self] in await workOff() } }
    }

    private func workOff() async {
        await withDiscardingTaskGroup { alone in
            var jobs: [Job] = []
            while true {
                let done = jobs.map(\.number)
                let pause = queue.withLock { queue in
                    // The other worker may take these partitions during the pause.
                    queue.release(done)
                    return queue.pause(at: .now)
                }
                if pause > .zero { try? await Task.sleep(for: pause) }
                jobs = queue.withLock { queue in queue.next() }
                if jobs.isEmpty { return }
                let parts = parts(of: jobs)
                if await takeTogether(parts) { continue }
                // One of the parts failed: each is tried alone, so that the failing one blocks only its own partition.
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
            // The error is reported when the part is tried alone.
            return false
        }
        for (job, part) in parts { ended(job, job.lane.committed(part)) }
        return true
    }
}
