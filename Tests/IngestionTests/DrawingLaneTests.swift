import Dispatch
import EventContracts
import Foundation
@testable import IngestionCore
import ServiceRuntime
import Synchronization
import TestSupport
import Testing

@Suite("Drawing lanes") struct DrawingLaneTests {
    /// Drawings that wait until they are released; records whose they are.
    private final class Easel: Sendable {
        private let drawing = Drawing()
        private let gate = DispatchSemaphore(value: 0)
        private let finished = Mutex<[AccountID]>([])

        var waiting: Int { drawing.lanes.waiting }
        var drawn: [AccountID] { finished.withLock(\.self) }

        func draw(for account: AccountID) async throws {
            _ = try await drawing.draw(for: account) { [self] in
                gate.wait()
                finished.withLock { $0.append(account) }
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
            try await eventually("two are drawn, ten wait") { easel.waiting == 10 }
            tasks.addTask { try await easel.draw(for: other) }
            try await eventually("the other account's waits, too") { easel.waiting == 11 }
            easel.release(13)
            try await tasks.waitForAll()
        }
        // Behind the two that had begun, and at most one more.
        let place = try #require(easel.drawn.firstIndex(of: other))
        #expect(place <= 3, "\(easel.drawn.count) drawn, the other account's at \(place)")
    }
}
