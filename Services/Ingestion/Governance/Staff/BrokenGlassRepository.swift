import EventContracts
import Foundation
import Postgres

/// The table `broken_glasses`.
enum BrokenGlassRepository {
    /// How long the records stay open, in seconds.
    static let opening: TimeInterval = 30 * 60

    /// Opens the security records of an account to a staff member.
    static func open(
        _ subject: AccountID, to staff: AccountID, at now: Date, until end: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO broken_glasses (broken_glass_id, subject_id, staff_id, broken_at, ends_at)
            VALUES (\(UUID()), \(subject.uuid), \(staff.uuid), \(now), \(end))
            """)
    }

    /// Deletes openings that ended before an instant; the audit log keeps who opened them and why.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM broken_glasses WHERE broken_glass_id IN (
                SELECT broken_glass_id FROM broken_glasses WHERE ends_at < \(limit) LIMIT \(maxCount))
            """)
    }

    /// Whether they are open.
    static func isOpen(
        _ subject: AccountID, to staff: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await !database.query(
            """
            SELECT 1 FROM broken_glasses
            WHERE staff_id = \(staff.uuid) AND subject_id = \(subject.uuid) AND ends_at > \(now) LIMIT 1
            """
        ).isEmpty
    }
}
