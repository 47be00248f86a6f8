import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Household members and their shared purchases (SPD-25).
package enum HouseholdRepository {
    /// A member of a household.
    package struct Member: Sendable, Equatable {
        package let id: HouseholdMemberID
        package let account: AccountID
    }

    /// Stores the current state of a membership; an older version changes nothing.
    static func save(_ published: HouseholdMemberChanged, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO household_members (member_id, account_id, household_id, version, ended_at)
            VALUES (
                \(published.memberID.uuid), \(published.accountID.uuid), \(published.householdID.uuid),
                \(published.version),
                \(published.endedAt))
            ON CONFLICT (member_id) DO UPDATE SET version = EXCLUDED.version, ended_at = EXCLUDED.ended_at
            WHERE household_members.version < EXCLUDED.version
                AND household_members.account_id = EXCLUDED.account_id
            """)
    }

    /// Stores whether a purchase is shared.
    ///
    /// - Returns: False if it is not newer, or the purchase belongs to another person.
    static func save(_ published: ReceiptSharingChanged, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO shared_receipts (receipt_id, account_id, version, member_id)
            VALUES (
                \(published.receiptID.uuid), \(published.accountID.uuid), \(published.version),
                \(published.memberID?.uuid))
            ON CONFLICT (receipt_id) DO UPDATE SET version = EXCLUDED.version, member_id = EXCLUDED.member_id
            WHERE shared_receipts.version < EXCLUDED.version
                AND shared_receipts.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// The ended memberships of a person.
    static func endedMemberships(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Set<HouseholdMemberID> {
        let rows = try await transaction.query(
            "SELECT member_id FROM household_members WHERE account_id = \(account.uuid) AND ended_at IS NOT NULL")
        return Set(try rows.map { HouseholdMemberID(try $0.decode(UUID.self)) })
    }

    /// The members of the household that a purchase is shared with, in a stable order; empty if it is not shared.
    ///
    /// A purchase and its sharing arrive on two topics: the later one waits for the lock, so that its handler finds
    /// both.
    static func members(
        sharing receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [Member] {
        _ = try await transaction.query(
            "SELECT pg_advisory_xact_lock(hashtextextended(\("receipt/\(receipt)"), 0))::text")
        return try await transaction.query(
            """
            SELECT member.member_id, member.account_id
            FROM shared_receipts AS shared
            JOIN household_members AS own
                ON own.member_id = shared.member_id AND own.account_id = shared.account_id AND own.ended_at IS NULL
            JOIN household_members AS member ON member.household_id = own.household_id AND member.ended_at IS NULL
            WHERE shared.receipt_id = \(receipt.uuid) AND shared.account_id = \(account.uuid)
            ORDER BY member.account_id
            """
        ).map { row in
            let (id, account) = try row.decode(UUID.self, UUID.self)
            return Member(id: HouseholdMemberID(id), account: AccountID(account))
        }
    }

    /// The ledgers of shared purchases of members, in a range of days.
    static func ledgers(
        of members: [Member], in days: ClosedRange<CalendarDay>, in transaction: borrowing Transaction
    ) async throws -> [(id: ReceiptID, account: AccountID, ledger: Sealed<String>)] {
        try await transaction.query(
            """
            SELECT receipts.receipt_id, receipts.account_id, receipts.ledger
            FROM shared_receipts AS shared
            JOIN household_members AS member
                ON member.member_id = shared.member_id AND member.account_id = shared.account_id
            JOIN receipts ON receipts.receipt_id = shared.receipt_id AND receipts.account_id = shared.account_id
            WHERE shared.member_id = ANY (\(members.map(\.id.uuid))) AND receipts.deleted_at IS NULL
                AND receipts.day BETWEEN \(days.lowerBound.description)::text::date
                    AND \(days.upperBound.description)::text::date
            ORDER BY receipts.day, receipts.receipt_id
            """
        ).map { row in
            let (id, account, ledger) = try row.decode(UUID.self, UUID.self, [UInt8].self)
            return (ReceiptID(id), AccountID(account), Sealed(bytes: ledger))
        }
    }

    /// Deletes the sharing of purchases that are about to be deleted permanently.
    static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            DELETE FROM shared_receipts
            WHERE receipt_id IN (SELECT receipt_id FROM receipts WHERE deleted_at < \(limit))
            """)
    }
}
