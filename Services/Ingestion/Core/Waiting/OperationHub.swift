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
        var wakeSignals: [Topic: [UUID: WakeSignal]] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins to listen; what happens from now on is not missed.
    package func listen(to topic: Topic) -> HubListener {
        let id = UUID(), wakeSignal = WakeSignal()
        state.withLock { $0.wakeSignals[topic, default: [:]][id] = wakeSignal }
        return HubListener(hub: self, topic: topic, id: id, wakeSignal: wakeSignal)
    }

    /// Wakes who waits for any of the topics.
    package func wake(_ topics: some Sequence<Topic>) {
        let due = state.withLock { state in topics.flatMap { state.wakeSignals[$0]?.values.map { $0 } ?? [] } }
        for wakeSignal in due { wakeSignal.signal() }
    }

    /// Wakes everybody, because notifications may have been missed.
    package func wakeAll() {
        let due = state.withLock { state in state.wakeSignals.values.flatMap(\.values) }
        for wakeSignal in due { wakeSignal.signal() }
    }

    /// Ends every wait, now and later: the process stops.
    package func close() {
        let due = state.withLock { state in
            state.isClosed = true
            return state.wakeSignals.values.flatMap(\.values)
        }
        for wakeSignal in due { wakeSignal.signal() }
    }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.wakeSignals.values.reduce(0) { $0 + $1.count } } }

    fileprivate var isClosed: Bool { state.withLock { $0.isClosed } }

    fileprivate func remove(_ id: UUID, from topic: Topic) {
        state.withLock { state in
            state.wakeSignals[topic]?[id] = nil
            if state.wakeSignals[topic]?.isEmpty == true { state.wakeSignals[topic] = nil }
        }
    }
}

/// One listener's end of the hub; stop it when done.
package struct HubListener: Sendable {
    fileprivate let hub: OperationHub
    fileprivate let topic: OperationHub.Topic
    fileprivate let id: UUID
    fileprivate let wakeSignal: WakeSignal

    /// Waits for a wake-up, at most until the instant; may be called again and again.
    ///
    /// - Returns: false when no wake-up will ever come again.
    /// - Throws: `CancellationError`.
    package func wait(until end: ContinuousClock.Instant) async throws -> Bool {
        guard !hub.isClosed else { return false }
        await wakeSignal.wait(atMost: end - .now)
        try Task.checkCancellation()
        return !hub.isClosed
    }

    /// Wakes who waits here, and nobody else.
    package func signal() { wakeSignal.signal() }

    /// Stops listening.
    package func stop() { hub.remove(id, from: topic) }
}
