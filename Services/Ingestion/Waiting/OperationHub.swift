import EventContracts
import Foundation
import Synchronization

/// Wakes the requests and event streams of this gateway copy that wait for something of an account to happen.
///
/// A wake-up says "look again", nothing more; one may come without reason, and one may be missed, so who waits looks by
/// itself from time to time.
package final class OperationHub: Sendable {
    /// What somebody waits for.
    package enum Topic: Hashable, Sendable {
        case operation(OperationID)
        case account(AccountID)
    }

    private struct State {
        var bells: [Topic: [UUID: AsyncStream<Void>.Continuation]] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins to listen; what happens from now on is not missed.
    package func listen(to topic: Topic) -> Bell {
        let id = UUID()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [weak self] _ in self?.remove(id, from: topic) }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.bells[topic, default: [:]][id] = continuation }
            return state.isClosed
        }
        if isClosed { continuation.finish() }
        return Bell(stream: stream, continuation: continuation)
    }

    /// Wakes who waits for any of the topics.
    package func wake(_ topics: some Sequence<Topic>) {
        let due = state.withLock { state in topics.flatMap { state.bells[$0]?.values.map { $0 } ?? [] } }
        for bell in due { bell.yield() }
    }

    /// Wakes everybody, because notifications may have been missed.
    package func wakeAll() {
        let due = state.withLock { state in state.bells.values.flatMap(\.values) }
        for bell in due { bell.yield() }
    }

    /// Ends every wait, now and later: the process stops.
    package func close() {
        let due = state.withLock { state in
            state.isClosed = true
            return state.bells.values.flatMap(\.values)
        }
        for bell in due { bell.finish() }
    }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.bells.values.reduce(0) { $0 + $1.count } } }

    private func remove(_ id: UUID, from topic: Topic) {
        state.withLock { state in
            state.bells[topic]?[id] = nil
            if state.bells[topic]?.isEmpty == true { state.bells[topic] = nil }
        }
    }
}

/// One listener's end of the hub; stop it when done.
package struct Bell: Sendable {
    fileprivate let stream: AsyncStream<Void>
    fileprivate let continuation: AsyncStream<Void>.Continuation

    /// Waits for a wake-up, at most until the instant.
    ///
    /// - Returns: false when no wake-up will ever come again.
    /// - Throws: `CancellationError`.
    package func wait(until end: ContinuousClock.Instant) async throws -> Bool {
        let stream = stream
        let isOpen = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in stream { return true }
                return false
            }
            group.addTask {
                try await Task.sleep(until: end, clock: .continuous)
                return true
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        try Task.checkCancellation()
        return isOpen
    }

    /// Stops listening.
    package func stop() { continuation.finish() }
}
