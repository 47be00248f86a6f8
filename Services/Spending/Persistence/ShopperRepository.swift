import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// How and where each person shops, and what they say of advice.
package struct ShopperRepository: Sendable {
    package init() {}

    private static let columns = "account_id, version, wishes, changed_at"

    /// The person's wishes, or nil when there never were any; locked until the transaction ends.
    package func lock(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> ShoppingPreferencesChanged? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM shoppers WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map(Self.shopper)
    }

    /// Stores wishes in place of those before.
    package func save(_ shopper: ShoppingPreferencesChanged, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO shoppers (account_id, version, wishes, changed_at)
            VALUES (
                \(shopper.accountID.uuid), \(shopper.version), \(shopper.wishes.bytes), \(shopper.changedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, wishes = EXCLUDED.wishes, changed_at = EXCLUDED.changed_at
            """)
    }

    /// Stores whether advice was of use, in place of what was said of it before.
    package func save(
        _ judgement: JudgeSpendingAdvice, at now: Date, in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater(
            """
            INSERT INTO advice_judgements (account_id, kind, subject_id, is_useful, judged_at)
            VALUES (
                \(judgement.accountID.uuid), \(judgement.kind), \(judgement.subjectID), \(judgement.isUseful), \(now))
            ON CONFLICT (account_id, kind, subject_id) DO UPDATE SET
                is_useful = EXCLUDED.is_useful, judged_at = EXCLUDED.judged_at
            """)
    }

    /// A page of wishes in the order of accounts.
    package func page(
        after cursor: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ShoppingPreferencesChanged] {
        try await transaction.page(
            of: Self.columns, from: "shoppers", by: "account_id", after: cursor?.uuid, limit: limit
        ).map(Self.shopper)
    }

    private static func shopper(_ row: PostgresRow) throws -> ShoppingPreferencesChanged {
        let (account, version, wishes, changedAt) = try row.decode(UUID.self, Int64.self, [UInt8].self, Date.self)
        return ShoppingPreferencesChanged(
            accountID: AccountID(account), version: version, wishes: Sealed(bytes: wishes), changedAt: changedAt)
    }
}
