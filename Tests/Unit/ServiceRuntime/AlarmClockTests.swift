import Foundation
import ServiceRuntime
import Synchronization
import Testing
import UnitSupport

@Suite("Alarms, deadlines and wake signals")
struct AlarmClockTests {
    private final class Order: Sendable {
        private let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    @Test("alarms: fire once in time order, never early; cancelled ones never")
    func order() async throws {
        let clock = AlarmClock(), order = Order(), start = ContinuousClock.now
        let times = [90, 30, 60, 120, 31]
        for time in times {
            _ = clock.set(at: start + .milliseconds(time)) {
                if ContinuousClock.now >= start + .milliseconds(time) { order.add(time) }
            }
        }
        let taken = clock.set(at: start + .milliseconds(40)) { order.add(40) }
        clock.cancel(taken)
        try await eventually("every alarm has fired") { order.all.count == times.count }
        #expect(order.all.filter { $0 != 31 } == [30, 60, 90, 120])
        #expect(clock.count == 0)
        clock.cancel(taken)
    }

    @Test("alarms: one in the past, or set by another alarm, fires")
    func past() async throws {
        let clock = AlarmClock(), order = Order()
        _ = clock.set(at: .now - .seconds(5)) {
            order.add(1)
            _ = clock.set(at: .now) { order.add(2) }
        }
        _ = clock.set(at: .now + .seconds(1_000_000_000_000)) { order.add(3) }
        try await eventually("both alarms have fired") { order.all == [1, 2] }
        #expect(clock.count == 1)
    }

    @Test("deadline: work within it returns its result or error")
    func inTime() async throws {
        struct Own: Error {}
        #expect(try await withDeadline(.seconds(60)) { 7 } == 7)
        await #expect(throws: Own.self) { try await withDeadline(.seconds(60)) { throw Own() } }
    }

    @Test("deadline: work past it is cancelled, as in a cancelled task")
    func late() async {
        await #expect(throws: DeadlinePassed.self) {
            try await withDeadline(.milliseconds(20)) { try await Task.sleep(for: .seconds(600)) }
        }
        let task = Task { try await withDeadline(.seconds(600)) { try await Task.sleep(for: .seconds(600)) } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("wake signal: wakes the longest waiter; without one it is kept")
    func wakeSignal() async throws {
        let wakeSignal = WakeSignal(), order = Order()
        wakeSignal.signal()
        wakeSignal.signal()
        await wakeSignal.wait(atMost: .seconds(600))
        let start = ContinuousClock.now
        await wakeSignal.wait(atMost: .milliseconds(50))
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        let waiter = Task {
            await wakeSignal.wait(atMost: .seconds(600))
            order.add(1)
        }
        wakeSignal.signal()
        await waiter.value
        let cancelled = Task { await wakeSignal.wait(atMost: .seconds(600)) }
        cancelled.cancel()
        await cancelled.value
        #expect(order.all == [1])
    }
}
