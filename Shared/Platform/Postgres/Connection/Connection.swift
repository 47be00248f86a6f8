import CLibpq
import Glibc
import Synchronization
import Threads

/// One connection with its own thread; closed when it is no longer referenced.
///
/// Simultaneous statements run one after the other.
final class Connection: Sendable {
    private let mailbox: Mailbox
    private let wake: WakeDescriptor
    private let socket: Int32
    private let broken = Atomic(false)
    private let status = Atomic(LibpqConnection.TransactionStatus.idle.rawValue)

    private init(mailbox: Mailbox, wake: WakeDescriptor, socket: Int32) {
        self.mailbox = mailbox
        self.wake = wake
        self.socket = socket
    }

    deinit {
        mailbox.close()
    }

    /// Connects, on a new thread.
    ///
    /// - Throws: `.connection` or `.cancelled`.
    static func open(
        _ configuration: PostgresConfiguration, statementTimeout: Duration?, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> Connection {
        let wake = try WakeDescriptor()
        let mailbox = Mailbox()
        let flag = CancellationFlag()
        let interruption = Interruption(deadline: deadline, flag: flag)
        let socket: Result<Int32, PostgresError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                NamedThread.start("postgres") {
                    do throws(PostgresError) {
                        let connection = try LibpqConnection(
                            configuration, statementTimeout: statementTimeout, wake: wake, until: interruption)
                        continuation.resume(returning: .success(connection.socket))
                        mailbox.serve(connection)
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            }
        } onCancel: {
            flag.set()
            wake.signal()
        }
        return Connection(mailbox: mailbox, wake: wake, socket: try socket.get())
    }

    /// Whether the connection is unusable.
    var isBroken: Bool { broken.load(ordering: .acquiring) }

    /// The server's transaction status after the last statement.
    var transactionStatus: LibpqConnection.TransactionStatus {
        LibpqConnection.TransactionStatus(rawValue: status.load(ordering: .acquiring)) ?? .unknown
    }

    /// Marks the connection as unusable.
    func abandon() {
        broken.store(true, ordering: .releasing)
    }

    /// Closes the connection after the queued work.
    func close() {
        abandon()
        mailbox.close()
    }

    /// Whether the server has sent unexpected data, most likely because it closes the connection.
    ///
    /// Only for an idle connection, since otherwise the socket belongs to its thread.
    var hasUnexpectedInput: Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) != 0
    }

    /// Runs statements in one round trip.
    ///
    /// - Parameters:
    ///   - batch: The statements.
    ///   - deadline: After it, the server is asked to stop and `.timeout` is thrown.
    ///   - isShielded: Whether the statements continue if the task is cancelled.
    /// - Returns: The answer to each statement.
    /// - Throws: `PostgresError`.
    func run(
        _ batch: [SQL], until deadline: ContinuousClock.Instant?, isShielded: Bool = false
    ) async throws(PostgresError) -> [ResultTable] {
        try await perform(until: deadline, isShielded: isShielded) { connection, interruption throws(PostgresError) in
            try connection.run(batch, until: interruption)
        }
    }

    /// Runs a text of several statements without parameters.
    func runScript(_ script: String, until deadline: ContinuousClock.Instant?) async throws(PostgresError) {
        try await perform(until: deadline) { connection, interruption throws(PostgresError) in
            try connection.runScript(script, until: interruption)
        }
    }

    /// Waits for notifications.
    func notifications() async throws(PostgresError) -> [ListenerNotification] {
        try await perform(until: nil) { connection, interruption throws(PostgresError) in
            try connection.waitForNotifications(until: interruption)
        }
    }

    /// Runs a closure on the connection's thread.
    func perform<Value: Sendable>(
        until deadline: ContinuousClock.Instant?, isShielded: Bool = false,
        _ work: @escaping @Sendable (LibpqConnection, Interruption) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        if isBroken { throw PostgresError(.connection, "the connection is closed") }
        guard !isShielded else {
            return try await submit(Interruption(deadline: deadline, flag: nil), work).get()
        }
        if Task.isCancelled { throw Interruption.Cause.cancelled.error }
        let flag = CancellationFlag()
        let wake = wake
        return try await withTaskCancellationHandler {
            await submit(Interruption(deadline: deadline, flag: flag), work)
        } onCancel: {
            flag.set()
            wake.signal()
        }.get()
    }

    private func submit<Value: Sendable>(
        _ interruption: Interruption,
        _ work: @escaping @Sendable (LibpqConnection, Interruption) throws(PostgresError) -> Value
    ) async -> Result<Value, PostgresError> {
        if let connection = mailbox.connectionHere { return run(work, on: connection, interruption) }
        return await withCheckedContinuation { continuation in
            mailbox.add { [self] connection in
                guard let connection else {
                    continuation.resume(returning: .failure(PostgresError(.connection, "the connection is closed")))
                    return
                }
                continuation.resume(returning: run(work, on: connection, interruption))
            }
        }
    }

    /// Must be called on the connection's thread.
    private func run<Value>(
        _ work: (LibpqConnection, Interruption) throws(PostgresError) -> Value, on connection: LibpqConnection,
        _ interruption: Interruption
    ) -> Result<Value, PostgresError> {
        let result = Result { () throws(PostgresError) in try work(connection, interruption) }
        if connection.isBroken { abandon() }
        status.store(connection.transactionStatus.rawValue, ordering: .releasing)
        return result
    }

    /// Runs a body of several statements on the connection's thread, to avoid a thread switch for each.
    ///
    /// While a statement runs, the thread waits for the server, and so do the body's child tasks.
    func onThread<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        do {
            let value = try await withTaskExecutorPreference(mailbox, operation: body)
            await Self.leaveThread()
            return value
        } catch {
            await Self.leaveThread()
            throw error
        }
    }

    /// Leaves the connection's thread: when only the executor preference ends, the task stays there, and the next user
    /// of the connection would wait for it.
    @concurrent private static func leaveThread() async {}
}
