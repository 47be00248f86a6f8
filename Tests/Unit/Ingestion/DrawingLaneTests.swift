import Dispatch
import EventContracts
import Foundation
@testable import IngestionCore
import ServiceRuntime
import Synchronization
import Testing
import UnitSupport

@Suite("Drawing lanes") struct DrawingLaneTests {
    /// Drawings that wait until they are released; records whose drawing runs.
    private final class Easel: Sendable {
        private let drawing = Drawing()
        private let gate = DispatchSemaphore(value: 0)
        private let started = Mutex<[AccountID]>([])

        var waiting: Int { drawing.lanes.waiting }
        var begun: [AccountID] { started.withLock(\.self) }

        func draw(for account: AccountID) async throws {
            _ = try await drawing.draw(for: account) { [self] in
                started.withLock { $0.append(account) }
                gate.wait()
                return Data()
            }
        }

        func release(_ count: Int) {
            for _ in 0..<count { gate.signal() }
        }
    }

    @Test("drawings: an account with many does not delay another account's")
    func turns() async throws {
        let easel = Easel(), busy = AccountID.random(), other = AccountID.random()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<12 { tasks.addTask { try await easel.draw(for: busy) } }
            try await eventually("two have begun, ten wait") { easel.begun.count == 2 && easel.waiting == 10 }
            tasks.addTask { try await easel.draw(for: other) }
            try await eventually("the other account's waits, too") { easel.waiting == 11 }
            easel.release(1)
            try await eventually("the next one begins") { easel.begun.count == 3 }
            #expect(easel.begun.last == other)
            easel.release(12)
            try await tasks.waitForAll()
        }
    }
}
