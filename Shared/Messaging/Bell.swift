import Synchronization

/// Wakes one of those who wait; a ring while nobody waits is kept, many rings are one.
package final class Bell: Sendable {
    private struct State {
        var isRung = false
        /// In the order of their coming.
        var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes the one that waits longest, or the next that waits.
    package func ring() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiters.isEmpty else {
                state.isRung = true
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        waiter?.resume()
    }

    /// Waits for a ring, for at most `limit`, or until cancelled.
    package func wait(atMost limit: Duration) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForRing(id) }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            stopWaiting(id)
            group.cancelAll()
        }
    }

    private func waitForRing(_ id: UInt64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    state.waiters.append((id, continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            stopWaiting(id)
        }
    }

    private func stopWaiting(_ id: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index).continuation
        }
        waiter?.resume()
    }
}
