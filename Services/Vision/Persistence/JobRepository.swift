import EventContracts
import Foundation
import Messaging
import Postgres

/// The queue of photos, shared by all instances of the service.
package enum JobRepository {
    /// Maximum number of photos of one account that are analyzed concurrently, so that no account takes all workers.
    static let maxOfOneAccount = 2

    private static let columns = """
        job_id, account_id, lane, type, body, attempts, enqueued_at, event_id, correlation_id, operation_id, traceparent
        """

    /// Queues a command; a queued one is unchanged.
    package static func add<Body: EventBody>(
        _ event: Event<Body>, id: UUID, lane: PhotoLane, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        let attributes = event.attributes
        guard let account = AccountID(text: attributes.key) else {
            throw PermanentFailure("the key is not an account id")
        }
        try await transaction.execute(
            """
            INSERT INTO jobs (
                job_id, account_id, lane, type, body, enqueued_at, not_before, event_id, correlation_id, operation_id,
                traceparent)
            VALUES (
                \(id), \(account.uuid), \(lane), \(Body.type.name), \(try EventCoding.encode(event.body)), \(now),
                    \(now),
                \(attributes.id), \(attributes.correlationID), \(attributes.operationID?.uuid),
                \(attributes.traceparent))
            ON CONFLICT (job_id) DO NOTHING
            """)
    }

    /// The lanes with jobs of these types that could be taken now.
    package static func waitingLanes(
        of types: [EventType], at now: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Set<PhotoLane> {
        Set(
            try await database.query(
                """
                SELECT DISTINCT lane FROM jobs
                WHERE worker IS NULL AND not_before <= \(now) AND type = ANY (string_to_array(\(Self.list(types)), ' '))
                """
            ).map { try $0.decode(PhotoLane.self) })
    }

    private static func list(_ types: [EventType]) -> String { types.map(\.name).joined(separator: " ") }

    /// Takes the longest waiting job of a lane and of these types, and counts the attempt.
    ///
    /// Serialized over all instances, so that concurrent takes cannot give an account more than its share.
    ///
    /// - Returns: nil if nothing waits there, or only photos of accounts that have enough in progress.
    package static func take(
        from lane: PhotoLane, of types: [EventType], for worker: Int32, at now: Date,
        in transaction: borrowing Transaction
    ) async throws -> Job? {
        try await transaction.execute("SELECT pg_advisory_xact_lock(\(WorkerLock.space), 0)")
        return try await transaction.query(
            """
            UPDATE jobs SET worker = \(worker), attempts = attempts + 1
            WHERE job_id = (
                SELECT job_id FROM jobs AS waiting
                WHERE lane = \(lane) AND worker IS NULL AND not_before <= \(now)
                    AND type = ANY (string_to_array(\(Self.list(types)), ' ')) AND (
                    SELECT count(*) FROM jobs AS held
                    WHERE held.account_id = waiting.account_id AND held.worker IS NOT NULL) < \(Self.maxOfOneAccount)
                ORDER BY enqueued_at LIMIT 1
                FOR UPDATE SKIP LOCKED)
            RETURNING \(raw: Self.columns)
            """
        ).first.map(Self.job)
    }

    /// Removes a job from the queue together with its result.
    ///
    /// - Returns: False if the job is no longer claimed by this worker; then another worker provides the result.
    package static func finish(
        _ job: Job, of worker: Int32, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            DELETE FROM jobs WHERE job_id = \(job.id) AND worker = \(worker) AND attempts = \(job.attempt)
            """) == 1
    }

    /// Puts a job back that could not be analyzed for a temporary reason; the attempt does not count.
    package static func putBack(
        _ job: Job, of worker: Int32, until time: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            UPDATE jobs SET worker = NULL, attempts = attempts - 1, not_before = \(time)
            WHERE job_id = \(job.id) AND worker = \(worker) AND attempts = \(job.attempt)
            """)
    }

    /// Returns a job after a failed attempt, which counts, until a time.
    package static func release(
        _ job: Job, of worker: Int32, until time: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            UPDATE jobs SET worker = NULL, not_before = \(time)
            WHERE job_id = \(job.id) AND worker = \(worker) AND attempts = \(job.attempt)
            """)
    }

    /// Deletes a job whose result is not needed.
    package static func drop(_ job: Job, on database: borrowing some PostgresQuerying & ~Copyable) async throws {
        try await database.execute("DELETE FROM jobs WHERE job_id = \(job.id)")
    }

    /// Releases jobs of dead instances, whose advisory lock is not held.
    ///
    /// - Returns: The number of released jobs.
    @discardableResult
    package static func releaseAbandoned(on database: borrowing some PostgresQuerying & ~Copyable) async throws -> Int {
        try await database.execute(
            """
            UPDATE jobs SET worker = NULL
            WHERE worker IS NOT NULL AND NOT \(raw: WorkerLock.isHeld)
            """)
    }

    /// Number of waiting and running jobs, by lane.
    package static func load(on database: borrowing some PostgresQuerying & ~Copyable) async throws -> [LaneLoad] {
        try await database.query(
            """
            SELECT lane, count(*) FILTER (WHERE worker IS NULL), count(*) FILTER (WHERE worker IS NOT NULL),
                min(enqueued_at) FILTER (WHERE worker IS NULL)
            FROM jobs GROUP BY lane
            """
        ).map { row in
            let (lane, waiting, inHand, oldest) = try row.decode(PhotoLane.self, Int64.self, Int64.self, Date?.self)
            return LaneLoad(lane: lane, waiting: Int(waiting), inHand: Int(inHand), oldest: oldest)
        }
    }

    private static func job(_ row: PostgresRow) throws(PostgresError) -> Job {
        let (id, account, lane, type, body, attempts, enqueuedAt, eventID, correlationID, operationID, traceparent) =
            try row.decode(
                UUID.self, UUID.self, PhotoLane.self, String.self, [UInt8].self, Int32.self, Date.self, UUID.self,
                UUID.self,
                UUID?.self, String?.self)
        return Job(
            id: id, account: AccountID(account), lane: lane, type: EventType(type), body: body, attempt: Int(attempts),
            enqueuedAt: enqueuedAt, eventID: eventID, correlationID: correlationID,
            operationID: operationID.map(OperationID.init), traceparent: traceparent)
    }
}

/// The waiting and running jobs of a lane.
package struct LaneLoad: Sendable, Equatable {
    package let lane: PhotoLane
    package let waiting: Int
    package let inHand: Int
    /// When the longest waiting job was queued.
    package let oldest: Date?
}
