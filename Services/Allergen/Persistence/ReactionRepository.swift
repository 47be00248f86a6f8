import EventContracts
import Foundation
import Postgres
import Sealing

/// The reaction diary of each person (ALG-13, ALG-14).
package enum ReactionRepository {
    private static let columns = """
        account_id, reaction_id, version, to_char(occurred_on, 'YYYY-MM-DD'), to_char(time_of_day, 'HH24:MI'), \
        allergens,
        severity, notes, gtin, scan_id, meal_id, recorded_at, deleted_at
        """

    /// An entry of the person's diary, deleted or not; locked until the transaction ends.
    package static func lock(
        _ reaction: ReactionID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> ReactionChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM reactions
            WHERE reaction_id = \(reaction.uuid) AND account_id = \(account.uuid)
            FOR UPDATE
            """
        ).first.map(Self.reaction)
    }

    /// Stores the current state of an entry.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(_ reaction: ReactionChanged, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO reactions (
                account_id, reaction_id, version, occurred_on, time_of_day, allergens, severity, notes, gtin, scan_id,
                meal_id, recorded_at, deleted_at)
            VALUES (
                \(reaction.accountID.uuid), \(reaction.reactionID.uuid), \(reaction.version),
                \(reaction.occurredOn)::date, \(reaction.timeOfDay)::text::time, \(reaction.allergens),
                \(reaction.severity), \(reaction.notes.bytes), \(reaction.links?.gtin),
                \(reaction.links?.scanID?.uuid), \(reaction.links?.mealID?.uuid), \(reaction.recordedAt),
                \(reaction.deletedAt))
            ON CONFLICT (reaction_id) DO UPDATE SET
                version = EXCLUDED.version, occurred_on = EXCLUDED.occurred_on, time_of_day = EXCLUDED.time_of_day,
                allergens = EXCLUDED.allergens, severity = EXCLUDED.severity, notes = EXCLUDED.notes,
                gtin = EXCLUDED.gtin, scan_id = EXCLUDED.scan_id, meal_id = EXCLUDED.meal_id,
                deleted_at = EXCLUDED.deleted_at
            WHERE reactions.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of entries, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: ReactionID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ReactionChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM reactions
            WHERE \(cursor?.uuid)::uuid IS NULL OR reaction_id > \(cursor?.uuid)
            ORDER BY reaction_id LIMIT \(limit)
            """
        ).map(Self.reaction)
    }

    /// Permanently deletes entries that were deleted before an instant.
    @discardableResult
    package static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM reactions WHERE deleted_at < \(limit)")
    }

    private static func reaction(_ row: PostgresRow) throws(PostgresError) -> ReactionChanged {
        let (
            account, reaction, version, day, time, allergens, severity, notes, gtin, scan, meal, recordedAt, deletedAt
        ) = try row.decode(
            UUID.self, UUID.self, Int64.self, String.self, String?.self, [AllergenChoice].self, ReactionSeverity?.self,
            [UInt8].self, GTIN?.self, UUID?.self, UUID?.self, Date.self, Date?.self)
        let links = ReactionLinks(
            gtin: gtin, scanID: scan.map(ScanID.init), mealID: meal.map(MealID.init))
        return ReactionChanged(
            accountID: AccountID(account), reactionID: ReactionID(reaction), version: version, occurredOn: day,
            timeOfDay: time, allergens: allergens, severity: severity, notes: Sealed(bytes: notes),
            links: links.isEmpty ? nil : links, recordedAt: recordedAt, deletedAt: deletedAt)
    }
}
