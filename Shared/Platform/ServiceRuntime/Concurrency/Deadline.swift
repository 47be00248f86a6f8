import Synchronization

/// Work that exceeded its deadline and was cancelled.
package struct DeadlinePassed: Error {
    package init() {}
}

/// Runs work and cancels it after `limit`; returns when the work has ended, however long that takes.
///
/// - Throws: `DeadlinePassed`, or the error of the work.
package func withDeadline<Output: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    let passed = Flag()
    // Not a child task, since only an unstructured task can be cancelled from outside without a second task.
    let task = Task { try await work() }
    let alarm = AlarmClock.shared.set(at: .now + limit) {
        passed.raise()
        task.cancel()
    }
    defer { AlarmClock.shared.cancel(alarm) }
    do {
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    } catch {
        throw passed.isRaised ? DeadlinePassed() : error
    }
}

/// Runs work in a separate task and waits for it; cancelling the caller cancels it.
///
/// A task keeps the memory of its deepest call until it ends. Short work of a connection runs in its own task, so that
/// thousands of open connections do not each hold that memory.
///
/// - Throws: The error of the work.
package func inOwnTask<Output: Sendable>(
    _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    let task = Task { try await work() }
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}

/// Runs work in its own task and provides a function that cancels it.
///
/// - Parameters:
///   - arm: Receives the cancelling function before the work is awaited.
///   - work: Work that can be cancelled, also by cancelling the caller.
/// - Returns: The result of the work.
/// - Throws: The error of the work.
package func withCancellation<Output: Sendable>(
    _ arm: (_ cancel: @escaping @Sendable () -> Void) -> Void, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    let task = Task { try await work() }
    arm { task.cancel() }
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}

/// A flag that is set once and can be read from any thread.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }

    func raise() { value.store(true, ordering: .releasing) }
}
