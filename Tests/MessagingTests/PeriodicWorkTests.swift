import Logging
import Messaging
import ServiceLifecycle
import Synchronization
import Testing
import TestSupport

@Suite("Work done again and again", .timeLimit(.minutes(10)))
struct PeriodicWorkTests {
    private struct Outage: Error, CustomStringConvertible {
        let description: String
    }

    @Test("the log tells when work begins to fail, fails otherwise and succeeds again; not each failure")
    func tellsChanges() async throws {
        let logs = CapturedLogs()
        let runs = Mutex(0)
        let work = PeriodicWork("sweep", every: .milliseconds(1), logger: logs.logger()) {
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
}
