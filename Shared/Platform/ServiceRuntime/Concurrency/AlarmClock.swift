import Dispatch
import Synchronization

/// Calls functions at given times, up to 10 ms late; one timer serves all callers.
///
/// For deadlines, most of which are cancelled before they are due: setting and cancelling cost a dictionary access,
/// while a sleeping task costs a task and a timer of its own.
package final class AlarmClock: Sendable {
    /// The shared clock of the process.
    package static let shared = AlarmClock()

    /// The handle for cancelling an alarm.
    package struct Alarm: Sendable {
        fileprivate let tick: Int64
        fileprivate let id: UInt64
    }

    fileprivate struct Call: Sendable {
        let run: @Sendable () -> Void
    }

    fileprivate struct State {
        /// Calls by tick; a tick's entry stays until it is due, even if all its calls are cancelled.
        var calls: [Int64: [UInt64: Call]] = [:]
        /// The keys of `calls`, ascending.
        var ticks: [Int64] = []
        /// The tick that the timer is set for.
        var armed: Int64?
        var lastID: UInt64 = 0
    }

    private static let tick = Duration.milliseconds(10)
    /// The latest tick, about three years ahead: longer than a process runs, and small enough for integer nanoseconds.
    private static let furthest = 1e10

    private let start = ContinuousClock.now
    private let queue = DispatchQueue(label: "alarm clock")
    private let state = Mutex(State())

    package init() {}

    /// Calls `run` once, at the time or shortly after; it must return quickly.
    package func set(at time: ContinuousClock.Instant, _ run: @escaping @Sendable () -> Void) -> Alarm {
        let tick = Int64(min(max(0, ((time - start) / Self.tick).rounded(.up)), Self.furthest))
        return state.withLock { state in
            state.lastID += 1
            if state.calls[tick] == nil { state.ticks.insert(tick, at: state.position(of: tick)) }
            state.calls[tick, default: [:]][state.lastID] = Call(run: run)
            arm(&state)
            return Alarm(tick: tick, id: state.lastID)
        }
    }

    /// Cancels an alarm; has no effect once it has fired.
    package func cancel(_ alarm: Alarm) {
        state.withLock { _ = $0.calls[alarm.tick]?.removeValue(forKey: alarm.id) }
    }

    /// Number of pending alarms.
    package var count: Int { state.withLock { $0.calls.values.reduce(0) { $0 + $1.count } } }

    private func arm(_ state: inout State) {
        guard let next = state.ticks.first, state.armed.map({ next < $0 }) ?? true else { return }
        state.armed = next
        let delay = max(.zero, start + Self.tick * Int(next) - .now)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1)))) { [weak self] in
            self?.goOff(next)
        }
    }

    private func goOff(_ tick: Int64) {
        let due = state.withLock { state in
            if state.armed == tick { state.armed = nil }
            let now = Int64((ContinuousClock.now - start) / Self.tick)
            let count = state.position(of: max(now, tick) + 1)
            let due = state.ticks.prefix(count).flatMap { state.calls.removeValue(forKey: $0)?.values.map { $0 } ?? [] }
            state.ticks.removeFirst(count)
            arm(&state)
            return due
        }
        due.forEach { $0.run() }
    }
}

extension AlarmClock.State {
    /// The index of a tick, or where it would be inserted.
    fileprivate func position(of tick: Int64) -> Int {
        var low = 0, high = ticks.count
        while low < high {
            let middle = (low + high) / 2
            if ticks[middle] < tick { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
