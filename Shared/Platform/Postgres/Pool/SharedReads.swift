import Synchronization

/// Sends reads of many callers to the server together: while one round trip runs, the next reads are collected.
///
/// A single read costs a thread switch, a message to the server and one back; a few dozen together cost little more.
/// One of the callers, the leader, sends all collected reads; the first caller that arrives meanwhile is the next
/// leader.
final class SharedReads: Sendable {
    /// What a caller must do.
    private enum Turn: Sendable {
        /// The read is done: another caller received its result.
        case done(ResultTable)
        /// Run its read alone.
        case alone
        /// Send all waiting reads, including its own.
        case lead
    }

    private struct Reader: Sendable {
        let id: UInt64
        let statement: SQL
        let continuation: CheckedContinuation<Turn, Never>
    }

    private struct State {
        var waiting: [Reader] = []
        var leaders = 0
        var lastID: UInt64 = 0
    }

    /// Maximum number of reads in one round trip.
    private static let maxBatch = 64
    /// Maximum number of simultaneous round trips.
    private static let leaders = 2

    private let state = Mutex(State())

    /// Number of waiting reads.
    var waiting: Int { state.withLock(\.waiting.count) }

    /// Runs a read, together with other waiting reads if possible.
    ///
    /// - Parameters:
    ///   - statement: A read-only statement: it may run twice.
    ///   - together: Sends statements in one round trip, even if its caller is cancelled. If it fails, because of one
    ///     statement or of all, each runs alone.
    ///   - alone: Runs one statement.
    /// - Returns: The statement's answer.
    /// - Throws: The error of `alone`.
    func run(
        _ statement: SQL, together: ([SQL]) async throws -> [ResultTable],
        alone: (SQL) async throws -> ResultTable
    ) async throws -> ResultTable {
        switch await turn(statement) {
        case .done(let table): return table
        case .alone: return try await alone(statement)
        case .lead: break
        }
        let readers = state.withLock { state in
            let readers = state.waiting.prefix(Self.maxBatch - 1)
            state.waiting.removeFirst(readers.count)
            return Array(readers)
        }
        let tables = try? await together([statement] + readers.map(\.statement))
        passOn()
        for (index, reader) in readers.enumerated() {
            reader.continuation.resume(returning: tables.map { .done($0[index + 1]) } ?? .alone)
        }
        if let tables { return tables[0] }
        return try await alone(statement)
    }

    private func turn(_ statement: SQL) async -> Turn {
        let id: UInt64? = state.withLock { state in
            guard state.leaders == Self.leaders else {
                state.leaders += 1
                return nil
            }
            state.lastID += 1
            return state.lastID
        }
        guard let id else { return .lead }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A leader may have finished since, so that there is nothing to wait for.
                let turn: Turn? = state.withLock { state in
                    if Task.isCancelled { return .alone }
                    if state.leaders < Self.leaders {
                        state.leaders += 1
                        return .lead
                    }
                    state.waiting.append(Reader(id: id, statement: statement, continuation: continuation))
                    return nil
                }
                if let turn { continuation.resume(returning: turn) }
            }
        } onCancel: {
            let reader: Reader? = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiting.remove(at: index)
            }
            reader?.continuation.resume(returning: .alone)
        }
    }

    /// Makes the longest waiter the leader, if there is one.
    private func passOn() {
        let next: Reader? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.leaders -= 1
            return nil
        }
        next?.continuation.resume(returning: .lead)
    }
}
