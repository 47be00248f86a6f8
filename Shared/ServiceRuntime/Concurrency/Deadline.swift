import Synchronization

/// Work that was not done in time and was cancelled.
package struct DeadlinePassed: Error {
    package init() {}
}

/// Runs work, and cancels it when it takes longer than `limit`; returns when it has ended, however long that takes.
///
/// - Throws: `DeadlinePassed`, or what the work throws.
package func withDeadline<Output: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    let passed = Flag()
    // Not a child task: only a task of its own can be cancelled from outside without a second one beside it.
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

/// Runs work in a task of its own and waits for it; cancelling the caller cancels it.
///
/// A task keeps the memory of its deepest call until it ends. What a connection does for a moment is done like this, so that
/// thousands of them that stay open do not each hold it.
///
/// - Throws: What the work throws.
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

/// Runs work in its own task and hands out a function that cancels it.
///
/// - Parameters:
///   - arm: Told how to cancel the work, before it is waited for.
///   - work: What is cancelled, by the caller's cancellation too.
/// - Returns: What the work returns.
/// - Throws: What the work throws.
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

/// Raised once, read from anywhere.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }

    func raise() { value.store(true, ordering: .releasing) }
}
