import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import ServiceRuntime
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite struct ServiceRunnerTests {
    private final class Journal: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    /// Runs until it is asked to stop; announces its start when its gate opens.
    private struct Part: StartAnnouncing {
        let name: String
        let journal: Journal
        let started = StartGate()

        func waitUntilStarted() async throws { try await started.wait() }

        func run() async throws {
            journal.note("run \(name)")
            try await gracefulShutdown()
            journal.note("stop \(name)")
        }
    }

    private struct Failure: Error, Equatable {}

    private struct FailingPart: Service {
        func run() async throws { throw Failure() }
    }

    private struct ReturningPart: Service {
        func run() async throws {}
    }

    /// Ignores the request to stop, but not the cancellation.
    private struct DeafPart: Service {
        let journal: Journal

        func run() async throws {
            journal.note("run deaf")
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            journal.note("cancelled deaf")
        }
    }

    private let logs = CapturedLogs()

    @Test func partsStartInOrderAndStopInReverse() async throws {
        let journal = Journal()
        let parts = ["a", "b", "c"].map { Part(name: $0, journal: journal) }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await runService(name: "test", services: parts, logger: logs.logger()) }
                for (index, part) in parts.enumerated() {
                    let expected = parts.prefix(index + 1).map { "run \($0.name)" }
                    try await eventually("\(part.name) runs") { journal.all == expected }
                    part.started.open()
                }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        #expect(journal.all == ["run a", "run b", "run c", "stop c", "stop b", "stop a"])
    }

    @Test func aStopDuringTheStartEndsWithoutStartingTheRest() async throws {
        let journal = Journal()
        let parts = ["a", "b"].map { Part(name: $0, journal: journal) }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await runService(name: "test", services: parts, logger: logs.logger()) }
                try await eventually("a runs") { journal.all == ["run a"] }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        #expect(journal.all == ["run a", "stop a"])
    }

    @Test func aFailedPartStopsTheOthersGracefullyAndItsErrorIsThrown() async throws {
        let journal = Journal()
        let part = Part(name: "a", journal: journal)
        part.started.open()
        await #expect(throws: Failure.self) {
            try await runService(name: "test", services: [part, FailingPart()], logger: logs.logger())
        }
        #expect(journal.all == ["run a", "stop a"])
        #expect(logs.lines.contains { $0.level == .error && $0.message == "service failed" })
    }

    @Test func aPartThatReturnsUnaskedIsAnError() async {
        await #expect(throws: ServiceGroupError.self) {
            try await runService(name: "test", services: [ReturningPart()], logger: logs.logger())
        }
    }

    @Test func whatIgnoresTheStopIsCancelledAfterTheLimit() async throws {
        let journal = Journal()
        let part = Part(name: "a", journal: journal)
        part.started.open()
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await runService(
                        name: "test", services: [part, DeafPart(journal: journal)],
                        gracefulStopLimit: .milliseconds(50), logger: logs.logger())
                }
                try await eventually("both run") { journal.all.count == 2 }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        #expect(journal.all.contains("cancelled deaf"))
    }

    @Test func aGateLetsEverybodyThroughOnceOpenAndFreesCancelledTasks() async throws {
        let gate = StartGate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await gate.wait() } }
            gate.open()
            try await group.waitForAll()
        }
        try await gate.wait()

        let closed = StartGate()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await closed.wait()) == nil }
            group.cancelAll()
            for await wasCancelled in group { #expect(wasCancelled) }
        }
    }
}
