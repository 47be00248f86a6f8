import Synchronization

/// A gate that opens once and stays open; any number of tasks may wait for it.
package final class StartGate: Sendable {
    private struct State {
        var isOpen = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Opens the gate for all current and later waiters.
    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: true) }
    }

    /// Returns once the gate is open.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled first.
    package func wait() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isOpen = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let answer = enqueue(id, continuation) { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
        }
        guard isOpen else { throw CancellationError() }
    }

    /// Returns the result if there is no need to wait.
    ///
    /// Cancellation is checked under the lock: the cancellation handler either ran before, or will find the
    /// continuation.
    private func enqueue(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>) -> Bool? {
        state.withLock { state in
            if state.isOpen { return true }
            if Task.isCancelled { return false }
            state.waiting[id] = continuation
            return nil
        }
    }
}
