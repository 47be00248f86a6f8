import Postgres

/// Shows that this instance is alive: a session advisory lock with its own number, released with the connection.
package struct WorkerLock: Sendable {
    /// First half of the lock's key; the second is the worker's number.
    static let space: Int32 = 0x7669_736e

    /// Identifies the instance in the queue.
    package let number: Int32
    private let session: DedicatedSession

    /// The SQL condition that the instance in the column `worker` is alive, that is, holds its lock.
    static let isHeld = """
        EXISTS (
            SELECT FROM pg_locks
            WHERE locktype = 'advisory' AND granted AND classid = \(space)::integer::oid
                AND objid = worker::oid AND objsubid = 2
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
        """

    /// Takes a free number.
    ///
    /// - Throws: `PostgresError`.
    static func take(_ connection: PostgresConfiguration) async throws -> WorkerLock {
        let session = try await DedicatedSession.open(connection)
        do {
            while true {
                let number = Int32.random(in: 1...Int32.max)
                let rows = try await session.query("SELECT pg_try_advisory_lock(\(space), \(number))")
                if let row = rows.first, try row.decode(Bool.self) {
                    return WorkerLock(number: number, session: session)
                }
            }
        } catch {
            session.close()
            throw error
        }
    }

    /// Checks whether the lock is still held.
    ///
    /// - Throws: `PostgresError` if the connection is lost, and the lock with it.
    func check() async throws { _ = try await session.query("SELECT 1") }

    /// Releases the lock.
    func release() { session.close() }
}
