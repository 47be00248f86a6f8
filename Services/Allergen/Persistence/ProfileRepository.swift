import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The current allergen profile of each person.
package enum ProfileRepository {
    private static let ahead = ReadAhead<AccountID, ProfileChanged>()

    /// Reads the profiles of several people in advance.
    static func readAhead(_ accounts: some Sequence<AccountID>) -> AheadQuery {
        let accounts = Set(accounts)
        return Self.ahead.query(
            accounts, "SELECT \(raw: Self.columns) FROM profiles WHERE account_id = ANY (\(accounts.map(\.uuid)))"
        ) { row in
            let profile = try Self.profile(row)
            return (profile.accountID, profile)
        }
    }

    private static let columns = "account_id, version, allergens, other_ingredients, diets, traces, history, changed_at"

    /// The person's profile, or nil if there never was one.
    package static func find(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> ProfileChanged? {
        if let known = Self.ahead.row(account, in: transaction) { return known }
        return try await transaction.query(
            "SELECT \(raw: Self.columns) FROM profiles WHERE account_id = \(account.uuid)"
        ).first.map(Self.profile)
    }

    /// The profile version since which the person's custom ingredients are unchanged; nil without a profile.
    package static func othersSince(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Int64? {
        try await transaction.query("SELECT others_since FROM profiles WHERE account_id = \(account.uuid)").first?
            .decode(Int64.self)
    }

    /// Stores a profile in place of the previous one; `othersSince` is the version since which its custom ingredients
    /// are unchanged.
    package static func save(
        _ profile: ProfileChanged, othersSince: Int64, in transaction: borrowing Transaction
    ) throws {
        Self.ahead.drop(profile.accountID, in: transaction)
        try transaction.executeLater(
            """
            INSERT INTO profiles (
                account_id, version, allergens, other_ingredients, others_since, diets, traces, history, changed_at)
            VALUES (
                \(profile.accountID.uuid), \(profile.version), \(profile.allergens), \(profile.otherIngredients.bytes),
                \(othersSince), \(profile.diets), \(profile.traces), \(profile.history ?? .keep), \(profile.changedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, allergens = EXCLUDED.allergens,
                other_ingredients = EXCLUDED.other_ingredients, others_since = EXCLUDED.others_since,
                    diets = EXCLUDED.diets, traces = EXCLUDED.traces,
                history = EXCLUDED.history, changed_at = EXCLUDED.changed_at
            """)
    }

    /// A page of profiles in the order of the account ids.
    package static func page(
        after cursor: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ProfileChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM profiles
            WHERE \(cursor?.uuid)::uuid IS NULL OR account_id > \(cursor?.uuid)
            ORDER BY account_id LIMIT \(limit)
            """
        ).map(Self.profile)
    }

    private static func profile(_ row: PostgresRow) throws(PostgresError) -> ProfileChanged {
        let (account, version, allergens, others, diets, traces, history, changedAt) = try row.decode(
            UUID.self, Int64.self, [AllergenChoice].self, [UInt8].self, [Diet].self, TraceStrictness.self,
            ScanHistory.self, Date.self)
        return ProfileChanged(
            accountID: AccountID(account), version: version, allergens: allergens,
            otherIngredients: Sealed(bytes: others), diets: diets, traces: traces, history: history,
            changedAt: changedAt)
    }
}
