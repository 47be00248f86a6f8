import EventContracts
import Foundation
import ServiceRuntime
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
        var bells: [Topic: [UUID: Bell]] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins to listen; what happens from now on is not missed.
    package func listen(to topic: Topic) -> HubListener {
        let id = UUID(), bell = Bell()
        state.withLock { $0.bells[topic, default: [:]][id] = bell }
        return HubListener(hub: self, topic: topic, id: id, bell: bell)
    }

    /// Wakes who waits for any of the topics.
    package func wake(_ topics: some Sequence<Topic>) {
        let due = state.withLock { state in topics.flatMap { state.bells[$0]?.values.map { $0 } ?? [] } }
        for bell in due { bell.ring() }
    }

    /// Wakes everybody, because notifications may have been missed.
    package func wakeAll() {
        let due = state.withLock { state in state.bells.values.flatMap(\.values) }
        for bell in due { bell.ring() }
    }

    /// Ends every wait, now and later: the process stops.
    package func close() {
        let due = state.withLock { state in
            state.isClosed = true
            return state.bells.values.flatMap(\.values)
        }
        for bell in due { bell.ring() }
    }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.bells.values.reduce(0) { $0 + $1.count } } }

    fileprivate var isClosed: Bool { state.withLock { $0.isClosed } }

    fileprivate func remove(_ id: UUID, from topic: Topic) {
        state.withLock { state in
            state.bells[topic]?[id] = nil
            if state.bells[topic]?.isEmpty == true { state.bells[topic] = nil }
        }
    }
}

/// One listener's end of the hub; stop it when done.
package struct HubListener: Sendable {
    fileprivate let hub: OperationHub
    fileprivate let topic: OperationHub.Topic
    fileprivate let id: UUID
    fileprivate let bell: Bell

    /// Waits for a wake-up, at most until the instant; may be called again and again.
    ///
    /// - Returns: false when no wake-up will ever come again.
    /// - Throws: `CancellationError`.
    package func wait(until end: ContinuousClock.Instant) async throws -> Bool {
        guard !hub.isClosed else { return false }
        await bell.wait(atMost: end - .now)
        try Task.checkCancellation()
        return !hub.isClosed
    }

    /// Wakes who waits here, and nobody else.
    package func ring() { bell.ring() }

    /// Stops listening.
    package func stop() { hub.remove(id, from: topic) }
}
