import EventContracts
import Foundation
import Logging
import Postgres
import ServiceRuntime
import Synchronization

/// A service's database as messaging sees it: the one way to change state and say so in the same transaction.
package final class MessagingDatabase: Sendable {
    /// The service whose schema it is.
    package let service: String
    /// For reads, and for statements that say nothing.
    package let pool: PostgresPool
    /// Stamps events.
    package let clock: any WallClock
    /// Where the relay finds what was committed here.
    let relayQueue = RelayQueue()
    /// Whether there is another copy of the service, as far as the relay knows.
    let hasOtherCopies = Atomic(true)
    /// Called as this process passes a stage; nil in services.
    package let observer: StageObserver?
    private let logger: Logger
    /// Who is told of this copy's own notifications without the detour over the database.
    private let hearer = Mutex<CommitObserver?>(nil)

    /// A closure in a type of its own: a `Mutex` of the bare closure would wrap it once more each time it is looked at, so
    /// that each commit took longer than the one before.
    private struct CommitObserver: Sendable {
        let hear: @Sendable (_ channel: String, _ payload: String) -> Void
    }

    /// A service's way to its schema.
    package init(
        service: String, pool: PostgresPool, clock: any WallClock, observer: StageObserver? = nil,
        logger: Logger
    ) {
        self.service = service
        self.pool = pool
        self.clock = clock
        self.observer = observer
        self.logger = logger
    }

    /// Runs `body` in one transaction; what it appends is in the outbox when it commits, or nowhere.
    ///
    /// - Throws: what `body` throws, or a `PostgresError`.
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
            let (rows, isComplete) = OutboxWriter.written(buffer.rows, written.withLock(\.self))
            relayQueue.put(rows, isComplete: isComplete)
        }
        if let hearer = hearer.withLock({ $0 }) {
            for notification in buffer.notifications { hearer.hear(notification.channel, notification.payload) }
        }
        await send(buffer.notifications.filter { !$0.isHint || hasOtherCopies.load(ordering: .relaxed) })
        return result
    }

    /// A transaction; when nobody can tell whether it was committed, the relay looks for what it may have left.
    private func lookingAfterUnknownCommits<Result: Sendable>(
        _ deadline: Duration?, _ body: (borrowing Transaction) async throws -> Result
    ) async throws -> Result {
        do {
            return try await pool.withTransaction(deadline: deadline, body)
        } catch let error as PostgresError where error.code == .commitUnknown {
            relayQueue.look()
            throw error
        }
    }

    /// Tells `hearer` of each notification right after its commit: a listener of this copy hears it later, or twice.
    package func tellFirst(_ hearer: @escaping @Sendable (_ channel: String, _ payload: String) -> Void) {
        self.hearer.withLock { $0 = CommitObserver(hear: hearer) }
    }

    /// Best effort: who waits also looks by itself from time to time.
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
