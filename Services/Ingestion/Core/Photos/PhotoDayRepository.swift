import EventContracts
import Foundation
import Postgres
import Quantities

/// The table `photo_days`.
package enum PhotoDayRepository {
    /// Increases the count by one, unless the limit is reached.
    ///
    /// Concurrent calls wait for each other.
    ///
    /// - Returns: False if the limit is reached; then nothing is counted.
    package static func take(
        of account: AccountID, on day: CalendarDay, maxCount: Int, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO photo_days AS known (account_id, day, taken)
            SELECT \(account.uuid), CAST(\(day.description) AS date), 1 WHERE \(Int64(maxCount)) > 0
            ON CONFLICT (account_id, day) DO UPDATE SET taken = known.taken + 1 WHERE known.taken < \(Int64(maxCount))
            """) == 1
    }

    /// The count so far.
    package static func taken(
        by account: AccountID, on day: CalendarDay, in database: some PostgresQuerying
    ) async throws -> Int {
        let rows = try await database.lookUp(
            """
            SELECT taken FROM photo_days
            WHERE account_id = \(account.uuid) AND day = CAST(\(day.description) AS date)
            """)
        guard let row = rows.first else { return 0 }
        return Int(try row.decode("taken", as: Int32.self))
    }

    /// Deletes days that are over in all time zones.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM photo_days WHERE (account_id, day) IN (
                SELECT account_id, day FROM photo_days WHERE day < CAST(\(limit) AT TIME ZONE 'UTC' AS date)
                LIMIT \(maxCount))
            """)
    }
}
