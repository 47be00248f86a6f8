import Logging
import ServiceLifecycle
import ServiceRuntime
import Synchronization
import TestPeers
import Testing
import UnitSupport

@testable import Messaging

@Suite("Periodic jobs", .timeLimit(.minutes(10)))
struct PeriodicJobTests {
    private struct Outage: Error, CustomStringConvertible {
        let description: String
    }

    @Test("job: logs changes of its state, not each failure")
    func tellsChanges() async throws {
        let logs = CapturedLogs()
        let runs = Mutex(0)
        let work = PeriodicJob("sweep", every: .milliseconds(1), logger: logs.logger()) {
            let run = runs.withLock { count in
                count += 1
                return count
            }
            switch run {
            case 2...5: throw Outage(description: "no route")
            case 6...9: throw Outage(description: "refused")
            default: break
            }
        }
        let group = ServiceGroup(configuration: .init(services: [.init(service: work)], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await eventually("it has recovered") { runs.withLock { $0 } > 12 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(
            logs.lines.map(\.message)
                == ["periodic work fails", "periodic work fails", "periodic work succeeds again"])
    }

    @Test("job: a run that stops with the service is not reported as failed")
    func stops() async throws {
        let logs = CapturedLogs()
        let hasBegun = Mutex(false)
        let job = PeriodicJob("sweep", every: .milliseconds(1), logger: logs.logger()) {
            hasBegun.withLock { $0 = true }
            try? await Task.sleep(for: .seconds(600))
            throw Outage(description: "cancelled")
        }
        let run = Task { try await job.run() }
        try await eventually("it runs") { hasBegun.withLock { $0 } }
        run.cancel()
        try await run.value
        #expect(logs.lines.isEmpty)
    }

    @Test("job: runs rarely while its service is idle, and soon after an event", .slowConcurrent)
    func idle() async throws {
        let activity = Activity(idleAfter: .seconds(2)), runs = Mutex(0)
        let job = PeriodicJob(
            "sweep", every: .milliseconds(20), unlessIdle: activity, logger: Logger(label: "test")
        ) { runs.withLock { $0 += 1 } }
        let group = ServiceGroup(configuration: .init(services: [.init(service: job)], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await eventually("it runs often") { runs.withLock { $0 } > 3 }
            try await eventually("the service is idle") { activity.isIdle }
            // The interval itself is tested: at most one run in 5 s.
            let start = ContinuousClock.now, before = runs.withLock { $0 }
            try await Task.sleep(for: .seconds(1))
            let after = runs.withLock { $0 }
            #expect(after <= before + 1 + Int((ContinuousClock.now - start) / .seconds(5)))
            activity.note()
            try await eventually("it runs often again") { runs.withLock { $0 } > before + 5 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test("job: a metric shows how long it has failed")
    func metric() async throws {
        let registry = MetricsRegistry(), logs = CapturedLogs(), isOut = Mutex(true)
        let sweep = PeriodicJob("sweep", every: .milliseconds(1), logger: logs.logger()) {
            if isOut.withLock(\.self) { throw Outage(description: "no route") }
        }
        let other = PeriodicJob("other", every: .milliseconds(1), logger: logs.logger()) {}
        let namesake = PeriodicJob("sweep", every: .milliseconds(1), logger: logs.logger()) {}
        PeriodicJob.register([sweep, other, namesake], in: registry)
        @Sendable func seconds(_ work: String) -> Double? {
            let start = "foodmagic_work_failing_seconds{work=\"\(work)\"} "
            let line = registry.exposition().split(separator: "\n").first { $0.hasPrefix(start) }
            return line.flatMap { Double($0.dropFirst(start.count)) }
        }
        #expect(seconds("sweep") == 0 && seconds("other") == 0)
        // One line for the help, one for the type, and one for each name.
        #expect(registry.exposition().split(separator: "\n").count == 4)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: sweep), .init(service: other)], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await eventually("it has failed for a while") { seconds("sweep") ?? 0 > 0.3 }
            #expect(seconds("other") == 0)
            isOut.withLock { $0 = false }
            try await eventually("it fails no longer") { seconds("sweep") == 0 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
