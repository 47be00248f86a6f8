import Synchronization

/// Wakes one waiting task per signal; a signal without a waiter is kept, and several count as one.
package final class WakeSignal: Sendable {
    private struct Waiter {
        let id: UInt64
        let alarm: AlarmClock.Alarm
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var isRung = false
        /// Waiters in order of arrival.
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes the longest waiting task, or the next one that waits.
    package func signal() {
        let waiter = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.isRung = true
                return nil
            }
            return state.waiters.removeFirst()
        }
        Self.wake(waiter)
    }

    /// Waits for a signal, for at most `limit`, or until cancelled.
    package func wait(atMost limit: Duration) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isRung || Task.isCancelled || limit <= .zero {
                        state.isRung = false
                        return true
                    }
                    let alarm = AlarmClock.shared.set(at: .now + limit) { [weak self] in self?.stopWaiting(id) }
                    state.waiters.append(Waiter(id: id, alarm: alarm, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            stopWaiting(id)
        }
    }

    private func stopWaiting(_ id: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        Self.wake(waiter)
    }

    private static func wake(_ waiter: Waiter?) {
        guard let waiter else { return }
        AlarmClock.shared.cancel(waiter.alarm)
        waiter.continuation.resume()
    }
}
