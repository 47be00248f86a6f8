import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// A person's shopping preferences.
package struct Shopper: Sendable {
    package let published: ShoppingPreferencesChanged
    /// The mark (pseudonym) of shared prices; nil if nothing is shared.
    package let mark: Sealed<UUID>?
    /// The secret from which pseudonyms of votes about shops are derived; nil before the first vote.
    package let voice: Sealed<UUID>?
}

/// The shopping preferences of each person.
package enum ShopperRepository {
    private static let columns = "account_id, version, wishes, changed_at"

    /// The person's shopping preferences, or nil if none were set; locked until the transaction ends.
    package static func lock(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> ShoppingPreferencesChanged? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM shoppers WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map(Self.shopper)
    }

    /// Stores preferences.
    ///
    /// - Parameters:
    ///   - shopper: The preferences.
    ///   - version: The version of the consents in the command; nil keeps the stored one.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError`.
    package static func save(
        _ shopper: ShoppingPreferencesChanged, orderedUnder version: Int64? = nil,
        in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater(
            """
            INSERT INTO shoppers (account_id, version, wishes, changed_at, consent_version)
            VALUES (
                \(shopper.accountID.uuid), \(shopper.version), \(shopper.wishes.bytes), \(shopper.changedAt),
                \(version ?? 0))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, wishes = EXCLUDED.wishes, changed_at = EXCLUDED.changed_at,
                consent_version = greatest(shoppers.consent_version, EXCLUDED.consent_version)
            """)
    }

    /// The version of the consents under which the preferences were set; 0 if unknown.
    package static func consentVersion(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        try await transaction.query("SELECT consent_version FROM shoppers WHERE account_id = \(account.uuid)")
            .first?.decode(Int64.self) ?? 0
    }

    /// A person's shopping preferences; nil if none were set.
    package static func find(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Shopper? {
        try await transaction.query(
            "SELECT \(raw: Self.columns), mark, voice FROM shoppers WHERE account_id = \(account.uuid)"
        ).first.map(Self.marked)
    }

    /// Stores the mark of a person's shared prices.
    package static func save(
        mark: Sealed<UUID>?, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "UPDATE shoppers SET mark = \(mark?.bytes) WHERE account_id = \(account.uuid)")
    }

    /// Stores the secret for a person's votes about shops.
    package static func save(
        voice: Sealed<UUID>, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "UPDATE shoppers SET voice = \(voice.bytes) WHERE account_id = \(account.uuid)")
    }

    /// Makes a person due again at an instant.
    package static func putOff(
        _ account: AccountID, to instant: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "UPDATE shoppers SET watched_at = \(instant) WHERE account_id = \(account.uuid)")
    }

    /// Claims the account whose price check is the longest ago, if it bought something recently.
    package static func take(
        before limit: Date, boughtSince day: CalendarDay, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Shopper? {
        try await transaction.query(
            """
            UPDATE shoppers SET watched_at = \(now) WHERE account_id = (
                SELECT account_id FROM shoppers
                WHERE (watched_at IS NULL OR watched_at < \(limit)) AND EXISTS (
                    SELECT FROM receipts
                    WHERE receipts.account_id = shoppers.account_id AND deleted_at IS NULL
                        AND day >= \(day.description)::text::date)
                ORDER BY watched_at NULLS FIRST LIMIT 1 FOR UPDATE OF shoppers SKIP LOCKED)
            RETURNING \(raw: Self.columns), mark, voice
            """
        ).first.map(Self.marked)
    }

    /// A page of shopping preferences in the order of accounts.
    package static func page(
        after cursor: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ShoppingPreferencesChanged] {
        try await transaction.page(
            of: Self.columns, from: "shoppers", by: "account_id", after: cursor?.uuid, limit: limit
        ).map(Self.shopper)
    }

    private static func marked(_ row: PostgresRow) throws -> Shopper {
        let (account, version, preferences, changedAt, mark, voice) = try row.decode(
            UUID.self, Int64.self, [UInt8].self, Date.self, [UInt8]?.self, [UInt8]?.self)
        return Shopper(
            published: ShoppingPreferencesChanged(
                accountID: AccountID(account), version: version, wishes: Sealed(bytes: preferences),
                changedAt: changedAt),
            mark: mark.map { Sealed(bytes: $0) }, voice: voice.map { Sealed(bytes: $0) })
    }

    private static func shopper(_ row: PostgresRow) throws -> ShoppingPreferencesChanged {
        let (account, version, preferences, changedAt) = try row.decode(UUID.self, Int64.self, [UInt8].self, Date.self)
        return ShoppingPreferencesChanged(
            accountID: AccountID(account), version: version, wishes: Sealed(bytes: preferences), changedAt: changedAt)
    }
}
