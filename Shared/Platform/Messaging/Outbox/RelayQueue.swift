import ServiceRuntime
import Synchronization

/// Rows that this process's transactions have committed, for the relay to send without reading the outbox.
///
/// The outbox remains authoritative: rows that do not fit, or whose commit is unknown, only set a flag to look there.
package final class RelayQueue: Sendable {
    private struct State {
        var rows: [OutboxRows.Due] = []
        var bytes = 0
        /// Whether there may be rows to send that are not in memory.
        var isIncomplete: Bool
    }

    /// Maximum number of rows in memory, and of their total bytes.
    private static let maxQueued = (rows: 2_000, bytes: 8 << 20)

    private let state = Mutex(State(isIncomplete: true))
    private let wakeSignal = WakeSignal()

    package init() {}

    /// Adds rows of a committed transaction.
    ///
    /// - Parameters:
    ///   - rows: Rows that the relay may send from memory.
    ///   - isComplete: Whether the transaction left no other rows to send.
    func put(_ rows: [OutboxRows.Due], isComplete: Bool) {
        state.withLock { state in
            let bytes = rows.reduce(0) { $0 + $1.size }
            guard state.rows.count + rows.count <= Self.maxQueued.rows, state.bytes + bytes <= Self.maxQueued.bytes
            else {
                state = State(isIncomplete: true)
                return
            }
            state.rows += rows
            state.bytes += bytes
            if !isComplete { state.isIncomplete = true }
        }
        wakeSignal.signal()
    }

    /// Makes the relay read the outbox.
    func rescan() {
        state.withLock { $0.isIncomplete = true }
        wakeSignal.signal()
    }

    /// The oldest waiting rows, in the order in which they were written; nil if the outbox must be read, which has all
    /// of them.
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
            // The remaining rows can be taken without waiting.
            if !state.rows.isEmpty { wakeSignal.signal() }
            return taken
        }
    }

    /// Waits until there are rows to take, with a time limit.
    func wait(atMost limit: Duration) async {
        await wakeSignal.wait(atMost: limit)
    }
}
