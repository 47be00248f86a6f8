import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import ServiceLifecycle
import ServiceRuntime

/// Takes photos from the queue and looks at them, a few at a time; runs in every copy.
///
/// The attempt is committed before the look: a photo that brought the process down `mostAttempts` times is answered as not
/// readable instead of being tried for ever.
package struct JobWorkers: Service {
    /// Looks that may end nowhere before a photo is given up (DESIGN section 3).
    package static let mostAttempts = 2
    /// Longest time of one look.
    static let patience = Duration.seconds(20)
    /// How often the queue is looked at when nobody rings.
    private static let pollInterval = Duration.milliseconds(200)
    /// How often jobs of copies that are gone are looked for, and our own lock is asked for.
    private static let checkInterval = Duration.seconds(1)

    let database: MessagingDatabase
    let connection: PostgresConfiguration
    let jobs: JobRepository
    let capacity = CapacityRepository()
    let work: [EventType: any JobWork]
    /// Photos looked at at the same time.
    let count: Int
    let bell: Bell
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
        let schedule = SharedLaneSchedule(), report = CapacityReport(database: database, capacity: capacity)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await lock.check()
                    let released = try await jobs.releaseAbandoned(on: database.pool)
                    if released > 0 {
                        logger.notice("took up photos of a copy that is gone", metadata: ["jobs": "\(released)"])
                        bell.ring()
                    }
                    metrics.queue(try await jobs.load(on: database.pool), now: database.clock.now())
                    metrics.ready(workersReady)
                    try await capacity.note(workers: workersReady, of: lock.number, on: database.pool)
                    try await report.tell()
                    try await Task.sleep(for: Self.checkInterval)
                }
            }
            for _ in 0..<count {
                group.addTask { try await workOn(lock.number, schedule) }
            }
            try await group.waitForAll()
        }
    }

    /// Photos that this copy can look at at the same time.
    private var workersReady: Int { work.values.contains(where: \.isReady) ? count : 0 }

    private func workOn(_ worker: Int32, _ schedule: SharedLaneSchedule) async throws {
        while !Task.isCancelled {
            guard let job = try await next(for: worker, schedule) else {
                await bell.wait(atMost: Self.pollInterval)
                continue
            }
            // There may be more: wake another worker.
            bell.ring()
            let start = ContinuousClock.now
            try await handle(job, worker)
            let duration = ContinuousClock.now - start
            schedule.spent(duration, on: job.lane)
        }
        try Task.checkCancellation()
    }

    private func next(for worker: Int32, _ schedule: SharedLaneSchedule) async throws -> Job? {
        let now = database.clock.now()
        let lanes = try await jobs.waitingLanes(at: now, on: database.pool)
        for lane in schedule.order(lanes) {
            let job = try await database.pool.withTransaction { transaction in
                try await jobs.take(from: lane, for: worker, at: now, in: transaction)
            }
            if let job { return job }
        }
        return nil
    }

    private func handle(_ job: Job, _ worker: Int32) async throws {
        guard let work = work[job.type] else {
            return try await later(job, worker, because: "no work for \(job.type)")
        }
        do {
            let start = ContinuousClock.now
            switch try await work.look(at: job, until: start + Self.patience) {
            case .nobody: try await jobs.drop(job, on: database.pool)
            case .tell(let tell): try await finish(job, worker, after: .now - start, tell)
            }
        } catch let error as Postponed {
            try await later(job, worker, because: error.description)
        } catch let error as PostgresError {
            throw error
        } catch {
            try Task.checkCancellation()
            metrics.failed(job.lane)
            logger.error(
                "a look ended nowhere",
                metadata: ["job.type": "\(job.type)", "job.attempt": "\(job.attempt)", "error": .error(error)])
            try await giveBack(job, worker)
        }
    }

    private func finish(
        _ job: Job, _ worker: Int32, after duration: Duration, _ tell: @Sendable (borrowing Transaction) throws -> Void
    ) async throws {
        try await database.write(job.cause) { transaction in
            guard try await jobs.finish(job, of: worker, in: transaction) else { return }
            try tell(transaction)
            // The last one was no look.
            guard job.attempt <= Self.mostAttempts else { return }
            try await capacity.note(duration, on: job.lane, in: transaction)
        }
        metrics.finished(job, now: database.clock.now())
    }

    private func later(_ job: Job, _ worker: Int32, because reason: String) async throws {
        logger.warning("a photo waits", metadata: ["job.type": "\(job.type)", "reason": "\(reason)"])
        metrics.postponed(job.lane)
        let waited = database.clock.now().timeIntervalSince(job.enqueuedAt)
        // From half a second to half a minute, the longer the longer it has waited.
        let pause = min(30, max(0.5, waited / 4))
        try await jobs.putBack(
            job, of: worker, until: database.clock.now().addingTimeInterval(pause), on: database.pool)
    }

    /// The look counts; the next one comes at once.
    private func giveBack(_ job: Job, _ worker: Int32) async throws {
        try await jobs.release(job, of: worker, on: database.pool)
        bell.ring()
    }
}
