import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The table `recovery_requests`.
enum RecoveryRequestRepository {
    /// Records a recovery request; repeated requests are one until it is answered.
    static func add(_ emailIndex: [UInt8], at now: Date, in database: some PostgresQuerying) async throws {
        try await database.execute(
            """
            INSERT INTO recovery_requests (email_index, asked_at) VALUES (\(emailIndex), \(now))
            ON CONFLICT (email_index) DO NOTHING
            """)
    }

    /// Unanswered requests, the oldest first.
    static func list(maxCount: Int, in database: some PostgresQuerying) async throws -> [[UInt8]] {
        try await database.query(
            "SELECT email_index FROM recovery_requests ORDER BY asked_at LIMIT \(maxCount)"
        ).map { try $0.decode([UInt8].self) }
    }

    /// Removes a request.
    ///
    /// - Returns: False if another instance has removed it.
    static func remove(
        _ emailIndex: [UInt8], in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.execute("DELETE FROM recovery_requests WHERE email_index = \(emailIndex)") == 1
    }

    /// Deletes requests that could not be answered in time.
    static func prune(before limit: Date, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute("DELETE FROM recovery_requests WHERE asked_at < \(limit)")
    }
}
