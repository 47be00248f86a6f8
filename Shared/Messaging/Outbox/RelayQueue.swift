import ServiceRuntime
import Synchronization

/// What transactions of this process have committed, for the relay to send without reading it from the outbox.
///
/// The outbox stays the truth: whatever does not fit in here, or is of unknown fate, is only noted as something to look for there.
package final class RelayQueue: Sendable {
    private struct State {
        var rows: [OutboxRows.Due] = []
        var bytes = 0
        /// Whether there may be rows to send that are not in here.
        var isIncomplete: Bool
    }

    /// Most rows, and their bytes, that wait in memory.
    private static let most = (rows: 2_000, bytes: 8 << 20)

    private let state = Mutex(State(isIncomplete: true))
    private let wakeSignal = WakeSignal()

    package init() {}

    /// Rows of a committed transaction.
    ///
    /// - Parameters:
    ///   - rows: Those that the relay may send as they are here.
    ///   - isComplete: Whether the transaction has left nothing else to send.
    func put(_ rows: [OutboxRows.Due], isComplete: Bool) {
        state.withLock { state in
            let bytes = rows.reduce(0) { $0 + $1.size }
            guard state.rows.count + rows.count <= Self.most.rows, state.bytes + bytes <= Self.most.bytes else {
                state = State(isIncomplete: true)
                return
            }
            state.rows += rows
            state.bytes += bytes
            if !isComplete { state.isIncomplete = true }
        }
        wakeSignal.signal()
    }

    /// Has the relay look into the outbox.
    func look() {
        state.withLock { $0.isIncomplete = true }
        wakeSignal.signal()
    }

    /// The oldest of what waits, by the order in which it was written; nil when the outbox has to be looked into, which
    /// shows it all.
    func take(atMost limit: Int = .max) -> [OutboxRows.Due]? {
        state.withLock { state in
            guard !state.isIncomplete else {
                state = State(isIncomplete: false)
                return nil
            }
            state.rows.sort { $0.id < $1.id }
            let taken = Array(state.rows.prefix(limit))
            state.rows.removeFirst(taken.count)
            state.bytes -= taken.reduce(0) { $0 + $1.size }
            // What is left is taken without waiting.
            if !state.rows.isEmpty { wakeSignal.signal() }
            return taken
        }
    }

    /// Waits until there is something to take, at most for some time.
    func wait(atMost limit: Duration) async {
        await wakeSignal.wait(atMost: limit)
    }
}
