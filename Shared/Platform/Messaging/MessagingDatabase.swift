import EventContracts
import Foundation
import Logging
import Postgres
import ServiceRuntime
import Synchronization

/// A service's database with messaging: the one way to change state and emit events in the same transaction.
package final class MessagingDatabase: Sendable {
    /// The service that owns the schema.
    package let service: String
    /// For reads, and for statements without events.
    package let pool: PostgresPool
    /// The clock for event times.
    package let clock: any WallClock
    /// The time of the last event published through this database.
    package let activity = Activity()
    /// Passes committed rows to the relay.
    let relayQueue = RelayQueue()
    /// Whether another instance of the service may be running, as counted by the relay.
    let hasOtherCopies = Atomic(true)
    /// Number of instances of the service, as counted by the relay; the maximum while it is unknown.
    let copies = Atomic(Int.max)
    /// Called as this process passes a stage; nil in services.
    package let observer: StageObserver?
    /// Records spans of this process; nil if none are exported.
    package let tracer: Tracer?
    private let logger: Logger
    /// Receives this instance's own notifications directly, without the database.
    private let hearer = Mutex<CommitObserver?>(nil)

    /// A closure in its own type: a `Mutex` of a bare closure would wrap it again at each access, so that each commit
    /// would take longer than the previous one.
    private struct CommitObserver: Sendable {
        let hear: @Sendable (_ channel: String, _ payload: String) -> Void
    }

    /// Access to a service's schema.
    package init(
        service: String, pool: PostgresPool, clock: any WallClock, observer: StageObserver? = nil,
        tracer: Tracer? = nil, logger: Logger
    ) {
        self.service = service
        self.pool = pool
        self.clock = clock
        self.observer = observer
        self.tracer = tracer
        self.logger = logger
    }

    /// Runs `body` in one transaction; its events are in the outbox if and only if it commits.
    ///
    /// - Throws: The error of `body`, or a `PostgresError`.
    package func write<Result: Sendable>(
        _ cause: EventCause, deadline: Duration? = nil, _ body: (borrowing Transaction) async throws -> Result
    ) async throws -> Result {
        let written = Mutex<[PostgresRow]>([])
        let (result, buffer) = try await lookingAfterUnknownCommits(deadline) { transaction in
            transaction.withLocal(OutboxBuffer.local) {
                $0 = OutboxBuffer(service: service, cause: cause, now: EventTime.truncate(clock.now()))
            }
            let result = try await body(transaction)
            try transaction.writeGathered()
            let buffer = try transaction.withBuffer { $0 }
            if let statement = OutboxWriter.statement(for: buffer.rows) {
                try transaction.queryAtCommit(statement) { rows in written.withLock { $0 = rows } }
            }
            return (result, buffer)
        }
        if !buffer.rows.isEmpty {
            observer?(.committed)
            if buffer.rows.contains(where: \.isNumbered) { activity.note() }
            let (rows, isComplete) = OutboxWriter.written(buffer.rows, written.withLock(\.self))
            relayQueue.put(rows, isComplete: isComplete)
        }
        if let hearer = hearer.withLock({ $0 }) {
            for notification in buffer.notifications { hearer.hear(notification.channel, notification.payload) }
        }
        await send(buffer.notifications.filter { !$0.isHint || hasOtherCopies.load(ordering: .relaxed) })
        return result
    }

    /// Runs a transaction; if it is unknown whether it was committed, the relay checks the outbox.
    private func lookingAfterUnknownCommits<Result: Sendable>(
        _ deadline: Duration?, _ body: (borrowing Transaction) async throws -> Result
    ) async throws -> Result {
        let span = tracer?.beginHere("transaction", .client)
        var isCommitted = false
        defer { span?.end(["db.system": "postgresql", "db.namespace": service], hasFailed: !isCommitted) }
        do {
            let result = try await pool.withTransaction(deadline: deadline, body)
            isCommitted = true
            return result
        } catch let error as PostgresError where error.code == .commitUnknown {
            relayQueue.rescan()
            throw error
        }
    }

    /// Passes each notification to `hearer` right after its commit; a listener of this instance receives it later, or
    /// twice.
    package func observeCommits(_ hearer: @escaping @Sendable (_ channel: String, _ payload: String) -> Void) {
        self.hearer.withLock { $0 = CommitObserver(hear: hearer) }
    }

    /// Best effort: listeners also poll from time to time.
    private func send(_ notifications: Set<DatabaseNotification>) async {
        guard !notifications.isEmpty else { return }
        let channels = notifications.map(\.channel), payloads = notifications.map(\.payload)
        do {
            _ = try await pool.query(
                "SELECT pg_notify(channel, payload) FROM unnest(\(channels), \(payloads)) AS due (channel, payload)")
        } catch {
            logger.warning("notification not sent", metadata: ["error": "\(error)"])
        }
    }
}
