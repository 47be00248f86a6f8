import FaultBench
import Foundation
import Messaging
import SampleLabels
import TestSupport
import Testing
import UnitSupport
import VisionService

extension Faults {
    @Suite("Crashing services", .oneStack)
    struct CrashTests {
        private static let idle: Set = [VisionService.name]
        private let load = Load(pause: .milliseconds(600))

        @Test("crash: kill -9 of each service in turn loses and repeats nothing")
        func kills() async throws {
            try await TestStack.lent { stack in
                let history = try await load.run(on: stack) {
                    for _ in 0..<3 {
                        for service in stack.services.shuffled() {
                            try await service.restart()
                            try await Task.sleep(for: .milliseconds(.random(in: 0...500)))
                        }
                        try await stack.waitUntilReady()
                    }
                }
                try await Checker(stack: stack).settle(history)
                #expect(history.accepted(.scan) > 50)
            }
        }

        @Test(
            "crash: after commit, publish, mark or offset nothing is lost",
            arguments: [ProcessingStage.committed, .published, .applied])
        func failPoints(stage: ProcessingStage) async throws {
            try await TestStack.lent { stack in
                let history = try await load.run(on: stack) {
                    try await withThrowingTaskGroup(of: Void.self) { tasks in
                        // The load sends no photos, so that `vision` publishes too few events to reach the crash point.
                        for service in stack.services where !Self.idle.contains(service.name) {
                            tasks.addTask {
                                _ = try await service.terminate(within: .seconds(60))
                                try await service.start(with: stage.failPoint(at: .random(in: 2...8)))
                                let ending = try await service.ending(within: .seconds(120))
                                #expect(ending == .killed(by: SIGKILL), "\(service.name) died at \(stage)")
                                try await service.start()
                                try await service.waitUntilReady()
                            }
                        }
                        try await tasks.waitForAll()
                    }
                }
                try await Checker(stack: stack).settle(history)
            }
        }

        @Test("SIGTERM: all services stop within 10 s, and nothing is lost")
        func orderlyStop() async throws {
            try await TestStack.lent { stack in
                let history = try await Load(pause: .milliseconds(50)).run(on: stack) { history in
                    try await eventually("requests are sent") { history.entries.count >= 40 }
                    try await withThrowingTaskGroup(of: Void.self) { tasks in
                        for service in stack.services {
                            tasks.addTask {
                                let ending = try await service.terminate(within: .seconds(10))
                                #expect(ending == .exited(0), "\(service.name)")
                                try await service.start()
                            }
                        }
                        try await tasks.waitForAll()
                    }
                    try await stack.waitUntilReady()
                }
                try await Checker(stack: stack).settle(history)
                #expect(history.statuses.keys.allSatisfy { $0 < 500 }, "\(history.statuses)")
            }
        }
    }
}
