import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// The totals of each account's days.
package enum DayRepository {
    private static let columns = """
        account_id, to_char(day, 'YYYY-MM-DD'), version, meals, totals, slots, slot_names, changed_at
        """

    /// The version of a person's day, 0 if it never had a meal; locked until the transaction ends.
    package static func lockVersion(
        of day: CalendarDay, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        try await transaction.query(
            """
            SELECT version FROM days WHERE account_id = \(account.uuid) AND day = \(day.description)::text::date
            FOR UPDATE
            """
        ).first?.decode(Int64.self) ?? 0
    }

    /// Stores the current state of a day.
    package static func save(_ day: DayChanged, in transaction: borrowing Transaction) throws {
        let totals = try PostgresJSON(day.totals), slots = try PostgresJSON(day.slots)
        try transaction.executeLater(
            """
            INSERT INTO days (account_id, day, version, meals, totals, slots, slot_names, changed_at)
            VALUES (
                \(day.accountID.uuid), \(day.day.description)::text::date, \(day.version), \(day.meals), \(totals),
                \(slots), \(day.slotNames?.bytes), \(day.changedAt))
            ON CONFLICT (account_id, day) DO UPDATE SET
                version = EXCLUDED.version, meals = EXCLUDED.meals, totals = EXCLUDED.totals, slots = EXCLUDED.slots,
                slot_names = EXCLUDED.slot_names, changed_at = EXCLUDED.changed_at
            """)
    }

    /// A page of days, in the order of account and day.
    package static func page(
        after account: AccountID?, _ day: CalendarDay?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [DayChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM days
            WHERE \(account?.uuid)::uuid IS NULL
                OR (account_id, day) > (\(account?.uuid)::uuid, \(day?.description)::text::date)
            ORDER BY account_id, day LIMIT \(limit)
            """
        ).map(Self.day)
    }

    private static func day(_ row: PostgresRow) throws -> DayChanged {
        let (account, day, version, meals, totals, slots, names, changedAt) = try row.decode(
            UUID.self, String.self, Int64.self, Int.self, PostgresJSON.self, PostgresJSON.self, [UInt8]?.self,
            Date.self)
        return DayChanged(
            accountID: AccountID(account), day: try CalendarDay(stored: day), version: version, meals: meals,
            totals: try totals.value(), slots: try slots.value(), slotNames: names.map { Sealed(bytes: $0) },
            changedAt: changedAt)
    }
}
