import EventContracts
import Foundation
import Postgres

/// The table `photos`.
package enum PhotoRepository {
    /// The states of a photo that are visible to its owner.
    package enum State: String, Sendable {
        case draft, kept
    }

    private static let columns =
        """
        photo_id, account_id, object_id, format, width, height, orientation, byte_count, focal_length, content_hash, \
        since
        """

    /// Inserts a photo whose bytes are about to be stored.
    package static func insert(_ photo: StoredPhoto, in database: some PostgresQuerying) async throws {
        let facts = photo.facts
        try await database.execute(
            """
            INSERT INTO photos (object_id, photo_id, account_id, state, format, width, height, orientation, byte_count,
                focal_length, content_hash, since)
            VALUES (\(photo.key.id), \(photo.id.uuid), \(photo.key.account.uuid), 'arriving', \(facts.format.rawValue),
                \(Int32(facts.width)), \(Int32(facts.height)), \(Int32(facts.orientation)), \(Int32(facts.bytes)),
                \(facts.focalLength), \(photo.contentHash), \(photo.since))
            """)
    }

    /// Inserts a depth map whose bytes are about to be stored; it has a photo id that is never published.
    package static func insert(
        _ depth: MealDepth, bytes: Int, hash: [UInt8], at now: Date, in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO photos (object_id, photo_id, account_id, state, format, width, height, orientation, byte_count,
                content_hash, since)
            VALUES (\(depth.key.id), \(UUID()), \(depth.key.account.uuid), 'arriving', 'depth', \(Int32(depth.width)),
                \(Int32(depth.height)), 1, \(Int32(bytes)), \(hash), \(now))
            """)
    }

    /// Makes a received photo a draft, replacing an earlier one with the same id.
    ///
    /// - Returns: False if it was deleted in the meantime.
    package static func settle(
        _ key: PhotoKey, asDraftAt now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE photos SET state = 'draft', since = \(now)
            WHERE object_id = \(key.id) AND account_id = \(key.account.uuid) AND state = 'arriving'
            """) == 1
    }

    /// Assigns a received photo to a scan, a meal or a receipt.
    ///
    /// - Returns: False if it was deleted in the meantime.
    package static func settle(
        _ key: PhotoKey, for owner: some Identifier, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE photos SET state = 'kept', scan_id = \(owner.uuid), since = \(now)
            WHERE object_id = \(key.id) AND account_id = \(key.account.uuid) AND state = 'arriving'
            """) == 1
    }

    /// Assigns a draft of the account to a scan, a meal or a receipt.
    ///
    /// - Parameters:
    ///   - id: The draft.
    ///   - account: The account that it must belong to.
    ///   - owner: The scan, meal or receipt.
    ///   - limit: Drafts sent before this time have expired.
    ///   - now: The current time.
    ///   - transaction: The transaction that also appends the command.
    /// - Returns: The photo, or nil if there is no such draft.
    /// - Throws: A `PostgresError`.
    package static func confirm(
        _ id: PhotoID, of account: AccountID, for owner: some Identifier, sentAfter limit: Date, at now: Date,
        in transaction: borrowing Transaction
    ) async throws -> StoredPhoto? {
        try await transaction.query(
            """
            UPDATE photos SET state = 'kept', scan_id = \(owner.uuid), since = \(now)
            WHERE photo_id = \(id.uuid) AND account_id = \(account.uuid) AND state = 'draft' AND since > \(limit)
            RETURNING \(raw: columns)
            """
        ).first.map(photo)
    }

    /// A photo that the account may see; nil if it does not exist.
    ///
    /// A confirmed photo is also found by its id in the store, which scans, meals and receipts reference.
    package static func read(
        _ id: PhotoID, of account: AccountID, draftsSentAfter limit: Date,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (photo: StoredPhoto, state: State)? {
        let rows = try await database.query(
            """
            SELECT \(raw: columns), state FROM photos
            WHERE account_id = \(account.uuid)
                AND ((photo_id = \(id.uuid) AND (state = 'kept' OR (state = 'draft' AND since > \(limit))))
                    OR (object_id = \(id.uuid) AND state = 'kept'))
            """)
        guard let row = rows.first else { return nil }
        guard let state = State(rawValue: try row.decode("state", as: String.self)) else {
            throw UnknownStoredValue(column: "photos.state")
        }
        return (try photo(row), state)
    }

    /// A referenced photo, by its key; nil if it does not exist.
    package static func kept(_ key: PhotoKey, in database: some PostgresQuerying) async throws -> StoredPhoto? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM photos
            WHERE object_id = \(key.id) AND account_id = \(key.account.uuid) AND state = 'kept'
            """
        ).first.map(photo)
    }

    /// The stored photo of a meal of the account; nil without one.
    package static func kept(
        for meal: MealID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> StoredPhoto? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM photos
            WHERE scan_id = \(meal.uuid) AND account_id = \(account.uuid) AND state = 'kept' AND format <> 'depth'
            ORDER BY since DESC LIMIT 1
            """
        ).first.map(photo)
    }

    /// All photos of an account that are visible to its owner, the oldest first.
    package static func shown(of account: AccountID, in database: some PostgresQuerying) async throws -> [StoredPhoto] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM photos
            WHERE account_id = \(account.uuid) AND state IN ('draft', 'kept') AND format <> 'depth'
            ORDER BY since, photo_id
            """
        ).map(photo)
    }

    /// A stored depth map of a meal photo.
    package struct StoredDepth: Sendable {
        package let key: PhotoKey
        /// Id of the meal that the depth map belongs to.
        package let meal: UUID
        /// Number of values per row, and number of rows.
        package let width: Int, height: Int
        /// Size of all values together.
        package let bytes: Int
        package let since: Date
    }

    /// All stored depth maps of an account, the oldest first.
    package static func depths(of account: AccountID, in database: some PostgresQuerying) async throws -> [StoredDepth]
    {
        try await database.query(
            """
            SELECT object_id, scan_id, width, height, byte_count, since FROM photos
            WHERE account_id = \(account.uuid) AND state = 'kept' AND format = 'depth'
            ORDER BY since, object_id
            """
        ).map { row in
            StoredDepth(
                key: PhotoKey(account: account, id: try row.decode("object_id", as: UUID.self)),
                meal: try row.decode("scan_id"), width: Int(try row.decode("width", as: Int32.self)),
                height: Int(try row.decode("height", as: Int32.self)),
                bytes: Int(try row.decode("byte_count", as: Int32.self)), since: try row.decode("since"))
        }
    }

    /// Drops a draft of the account.
    ///
    /// - Returns: The key of its bytes, or nil if there is no such draft.
    package static func drop(
        _ id: PhotoID, of account: AccountID, sentAfter limit: Date, at now: Date,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> PhotoKey? {
        try await database.query(
            """
            UPDATE photos SET state = 'dropped', since = \(now)
            WHERE photo_id = \(id.uuid) AND account_id = \(account.uuid) AND state = 'draft' AND since > \(limit)
            RETURNING account_id, object_id
            """
        ).first.map(key)
    }

    /// Drops a photo without references.
    ///
    /// - Returns: False if it has a reference.
    package static func abandon(_ key: PhotoKey, at now: Date, in database: some PostgresQuerying) async throws -> Bool
    {
        try await database.execute(
            """
            UPDATE photos SET state = 'dropped', since = \(now)
            WHERE object_id = \(key.id) AND state = 'arriving'
            """) == 1
    }

    /// Drops expired photos, and returns them with those dropped before.
    ///
    /// - Parameters:
    ///   - draftLimit: Unconfirmed photos that arrived before this time are dropped.
    ///   - keptLimit: Photos assigned to a scan or a meal before this time are dropped, unless it is still being
    ///     processed.
    ///   - now: The current time.
    ///   - maxCount: Maximum number of rows per round.
    ///   - database: The gateway's database.
    /// - Returns: The keys of their bytes.
    /// - Throws: A `PostgresError`.
    package static func dropDue(
        draftLimit: Date, keptLimit: Date, at now: Date, maxCount: Int, in database: some PostgresQuerying
    ) async throws -> [PhotoKey] {
        try await database.query(
            """
            UPDATE photos SET state = 'dropped', since = CASE state WHEN 'dropped' THEN since ELSE \(now) END
            WHERE object_id IN (
                SELECT object_id FROM photos
                WHERE state = 'dropped' OR (state IN ('arriving', 'draft') AND since <= \(draftLimit))
                    OR (state = 'kept' AND since <= \(keptLimit) AND NOT EXISTS (
                        SELECT FROM operations
                        WHERE operations.status = 'pending' AND operations.resource_id = photos.scan_id))
                ORDER BY since LIMIT \(maxCount) FOR UPDATE SKIP LOCKED)
            RETURNING account_id, object_id
            """
        ).map(key)
    }

    /// The keys of an account's dropped photos.
    package static func dropped(of account: AccountID, in pool: PostgresPool) async throws -> [PhotoKey] {
        try await pool.query(
            "SELECT account_id, object_id FROM photos WHERE account_id = \(account.uuid) AND state = 'dropped'"
        ).map(key)
    }

    /// Deletes the row of a photo whose bytes are deleted.
    package static func forget(_ key: PhotoKey, in database: some PostgresQuerying) async throws {
        try await database.execute("DELETE FROM photos WHERE object_id = \(key.id) AND state = 'dropped'")
    }

    private static func key(_ row: PostgresRow) throws -> PhotoKey {
        let (account, object) = try row.decode(UUID.self, UUID.self)
        return PhotoKey(account: AccountID(account), id: object)
    }

    private static func photo(_ row: PostgresRow) throws -> StoredPhoto {
        guard let format = PhotoFormat(rawValue: try row.decode("format", as: String.self)) else {
            throw UnknownStoredValue(column: "photos.format")
        }
        let facts = PhotoFacts(
            format: format, width: Int(try row.decode("width", as: Int32.self)),
            height: Int(try row.decode("height", as: Int32.self)),
            orientation: Int(try row.decode("orientation", as: Int32.self)),
            bytes: Int(try row.decode("byte_count", as: Int32.self)),
            focalLength: try row.decode("focal_length", as: Double?.self))
        return StoredPhoto(
            id: PhotoID(try row.decode("photo_id", as: UUID.self)),
            key: PhotoKey(
                account: AccountID(try row.decode("account_id", as: UUID.self)),
                id: try row.decode("object_id", as: UUID.self)),
            facts: facts, contentHash: try row.decode("content_hash", as: [UInt8].self),
            since: try row.decode("since", as: Date.self))
    }
}
