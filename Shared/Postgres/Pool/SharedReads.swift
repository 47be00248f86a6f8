import Synchronization

/// Reads of many callers that travel to the server together: while one round trip is under way, the next gathers.
///
/// Alone, a read costs a connection's thread, a message to the server and one back; a few dozen together cost little more.
/// One of the callers, the leader, takes along what has gathered; whoever came first meanwhile leads next.
final class SharedReads: Sendable {
    /// What a caller is to do.
    private enum Turn: Sendable {
        /// Nothing: another one brought the answer.
        case done(ResultTable)
        /// Run the read by itself.
        case alone
        /// Take everything that waits to the server, one's own read included.
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

    /// Most reads of one round trip.
    private static let most = 64
    /// Round trips under way at a time.
    private static let leaders = 2

    private let state = Mutex(State())

    /// How many reads wait for a round trip.
    var waiting: Int { state.withLock(\.waiting.count) }

    /// Runs a read, with whatever others wait where that can be.
    ///
    /// - Parameters:
    ///   - statement: Changes nothing: it may run twice.
    ///   - together: Takes statements to the server in one round trip, whether or not its caller is cancelled. When it
    ///     fails, because of one statement or of all, each runs by itself.
    ///   - alone: Runs one statement.
    /// - Returns: The statement's answer.
    /// - Throws: What `alone` throws.
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
            let readers = state.waiting.prefix(Self.most - 1)
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
                // A leader may have gone since: then there is nobody to wait for.
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

    /// Has the one that waits longest lead, if anybody waits.
    private func passOn() {
        let next: Reader? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.leaders -= 1
            return nil
        }
        next?.continuation.resume(returning: .lead)
    }
}
