import Synchronization

/// The state of one transaction on one connection.
///
/// BEGIN, SAVEPOINT, RELEASE and statements without a needed answer are sent with the next one, in the same round trip;
/// COMMIT includes the statements deferred to it.
final class TransactionCore: Sendable {
    /// A savepoint, by its depth; the outermost is 1.
    struct Savepoint {
        fileprivate let depth: Int
        fileprivate var name: String { "savepoint_\(depth)" }
    }

    private enum Phase {
        case open
        /// The server has lost the transaction, although it was not ended.
        case lost
        case ended
    }

    private struct State {
        var phase = Phase.open
        /// Statements to be sent before the next one.
        var ahead: [SQL]
        /// Whether they include work, beyond opening the transaction and its savepoints.
        var aheadHoldsWork = false
        /// Statements to be sent with COMMIT, before it, and the receivers of their rows.
        var last: [(statement: SQL, take: (@Sendable ([PostgresRow]) -> Void)?)] = []
        /// For each open savepoint, its index in `ahead`; nil once sent.
        var savepoints: [Int?] = []
        var isBegun = false
        var locals: [ObjectIdentifier: any Sendable] = [:]

        /// Whether there is unsent work.
        var holdsWork: Bool { aheadHoldsWork || !last.isEmpty }
    }

    /// Time limit for ending a transaction, whatever deadline the work had.
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
    /// - Throws: `.transactionEnded` if it has ended or was lost.
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

    /// Removes and returns the statements to send first; from then on they count as sent.
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

    /// Defers a statement to the next round trip.
    ///
    /// - Throws: `.transactionEnded` if it has ended or was lost.
    func runLater(_ statement: SQL) throws(PostgresError) {
        let isOpen = state.withLock { state in
            guard state.phase == .open else { return false }
            state.ahead.append(statement)
            state.aheadHoldsWork = true
            return true
        }
        guard isOpen else { throw Self.over }
    }

    /// Defers a statement to the round trip of COMMIT.
    ///
    /// - Throws: `.transactionEnded` if it has ended or was lost.
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
        // Removed while it changes, so that it is not copied and the body may access another key.
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
    /// - Throws: `.server` if a statement had failed and the body ignored it; the effects are undone then.
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

    /// Undoes the effects since a savepoint; if that fails, the transaction counts as lost.
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
    /// Commits, after the deferred statements.
    ///
    /// - Throws: `.commitUnknown` if the connection broke before the answer arrived. The other errors mean that nothing
    ///   took effect: `.transactionEnded` if the transaction was lost, `.server` if one of its statements had failed,
    ///   and the error of a deferred statement.
    func commit() async throws(PostgresError) {
        let end = end()
        guard end.phase == .open else { throw PostgresError(.transactionEnded, "the transaction was lost") }
        guard end.isBegun || end.holdsWork else { return }
        guard !end.isBegun || connection.transactionStatus != .failed else {
            await sendRollback()
            throw Self.aborted
        }
        // Statements that may wait for a lock are work, and keep the work's deadline.
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
        // The server answers COMMIT with ROLLBACK if the transaction had been aborted.
        guard answer.last?.commandTag == "COMMIT" else { throw Self.aborted }
        for (index, last) in end.last.enumerated() { last.take?(answer[end.ahead.count + index].rows) }
    }

    /// Rolls back; if that fails, the connection is closed, which also rolls back.
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
