import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Photo queue", .timeLimit(.minutes(10)))
struct JobWorkersTests {
    /// Records each analysis; its effect is set by the test.
    private final class RecordedAnalyses: PhotoAnalysis {
        let type = ReadLabel.type
        let isReady = true
        private let seen = Mutex<[Job]>([])
        private let behavior: @Sendable (Job) async throws -> Void

        init(_ behavior: @escaping @Sendable (Job) async throws -> Void = { _ in }) { self.behavior = behavior }

        var jobs: [Job] { seen.withLock { $0 } }

        func run(_ job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
            seen.withLock { $0.append(job) }
            try await behavior(job)
            let command = try EventCoding.decode(ReadLabel.self, from: job.body)
            let result = LabelRead(
                accountID: command.accountID, scanID: command.scanID, photo: command.photo, outcome: .noText,
                doubts: [],
                advice: [], confidence: 0, predictor: "test", milliseconds: job.attempt, reading: .init(bytes: [1]),
                language: nil, gtin: nil, profileVersion: 0, requestedAt: command.requestedAt,
                readAt: command.requestedAt)
            return .commit { try $0.append(result, key: command.accountID, subject: command.scanID) }
        }
    }

    private struct Queue {
        let bench: HandlerBench
        let connection: PostgresConfiguration

        func workers(_ work: any PhotoAnalysis, count: Int = 2) -> JobWorkers {
            JobWorkers(
                database: bench.database, connection: connection, work: [work.type: work], count: count,
                wakeSignal: WakeSignal(), metrics: JobMetrics(MetricsRegistry()),
                logger: Logger(label: "vision") { _ in
                    SwiftLogNoOpLogHandler()
                })
        }

        @discardableResult
        func order(of account: AccountID, operation: OperationID? = nil) async throws -> ScanID {
            let scan = ScanID.random()
            try await bench.deliver(
                ReadLabel(
                    accountID: account, scanID: scan, photo: .random(of: account),
                    facts: PhotoFacts(
                        format: .jpeg, width: 10, height: 10, orientation: 1, bytes: 100, focalLength: nil),
                    language: nil, gtin: nil, profileVersion: 0, requestedAt: bench.clock.now()),
                to: EnqueueLabel(wakeSignal: WakeSignal()), account: account, operation: operation)
            return scan
        }

        func running(_ workers: JobWorkers..., until condition: @Sendable () async throws -> Bool) async throws {
            let group = ServiceGroup(
                configuration: .init(services: workers.map { .init(service: $0) }, logger: Logger(label: "test")))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                let result: Result<Void, any Error>
                do {
                    result = .success(try await eventually("the condition holds", condition))
                } catch {
                    result = .failure(error)
                }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                try result.get()
            }
        }
    }

    private func withQueue(_ body: (Queue) async throws -> Void) async throws {
        try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
            try await body(Queue(bench: bench, connection: bench.connection))
        }
    }

    @Test("photo queue: each command has one result and leaves the queue")
    func results() async throws {
        try await withQueue { queue in
            let account = try await queue.bench.account(), operation = OperationID.random()
            let scan = try await queue.order(of: account, operation: operation)
            for _ in 0..<20 { try await queue.order(of: .random()) }
            try await queue.running(queue.workers(RecordedAnalyses())) {
                try await queue.bench.database.count("SELECT count(*) FROM jobs") == 0
            }
            let said = try await queue.bench.database.events(LabelRead.self)
            #expect(said.count == 21)
            #expect(said.first { $0.body.scanID == scan }?.attributes.operationID == operation)
        }
    }

    @Test("photo queue: two instances share it, two photos per account")
    func fairness() async throws {
        let greedy = AccountID.random(), modest = AccountID.random()
        let busy = Mutex<[AccountID: Int]>([:]), peak = Mutex<[AccountID: Int]>([:]), isModestServed = Mutex(false)
        let analyses = RecordedAnalyses { job in
            if job.account == modest { isModestServed.withLock { $0 = true } }
            let now = busy.withLock { busy in
                busy[job.account, default: 0] += 1
                return busy[job.account] ?? 0
            }
            peak.withLock { $0[job.account] = max(now, $0[job.account] ?? 0) }
            // Independent of how slowly workers start: the first photos last until the other account has been served.
            try await eventually("the other account is served") { isModestServed.withLock { $0 } }
            busy.withLock { $0[job.account, default: 0] -= 1 }
        }
        try await withQueue { queue in
            for _ in 0..<30 { try await queue.order(of: greedy) }
            let scan = try await queue.order(of: modest)
            try await queue.running(queue.workers(analyses, count: 3), queue.workers(analyses, count: 3)) {
                try await queue.bench.database.count("SELECT count(*) FROM jobs") == 0
            }
            #expect(peak.withLock { $0[greedy] } == 2)
            let command = analyses.jobs.map(\.id)
            #expect(try #require(command.firstIndex(of: scan.uuid)) <= 2, "the account with few photos did not wait")
            #expect(Set(command).count == 31 && command.count == 31, "each was looked at once")
        }
    }

    @Test("VIS-18: photo queue: a photo that failed twice gets a final attempt")
    func poison() async throws {
        let poison = Mutex<UUID?>(nil)
        let analyses = RecordedAnalyses { job in
            if job.id == poison.withLock({ $0 }), job.attempt <= JobWorkers.maxAttempts {
                throw CocoaError(.fileReadCorruptFile)
            }
        }
        try await withQueue { queue in
            let account = AccountID.random()
            let bad = try await queue.order(of: account)
            poison.withLock { $0 = bad.uuid }
            for _ in 0..<5 { try await queue.order(of: account) }
            try await queue.running(queue.workers(analyses)) {
                queue.bench.clock.advance(by: .seconds(1))
                return try await queue.bench.database.count("SELECT count(*) FROM jobs") == 0
            }
            let said = try await queue.bench.database.events(LabelRead.self)
            #expect(said.count == 6)
            #expect(said.first { $0.body.scanID == bad }?.body.milliseconds == 3, "the third look")
        }
    }

    @Test("photo queue: a result that cannot be stored fails one photo only")
    func unanswerable() async throws {
        let poison = Mutex<Set<UUID>>([])
        let analyses = RecordedAnalyses { job in
            if poison.withLock({ $0.contains(job.id) }) { throw CocoaError(.fileReadCorruptFile) }
        }
        try await withQueue { queue in
            let account = try await queue.bench.account()
            let operations = [OperationID.random(), .random()]
            for operation in operations {
                let bad = try await queue.order(of: account, operation: operation)
                poison.withLock { _ = $0.insert(bad.uuid) }
            }
            for _ in 0..<5 { try await queue.order(of: .random()) }
            try await queue.running(queue.workers(analyses)) {
                queue.bench.clock.advance(by: .seconds(1))
                return try await queue.bench.database.count("SELECT count(*) FROM jobs") == 0
            }
            #expect(try await queue.bench.database.events(LabelRead.self).count == 5)
            let failed = try await queue.bench.database.events(VisionCommandFailed.self)
            #expect(Set(failed.compactMap(\.attributes.operationID)) == Set(operations))
            #expect(failed.allSatisfy { $0.attributes.operationStatus == .failed })
        }
    }

    @Test("OPS-09: photo queue: a stopping instance returns its photo")
    func stopped() async throws {
        let analyses = RecordedAnalyses { _ in try await Task.sleep(for: .seconds(60)) }
        try await withQueue { queue in
            try await queue.order(of: .random())
            try await queue.running(queue.workers(analyses)) { !analyses.jobs.isEmpty }
            #expect(
                try await queue.bench.database.count(
                    "SELECT count(*) FROM jobs WHERE worker IS NULL AND attempts = 0") == 1)
        }
    }

    @Test("photo queue: a dead instance's photos are taken over as an attempt")
    func abandoned() async throws {
        try await withQueue { queue in
            let account = AccountID.random()
            let scan = try await queue.order(of: account)
            let gone = try await WorkerLock.take(queue.connection)
            let now = queue.bench.clock.now()
            let taken = try await queue.bench.database.pool.withTransaction { transaction in
                try await JobRepository.take(
                    from: .label, of: [ReadLabel.type], for: gone.number, at: now, in: transaction)
            }
            #expect(taken?.id == scan.uuid)
            #expect(try await JobRepository.releaseAbandoned(on: queue.bench.database.pool) == 0, "it is still alive")
            gone.release()
            let analyses = RecordedAnalyses()
            try await queue.running(queue.workers(analyses)) { !analyses.jobs.isEmpty }
            #expect(analyses.jobs.map(\.attempt) == [2])
            let late = try await queue.bench.database.write(.request(correlationID: UUID())) { transaction in
                try await JobRepository.finish(try #require(taken), of: gone.number, in: transaction)
            }
            #expect(!late, "the late result of the replaced instance is ignored")
        }
    }

    @Test("photo queue: a missing dependency delays without using attempts")
    func postponed() async throws {
        let failures = Mutex(3)
        let analyses = RecordedAnalyses { _ in
            let fails = failures.withLock { left in
                left -= 1
                return left >= 0
            }
            if fails { throw Postponed("no model") }
        }
        try await withQueue { queue in
            try await queue.order(of: .random())
            try await queue.running(queue.workers(analyses)) {
                queue.bench.clock.advance(by: .seconds(1))
                return try await queue.bench.database.count("SELECT count(*) FROM jobs") == 0
            }
            #expect(analyses.jobs.map(\.attempt) == [1, 1, 1, 1])
        }
    }
}
