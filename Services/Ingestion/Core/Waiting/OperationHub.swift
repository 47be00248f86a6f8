import EventContracts
import Foundation
import Hexadecimal
import ServiceRuntime
import Synchronization

/// Wakes the requests and event streams of this gateway instance that wait for changes of an account.
///
/// A wake-up only means "check again"; it may come without reason or be missed, so waiters also check from time to
/// time.
package final class OperationHub: Sendable {
    /// The subject of a wait.
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

    /// Starts listening; later changes are not missed.
    package func listen(to topic: Topic) -> HubListener {
        let id = UUID.random(), wakeSignal = WakeSignal()
        state.withLock { $0.wakeSignals[topic, default: [:]][id] = wakeSignal }
        return HubListener(hub: self, topic: topic, id: id, wakeSignal: wakeSignal)
    }

    /// Wakes the listeners of any of the topics.
    package func wake(_ topics: some Sequence<Topic>) {
        let due = state.withLock { state in topics.flatMap { state.wakeSignals[$0]?.values.map { $0 } ?? [] } }
        for wakeSignal in due { wakeSignal.signal() }
    }

    /// Wakes all listeners, because notifications may have been missed.
    package func wakeAll() {
        let due = state.withLock { state in state.wakeSignals.values.flatMap(\.values) }
        for wakeSignal in due { wakeSignal.signal() }
    }

    /// Ends all current and later waits, because the process is stopping.
    package func close() {
        let due = state.withLock { state in
            state.isClosed = true
            return state.wakeSignals.values.flatMap(\.values)
        }
        for wakeSignal in due { wakeSignal.signal() }
    }

    /// Number of listeners.
    package var waiting: Int { state.withLock { $0.wakeSignals.values.reduce(0) { $0 + $1.count } } }

    fileprivate var isClosed: Bool { state.withLock { $0.isClosed } }

    fileprivate func remove(_ id: UUID, from topic: Topic) {
        state.withLock { state in
            state.wakeSignals[topic]?[id] = nil
            if state.wakeSignals[topic]?.isEmpty == true { state.wakeSignals[topic] = nil }
        }
    }
}

/// A registered listener; stop it when done.
package struct HubListener: Sendable {
    fileprivate let hub: OperationHub
    fileprivate let topic: OperationHub.Topic
    fileprivate let id: UUID
    fileprivate let wakeSignal: WakeSignal

    /// Waits for a wake-up, at most until the instant; may be called repeatedly.
    ///
    /// - Returns: False if the hub is closed, so that no wake-up will come.
    /// - Throws: `CancellationError`.
    package func wait(until end: ContinuousClock.Instant) async throws -> Bool {
        guard !hub.isClosed else { return false }
        await wakeSignal.wait(atMost: end - .now)
        try Task.checkCancellation()
        return !hub.isClosed
    }

    /// Wakes this listener only.
    package func signal() { wakeSignal.signal() }

    /// Stops listening.
    package func stop() { hub.remove(id, from: topic) }
}
