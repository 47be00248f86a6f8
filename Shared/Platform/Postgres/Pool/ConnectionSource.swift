import Dispatch
import Logging
import Synchronization

/// The result for a caller that waited for a connection.
private enum Turn: Sendable {
    case lend(Connection)
    case connect
    case turnedAway(PostgresError)
}

/// The engine of `PostgresPool`: lends connections, opens them on demand and replaces broken ones.
final class ConnectionSource: Sendable {
    fileprivate typealias State = PoolState<Connection, CheckedContinuation<Turn, Never>>

    fileprivate struct Guarded {
        var pool: State
        var opened = 0
        var failures = 0
        var backoff = Backoff()
        /// The error of the last attempt to connect; nil after a success.
        var connectFailure: PostgresError?
        /// When the timer will check for expired waiters; nil if it is not set.
        var alarm: ContinuousClock.Instant?
        var drained: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: PostgresConfiguration
    private let statementTimeout: Duration?
    private let logger: Logger
    private let state: Mutex<Guarded>

    init(
        configuration: PostgresConfiguration, size: Int, waitingLimit: Int, statementTimeout: Duration?, logger: Logger
    ) {
        self.configuration = configuration
        self.statementTimeout = statementTimeout
        self.logger = logger
        state = Mutex(Guarded(pool: State(size: max(1, size), waitingLimit: waitingLimit)))
    }

    var statistics: PoolStatistics {
        state.withLock { state in
            PoolStatistics(
                open: state.pool.slots, idle: state.pool.idle.count, waiting: state.pool.waiting,
                opened: state.opened, failures: state.failures)
        }
    }

    /// Acquires a connection; the caller must `release` it.
    func acquire(until deadline: ContinuousClock.Instant) async throws(PostgresError) -> Connection {
        while true {
            switch state.withLock({ $0.pool.acquire() }) {
            case .lend(let connection):
                if let sound = sound(connection) { return sound }
            case .connect:
                return try await connect(until: deadline)
            case .wait:
                switch await turn(until: deadline) {
                case .lend(let connection):
                    if let sound = sound(connection) { return sound }
                case .connect:
                    return try await connect(until: deadline)
                case .turnedAway(let error):
                    throw error
                }
            case .refuse:
                throw PostgresError(.poolExhausted, "too many callers wait for a connection")
            case .closed:
                throw Self.closed
            }
        }
    }

    private static let closed = PostgresError(.connection, "the pool is closed", isRetryable: false)

    /// The connection, unless the server closed it while it was idle.
    private func sound(_ connection: Connection) -> Connection? {
        guard connection.isBroken || connection.hasUnexpectedInput else { return connection }
        connection.abandon()
        release(connection)
        return nil
    }

    /// Returns a connection; a broken one, or one inside a transaction, is closed.
    func release(_ connection: Connection) {
        guard !connection.isBroken, connection.transactionStatus == .idle else {
            state.withLock { $0.failures += connection.isBroken ? 1 : 0 }
            connection.abandon()
            freeSlot()
            return
        }
        let waiter: CheckedContinuation<Turn, Never>? = state.withLock { state in
            guard case .grant(let waiter, _) = state.pool.release(connection) else {
                state.resumeDrained()
                return nil
            }
            return waiter
        }
        waiter?.resume(returning: .lend(connection))
    }

    private func freeSlot() {
        let waiter = state.withLock { state in
            let next = state.pool.slotFreed()
            state.resumeDrained()
            return next?.0
        }
        waiter?.resume(returning: .connect)
    }

    /// Closes idle connections and refuses waiters at once; returns when the last lent connection is back.
    func close() async {
        let waiters = state.withLock { $0.pool.close().waiters }
        waiters.forEach { $0.resume(returning: .turnedAway(Self.closed)) }
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.drained.append(continuation)
                state.resumeDrained()
            }
        }
    }
}

extension ConnectionSource.Guarded {
    /// Notifies the caller of `close` that all connections are closed.
    fileprivate mutating func resumeDrained() {
        guard pool.isClosed, pool.slots == 0 else { return }
        drained.forEach { $0.resume() }
        drained = []
    }
}

// MARK: - Connecting

extension ConnectionSource {
    /// Connects, retrying with growing pauses until the deadline if the failure may be temporary.
    private func connect(until deadline: ContinuousClock.Instant) async throws(PostgresError) -> Connection {
        do throws(PostgresError) {
            while true {
                do throws(PostgresError) {
                    let limit = min(deadline, .now + configuration.connectTimeout)
                    let connection = try await Connection.open(
                        configuration, statementTimeout: statementTimeout, until: limit)
                    state.withLock { state in
                        state.opened += 1
                        state.connectFailure = nil
                        state.backoff.reset()
                    }
                    return connection
                } catch {
                    try await pauseAfter(error, until: deadline)
                }
            }
        } catch {
            freeSlot()
            throw error
        }
    }

    /// Waits before the next attempt.
    ///
    /// - Throws: The failure itself if there is to be no further attempt.
    private func pauseAfter(
        _ failure: PostgresError, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        guard failure.code != .cancelled else { throw failure }
        let pause = state.withLock { state in
            state.failures += 1
            state.connectFailure = failure
            return state.backoff.next()
        }
        logger.warning(
            "cannot connect to the database",
            metadata: ["error.code": "\(failure.code.rawValue)", "db.sqlstate": "\(failure.sqlState ?? "none")"])
        guard failure.isRetryable, .now + pause < deadline else { throw failure }
        do {
            try await Task.sleep(for: pause)
        } catch {
            throw Interruption.Cause.cancelled.error
        }
    }
}

// MARK: - Waiting

extension ConnectionSource {
    private func turn(until deadline: ContinuousClock.Instant) async -> Turn {
        let ticket = Mutex<Int?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The pool may have changed since it answered "wait", so it is queried again under the lock that
                // protects the queue.
                let turn: Turn? = state.withLock { state in
                    switch state.pool.acquire() {
                    case .lend(let connection): return .lend(connection)
                    case .connect: return .connect
                    case .closed: return .turnedAway(Self.closed)
                    case .refuse: return .turnedAway(PostgresError(.poolExhausted, "too many callers wait"))
                    case .wait:
                        let id = state.pool.enqueue(continuation, until: deadline)
                        ticket.withLock { $0 = id }
                        setAlarm(&state)
                        return nil
                    }
                }
                if let turn {
                    continuation.resume(returning: turn)
                } else if Task.isCancelled {
                    withdraw(ticket.withLock(\.self))
                }
            }
        } onCancel: {
            withdraw(ticket.withLock(\.self))
        }
    }

    private func withdraw(_ id: Int?) {
        guard let id else { return }
        let waiter = state.withLock { $0.pool.withdraw(id) }
        waiter?.resume(returning: .turnedAway(Interruption.Cause.cancelled.error))
    }

    /// Ensures that expired waiters are refused in time; one timer serves them all.
    private func setAlarm(_ state: inout Guarded) {
        guard let next = state.pool.nextDeadline, state.alarm.map({ next < $0 }) ?? true else { return }
        state.alarm = next
        let delay = max(0, ContinuousClock.now.duration(to: next) / .milliseconds(1))
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(delay) + 1)) { [weak self] in
            self?.turnAwayExpired()
        }
    }

    private func turnAwayExpired() {
        let (expired, cause) = state.withLock { state in
            state.alarm = nil
            let expired = state.pool.expire(at: .now)
            setAlarm(&state)
            return (expired, state.connectFailure)
        }
        let error = cause ?? PostgresError(.poolExhausted, "no connection became free in time")
        expired.forEach { $0.resume(returning: .turnedAway(error)) }
    }
}
