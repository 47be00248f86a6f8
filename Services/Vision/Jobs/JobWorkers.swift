import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Takes photos from the queue and analyzes them, a few at a time; runs in every instance.
///
/// The attempt is committed before the analysis: a photo that crashed the process `maxAttempts` times is answered as
/// unreadable instead of being retried without end.
package struct JobWorkers: Service {
    /// Failed attempts before a photo is abandoned.
    package static let maxAttempts = 2
    /// Timeout of one analysis.
    static let timeout = Duration.seconds(20)
    /// Polling interval of the queue without wake signals.
    private static let pollInterval = Duration.milliseconds(200)
    /// Interval at which a busy instance releases jobs of dead instances, checks its own lock and reports its capacity.
    private static let checkInterval = Duration.seconds(1)

    let database: MessagingDatabase
    let connection: PostgresConfiguration
    let work: [EventType: any PhotoAnalysis]
    /// Number of simultaneous analyses.
    let count: Int
    let wakeSignal: WakeSignal
    let waits = Waits()
    let metrics: JobMetrics
    let logger: Logger

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await workUntilLost()
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("workers interrupted", metadata: ["error": .error(error)])
                    try await Task.sleep(for: Self.checkInterval)
                }
            }
        }
    }

    /// Works under one lock until cancelled or until the lock is lost.
    private func workUntilLost() async throws {
        let lock = try await WorkerLock.take(connection)
        defer { lock.release() }
        let schedule = SharedLaneSchedule(), report = CapacityReport(database: database)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    // Only a lost lock ends the running analyses; other failures are retried.
                    try await lock.check()
                    do {
                        try await tend(lock.number, report)
                    } catch let error as PostgresError {
                        logger.warning("polling the photo queue failed", metadata: ["error": .error(error)])
                    }
                    try await database.activity.pause(Self.checkInterval)
                }
            }
            for _ in 0..<count {
                group.addTask { try await workOn(lock.number, schedule) }
            }
            try await group.waitForAll()
        }
    }

    /// Releases the jobs of dead instances, and reports the capacity.
    private func tend(_ worker: Int32, _ report: CapacityReport) async throws {
        let released = try await JobRepository.releaseAbandoned(on: database.pool)
        if released > 0 {
            logger.notice("took over photos of a stopped instance", metadata: ["jobs": "\(released)"])
            wakeSignal.signal()
        }
        metrics.queue(try await JobRepository.load(on: database.pool), now: database.clock.now())
        metrics.ready(workersReady)
        try await CapacityRepository.note(workers: workersReady, of: worker, on: database.pool)
        try await report.publish()
    }

    /// Number of photos that this instance can analyze concurrently; zero while all attempts are postponed.
    ///
    /// If one kind of photo must wait, no estimate is possible, because the other kind may be behind it.
    private var workersReady: Int {
        work.values.allSatisfy { $0.isReady && !waits.isStuck($0.type) } ? count : 0
    }

    private func workOn(_ worker: Int32, _ schedule: SharedLaneSchedule) async throws {
        while !Task.isCancelled {
            let job: Job?
            do {
                job = try await next(for: worker, schedule)
            } catch let error as PostgresError where error.isRetryable {
                job = nil
            }
            guard let job else {
                await wakeSignal.wait(atMost: database.activity.interval(Self.pollInterval))
                continue
            }
            // More jobs may be waiting, so another worker is woken.
            wakeSignal.signal()
            let start = ContinuousClock.now
            try await handle(job, worker)
            let duration = ContinuousClock.now - start
            schedule.spent(duration, on: job.lane)
        }
        try Task.checkCancellation()
    }

    private func next(for worker: Int32, _ schedule: SharedLaneSchedule) async throws -> Job? {
        let now = database.clock.now()
        // Jobs whose model is not loaded are not taken, because they would only be put back.
        let ready = work.values.filter(\.isReady).map(\.type)
        guard !ready.isEmpty else { return nil }
        let lanes = try await JobRepository.waitingLanes(of: ready, at: now, on: database.pool)
        for lane in schedule.order(lanes) {
            let job = try await database.pool.withTransaction { transaction in
                try await JobRepository.take(from: lane, of: ready, for: worker, at: now, in: transaction)
            }
            if let job { return job }
        }
        return nil
    }

    private func handle(_ job: Job, _ worker: Int32) async throws {
        guard let work = work[job.type] else {
            return try await later(job, worker, because: "no handler for \(job.type)")
        }
        do {
            let start = ContinuousClock.now
            let result = try await analyze(job, until: start + Self.timeout, work)
            let duration = ContinuousClock.now - start
            waits.ended(job.type)
            try await patiently {
                switch result {
                case .discarded: try await JobRepository.drop(job, on: database.pool)
                case .commit(let commit): try await finish(job, worker, after: duration, commit)
                }
            }
        } catch {
            // An attempt interrupted by a stopping instance does not count; another instance starts again.
            if Task.isCancelled { return await putBackUncounted(job, worker) }
            if let reason = error as? Postponed {
                try await later(job, worker, because: reason.description)
            } else if !(error is PostgresError) {
                waits.ended(job.type)
                try await endedNowhere(job, worker, error)
            } else {
                throw error
            }
        }
    }

    /// The analysis, as a span of the job's trace.
    private func analyze(
        _ job: Job, until deadline: ContinuousClock.Instant, _ work: any PhotoAnalysis
    ) async throws -> JobResult {
        let span = database.tracer?.begin("analyze \(job.lane.rawValue)", .internal, after: job.traceparent)
        do {
            let result = try await work.run(job, until: deadline)
            span?.end()
            return result
        } catch {
            span?.end(hasFailed: true)
            throw error
        }
    }

    /// Applies a change to the queue, retrying while the database is down, so that the result of the analysis is not
    /// lost.
    private func patiently(_ change: () async throws -> Void) async throws {
        for pause in [Duration.milliseconds(200), .seconds(1), .seconds(3)] {
            do {
                return try await change()
            } catch let error as PostgresError where error.isRetryable && !Task.isCancelled {
                try await Task.sleep(for: pause)
            }
        }
        try await change()
    }

    private func putBackUncounted(_ job: Job, _ worker: Int32) async {
        let database = database
        // Runs in a separate task, because the current one is canceled.
        await Task {
            try? await JobRepository.putBack(job, of: worker, until: database.clock.now(), on: database.pool)
        }.value
    }

    /// Handles a failed attempt: retries the job later, or ends it as failed once its attempts are used up.
    private func endedNowhere(_ job: Job, _ worker: Int32, _ error: any Error) async throws {
        metrics.failed(job.lane)
        logger.error(
            "photo analysis failed",
            metadata: ["job.type": "\(job.type)", "job.attempt": "\(job.attempt)", "error": .error(error)])
        if job.attempt > Self.maxAttempts {
            try await patiently {
                try await database.write(job.cause) { transaction in
                    guard try await JobRepository.finish(job, of: worker, in: transaction) else { return }
                    try transaction.append(
                        VisionCommandFailed(accountID: job.account, problem: .unanswerable), key: job.account,
                        ending: .failed)
                }
            }
            metrics.finished(job, now: database.clock.now())
        } else {
            let time = database.clock.now().addingTimeInterval(TimeInterval(job.attempt) / 2)
            try await patiently { try await JobRepository.release(job, of: worker, until: time, on: database.pool) }
        }
    }

    private func finish(
        _ job: Job, _ worker: Int32, after duration: Duration,
        _ commit: @Sendable (borrowing Transaction) async throws -> Void
    ) async throws {
        try await database.write(job.cause) { transaction in
            guard try await JobRepository.finish(job, of: worker, in: transaction) else { return }
            try await commit(transaction)
            // The job exceeded its attempts and was not analyzed.
            guard job.attempt <= Self.maxAttempts else { return }
            try await CapacityRepository.note(duration, on: job.lane, in: transaction)
        }
        metrics.finished(job, now: database.clock.now())
    }

    private func later(_ job: Job, _ worker: Int32, because reason: String) async throws {
        if waits.begins(job.type, because: reason) {
            logger.warning("photos wait", metadata: ["job.type": "\(job.type)", "reason": "\(reason)"])
        }
        metrics.postponed(job.lane)
        let waited = database.clock.now().timeIntervalSince(job.enqueuedAt)
        // From half a second to half a minute, growing with the time it has waited.
        let pause = min(30, max(0.5, waited / 4))
        try await JobRepository.putBack(
            job, of: worker, until: database.clock.now().addingTimeInterval(pause), on: database.pool)
    }
}

/// The reasons why photos wait, by type of command, so that a reason is logged when it changes and not for every photo.
final class Waits: Sendable {
    private let reasons = Mutex<[EventType: String]>([:])

    /// Whether the last analysis could not start.
    func isStuck(_ type: EventType) -> Bool { reasons.withLock { $0[type] != nil } }

    /// Records why an analysis could not start; true if the reason is new.
    func begins(_ type: EventType, because new: String) -> Bool {
        reasons.withLock { reasons in
            defer { reasons[type] = new }
            return reasons[type] != new
        }
    }

    /// Records that an analysis could run.
    func ended(_ type: EventType) {
        reasons.withLock { $0[type] = nil }
    }
}

extension OutcomeProblem {
    /// The problem of a photo that cannot be processed at all.
    static let unanswerable = OutcomeProblem(
        type: ProblemKind.photoUnanswerable.type, title: ProblemKind.photoUnanswerable.title,
        status: ProblemKind.photoUnanswerable.statusCode,
        detail: "Send the photo again, or type the list of ingredients.")
}
