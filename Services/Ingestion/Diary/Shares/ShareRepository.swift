import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Postgres

/// The table `shares`; the column `meal_id` contains the id of a day for links to days.
enum ShareRepository {
    private static let columns = "share_id, account_id, meal_id, nutrients, language, created_at, expires_at, photo_id"

    /// Inserts a link.
    ///
    /// - Returns: False if the person has the maximum number.
    static func insert(
        _ share: Share, tokenHash: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.lockCount(of: "shares", share.account)
        return try await transaction.execute(
            """
            INSERT INTO shares (
                share_id, token_hash, account_id, meal_id, nutrients, language, created_at, expires_at, photo_id)
            SELECT \(share.id), \(tokenHash), \(share.account.uuid), \(share.subject),
                \(share.nutrients.map(\.rawValue))::text[], \(share.language.rawValue), \(share.createdAt),
                \(share.expiresAt), \(share.photo?.id)::uuid
            WHERE (
                SELECT count(*) FROM shares
                WHERE account_id = \(share.account.uuid) AND expires_at > \(share.createdAt)
            ) < \(Int64(Share.maxPerAccount))
            """) == 1
    }

    /// The active link with a token.
    static func read(
        tokenHash: [UInt8], at now: Date, in database: some PostgresQuerying
    ) async throws -> Share? {
        let rows = try await database.lookUp(
            "SELECT \(raw: columns) FROM shares WHERE token_hash = \(tokenHash) AND expires_at > \(now)")
        return try rows.first.map(share)
    }

    /// A person's active links, the newest first.
    static func list(
        of account: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> [Share] {
        let rows = try await database.lookUp(
            """
            SELECT \(raw: columns) FROM shares WHERE account_id = \(account.uuid) AND expires_at > \(now)
            ORDER BY created_at DESC, share_id LIMIT \(Int64(Share.maxPerAccount))
            """)
        return try rows.map(share)
    }

    /// Withdraws a link.
    ///
    /// - Returns: False if not found.
    static func remove(
        _ id: UUID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await database.execute(
            "DELETE FROM shares WHERE share_id = \(id) AND account_id = \(account.uuid)") == 1
    }

    /// Deletes expired links.
    ///
    /// - Returns: Their number.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM shares WHERE share_id IN (
                SELECT share_id FROM shares WHERE expires_at < \(limit) ORDER BY expires_at LIMIT \(maxCount))
            """)
    }

    private static func share(_ row: PostgresRow) throws -> Share {
        let (id, account, subject, nutrients, language, createdAt, expiresAt, photo) = try row.decode(
            UUID.self, UUID.self, UUID.self, [String].self, String.self, Date.self, Date.self, UUID?.self)
        guard let language = FoodLanguage(rawValue: language) else {
            throw UnknownStoredValue(column: "shares.language")
        }
        return Share(
            id: id, account: AccountID(account), subject: subject,
            photo: photo.map { PhotoKey(account: AccountID(account), id: $0) },
            nutrients: nutrients.compactMap(Nutrient.init(rawValue:)), language: language, createdAt: createdAt,
            expiresAt: expiresAt)
    }
}
