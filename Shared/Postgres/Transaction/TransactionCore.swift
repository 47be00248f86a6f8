import Synchronization

/// The life of one transaction on one connection.
///
/// BEGIN, SAVEPOINT, RELEASE and statements whose answer nobody needs are not sent by themselves but ahead of the next one,
/// in the same round trip; COMMIT takes along what was kept for it.
final class TransactionCore: Sendable {
    /// A savepoint, by its depth; the outermost is 1.
    struct Savepoint {
        fileprivate let depth: Int
        fileprivate var name: String { "savepoint_\(depth)" }
    }

    private enum Phase {
        case open
        /// The server has no transaction of ours any longer, though nobody ended it.
        case lost
        case ended
    }

    private struct State {
        var phase = Phase.open
        /// Statements to be sent ahead of the next one.
        var ahead: [SQL]
        /// Whether there is work among them, not only what opens the transaction and its savepoints.
        var aheadHoldsWork = false
        /// Statements to be sent with COMMIT, ahead of it, and who is lent their rows.
        var last: [(statement: SQL, take: (@Sendable ([PostgresRow]) -> Void)?)] = []
        /// For each open savepoint, where it stands in `ahead`; nil once sent.
        var savepoints: [Int?] = []
        var isBegun = false
        var locals: [ObjectIdentifier: any Sendable] = [:]

        /// Whether there is work that was not sent.
        var holdsWork: Bool { aheadHoldsWork || !last.isEmpty }
    }

    /// How long ending a transaction may take, whatever deadline the work itself had.
    private static let endLimit: Duration = .seconds(10)

    private let connection: Connection
    private let limit: StatementLimit
    private let state: Mutex<State>

    init(connection: Connection, isolation: TransactionIsolation, limit: StatementLimit) {
        self.connection = connection
        self.limit = limit
        state = Mutex(State(ahead: [SQL(trusted: "BEGIN ISOLATION LEVEL \(isolation.rawValue)")]))
    }

    /// Runs statements within the transaction.
    ///
    /// - Throws: `.transactionEnded` when it is over or lost.
    func run(_ statements: [SQL]) async throws(PostgresError) -> [ResultTable] {
        if Task.isCancelled { throw Interruption.Cause.cancelled.error }
        guard !statements.isEmpty else { return [] }
        let ahead = try take()
        do throws(PostgresError) {
            return Array(try await connection.run(ahead + statements, until: limit.next()).dropFirst(ahead.count))
        } catch {
            noteWhetherLost()
            throw error
        }
    }

    /// Runs a text of several statements, which must leave the transaction open.
    func runScript(_ script: String) async throws(PostgresError) {
        let ahead = try take()
        if !ahead.isEmpty { _ = try await connection.run(ahead, until: limit.next()) }
        do throws(PostgresError) {
            try await connection.runScript(script, until: limit.next())
        } catch {
            noteWhetherLost()
            throw error
        }
        noteWhetherLost()
    }

    /// The statements to send ahead; from here on they count as sent.
    private func take() throws(PostgresError) -> [SQL] {
        let ahead: [SQL]? = state.withLock { state in
            guard state.phase == .open else { return nil }
            defer {
                state.ahead = []
                state.aheadHoldsWork = false
            }
            state.isBegun = true
            state.savepoints = state.savepoints.map { _ in nil }
            return state.ahead
        }
        guard let ahead else { throw Self.over }
        return ahead
    }

    /// Keeps a statement for the next round trip.
    ///
    /// - Throws: `.transactionEnded` when it is over or lost.
    func runLater(_ statement: SQL) throws(PostgresError) {
        let isOpen = state.withLock { state in
            guard state.phase == .open else { return false }
            state.ahead.append(statement)
            state.aheadHoldsWork = true
            return true
        }
        guard isOpen else { throw Self.over }
    }

    /// Keeps a statement for the round trip of COMMIT.
    ///
    /// - Throws: `.transactionEnded` when it is over or lost.
    func runAtCommit(
        _ statement: SQL, _ take: (@Sendable ([PostgresRow]) -> Void)? = nil
    ) throws(PostgresError) {
        let isOpen = state.withLock { state in
            guard state.phase == .open else { return false }
            state.last.append((statement, take))
            return true
        }
        guard isOpen else { throw Self.over }
    }

    private func noteWhetherLost() {
        let status = connection.transactionStatus
        guard connection.isBroken || (status != .open && status != .failed) else { return }
        state.withLock { if $0.phase == .open { $0.phase = .lost } }
    }

    func withLocal<Value: Sendable, Result>(
        _ key: TransactionLocal<Value>, _ body: (inout Value?) throws -> Result
    ) rethrows -> Result {
        // Taken out while it changes, so that nothing is copied and the body may come back for another key.
        var value = state.withLock { $0.locals.removeValue(forKey: ObjectIdentifier(key)) } as? Value
        defer { state.withLock { $0.locals[ObjectIdentifier(key)] = value } }
        return try body(&value)
    }
}

// MARK: - Savepoints

extension TransactionCore {
    func openSavepoint() throws(PostgresError) -> Savepoint {
        let savepoint: Savepoint? = state.withLock { state in
            guard state.phase == .open else { return nil }
            let savepoint = Savepoint(depth: state.savepoints.count + 1)
            state.savepoints.append(state.ahead.count)
            state.ahead.append(SQL(trusted: "SAVEPOINT \(savepoint.name)"))
            return savepoint
        }
        guard let savepoint else { throw Self.over }
        return savepoint
    }

    /// Keeps the effects since a savepoint.
    ///
    /// - Throws: `.server` when a statement had failed and the body kept quiet about it; the effects are undone then.
    func keep(_ savepoint: Savepoint) async throws(PostgresError) {
        guard connection.transactionStatus != .failed || !state.withLock(\.isBegun) else {
            await undo(savepoint)
            throw Self.aborted
        }
        state.withLock { state in
            guard state.phase == .open, let position = state.savepoints.popLast() else { return }
            if let position {
                state.ahead.remove(at: position)
            } else {
                state.ahead.append(SQL(trusted: "RELEASE SAVEPOINT \(savepoint.name)"))
            }
        }
    }

    /// Undoes the effects since a savepoint; the transaction counts as lost when that fails.
    func undo(_ savepoint: Savepoint) async {
        let isSent: Bool = state.withLock { state in
            guard state.phase == .open, let position = state.savepoints.popLast() else { return false }
            if let position {
                state.ahead.removeSubrange(position...)
                return false
            }
            state.ahead = []
            state.aheadHoldsWork = false
            return true
        }
        guard isSent else { return }
        do throws(PostgresError) {
            let undoing = ["ROLLBACK TO SAVEPOINT \(savepoint.name)", "RELEASE SAVEPOINT \(savepoint.name)"]
            _ = try await connection.run(
                undoing.map { SQL(trusted: $0) }, until: .now + Self.endLimit, isShielded: true)
        } catch {
            state.withLock { $0.phase = .lost }
        }
    }

    private static let aborted = PostgresError(
        .server, "a statement of the transaction had failed", sqlState: "25P02")

    fileprivate static let over = PostgresError(.transactionEnded, "the transaction is over")
}

// MARK: - The end

extension TransactionCore {
    /// Commits, after the statements that were kept for it.
    ///
    /// - Throws: `.commitUnknown` when the connection broke before the answer came; `.transactionEnded` when the
    ///   transaction had been lost, `.server` when a statement of it had failed, and whatever a statement that was kept
    ///   for it throws: nothing took effect in these cases.
    func commit() async throws(PostgresError) {
        let end = end()
        guard end.phase == .open else { throw PostgresError(.transactionEnded, "the transaction was lost") }
        guard end.isBegun || end.holdsWork else { return }
        guard !end.isBegun || connection.transactionStatus != .failed else {
            await sendRollback()
            throw Self.aborted
        }
        // What may wait for a lock is work, and keeps to the work's deadline.
        let deadline = end.holdsWork ? limit.next() : nil
        let answer: [ResultTable]
        do throws(PostgresError) {
            answer = try await connection.run(
                end.ahead + end.last.map(\.statement) + ["COMMIT"], until: deadline ?? .now + Self.endLimit,
                isShielded: true)
        } catch {
            if !connection.isBroken, [.open, .failed].contains(connection.transactionStatus) {
                // A statement before COMMIT failed, and the server skipped it.
                await sendRollback()
                throw error
            }
            guard connection.isBroken || error.code == .timeout else { throw error }
            connection.abandon()
            throw PostgresError(
                .commitUnknown, "the connection broke during COMMIT", sqlState: error.sqlState,
                privateDetails: error.privateDetails)
        }
        // The server answers COMMIT with ROLLBACK when the transaction had been aborted.
        guard answer.last?.commandTag == "COMMIT" else { throw Self.aborted }
        for (index, last) in end.last.enumerated() { last.take?(answer[end.ahead.count + index].rows) }
    }

    /// Rolls back; a connection on which that fails is given up, which rolls back as well.
    func rollBack() async {
        if end().isBegun { await sendRollback() }
    }

    private func end() -> State {
        state.withLock { state in
            defer { state.phase = .ended }
            return state
        }
    }

    private func sendRollback() async {
        guard !connection.isBroken, connection.transactionStatus != .idle else { return }
        do throws(PostgresError) {
            _ = try await connection.run(["ROLLBACK"], until: .now + Self.endLimit, isShielded: true)
        } catch {
            connection.abandon()
        }
    }
}
