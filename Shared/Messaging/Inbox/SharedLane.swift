import Kafka
import ServiceRuntime
import Synchronization

/// Takes in the batches of all partitions, what waits in one transaction.
///
/// While it works, batches gather: the busier the service, the fuller its transactions, and the fewer.
final class SharedLane: Sendable {
    /// A batch, and what takes it in.
    struct Job: Sendable {
        let batch: RecordBatch
        let lane: PartitionLane
    }

    /// What waits; whoever finds nothing more in it stops working.
    private struct State {
        var waiting: [Job] = []
        var isWorking = false
    }

    /// Records of one transaction, unless a single batch holds more.
    private static let mostRecords = 100

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

    /// Puts a batch behind those that wait; the lane begins to work in the group when it rests.
    func put(_ job: Job, in group: inout DiscardingTaskGroup) {
        let rests = state.withLock { state in
            state.waiting.append(job)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if rests { group.addTask { [self] in await workOff() } }
    }

    /// The jobs of the next transaction; none ends the work.
    private func next() -> [Job] {
        state.withLock { state in
            var count = 0
            let jobs = Array(
                state.waiting.prefix { job in
                    count += job.batch.records.count
                    return count == job.batch.records.count || count <= Self.mostRecords
                })
            state.waiting.removeFirst(jobs.count)
            state.isWorking = !jobs.isEmpty
            return jobs
        }
    }

    private func workOff() async {
        await withDiscardingTaskGroup { alone in
            while true {
                let jobs = next()
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
