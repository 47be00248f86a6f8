import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// The tables `households`, `household_members`, `household_invitations` and `shared_receipts`.
package enum HouseholdRepository {
    private static let columns = """
        member_id, household_id, household_members.account_id, name_sealed, shares_new, household_members.version, \
        joined_at,
            ended_at
        """

    // MARK: - Households

    static func insert(_ household: Household, at now: Date, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO households (household_id, owner_id, name_sealed, created_at)
            VALUES (\(household.id.uuid), \(household.owner.uuid), \(household.name), \(now))
            """)
    }

    static func read(
        _ id: HouseholdID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Household? {
        try await database.query(
            "SELECT household_id, owner_id, name_sealed FROM households WHERE household_id = \(id.uuid)"
        ).first.map(household)
    }

    /// Locks a household's members and name until the transaction ends.
    static func lock(_ id: HouseholdID, in transaction: borrowing Transaction) async throws -> Household? {
        try await transaction.query(
            "SELECT household_id, owner_id, name_sealed FROM households WHERE household_id = \(id.uuid) FOR UPDATE"
        ).first.map(household)
    }

    /// Stores a household's owner and name.
    static func save(_ household: Household, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE households SET owner_id = \(household.owner.uuid), name_sealed = \(household.name)
            WHERE household_id = \(household.id.uuid)
            """)
    }

    /// Ends a household for all members.
    ///
    /// - Returns: The ended memberships.
    static func remove(
        _ id: HouseholdID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> [HouseholdMember] {
        let ended = try await transaction.query(
            """
            UPDATE household_members SET ended_at = \(now), version = version + 1
            WHERE household_id = \(id.uuid) AND ended_at IS NULL RETURNING \(raw: columns)
            """
        ).map(member)
        try await transaction.execute("DELETE FROM households WHERE household_id = \(id.uuid)")
        return ended
    }

    // MARK: - Members

    static func insert(_ member: HouseholdMember, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO household_members (
                member_id, household_id, account_id, name_sealed, shares_new, version, joined_at)
            VALUES (
                \(member.id.uuid), \(member.household.uuid), \(member.account.uuid), \(member.name),
                \(member.sharesNew), \(member.version), \(member.joinedAt))
            """)
    }

    /// The membership of a person; nil if they have no household.
    static func membership(
        of account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> HouseholdMember? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM household_members
            WHERE account_id = \(account.uuid) AND ended_at IS NULL
            """
        ).first.map(member)
    }

    /// The members of a household in the order of joining, without members whose account is not active.
    static func members(
        of id: HouseholdID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [HouseholdMember] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM household_members JOIN accounts USING (account_id)
            WHERE household_id = \(id.uuid) AND ended_at IS NULL AND status = 'active'
            ORDER BY joined_at, member_id
            """
        ).map(member)
    }

    /// An active member of a household, by the membership.
    static func standing(
        _ id: HouseholdMemberID, of household: HouseholdID, in transaction: borrowing Transaction
    ) async throws -> HouseholdMember? {
        try await transaction.query(
            """
            SELECT \(raw: columns) FROM household_members
            WHERE member_id = \(id.uuid) AND household_id = \(household.uuid) AND ended_at IS NULL
            """
        ).first.map(member)
    }

    /// Number of members of a household.
    static func count(of id: HouseholdID, in transaction: borrowing Transaction) async throws -> Int {
        let rows = try await transaction.query(
            "SELECT count(*) FROM household_members WHERE household_id = \(id.uuid) AND ended_at IS NULL")
        return try rows.first?.decode(Int.self) ?? 0
    }

    /// Stores a member's name, and whether new purchases are shared.
    static func save(_ member: HouseholdMember, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE household_members SET name_sealed = \(member.name), shares_new = \(member.sharesNew)
            WHERE member_id = \(member.id.uuid)
            """)
    }

    /// Ends a membership.
    ///
    /// - Returns: The membership; nil if it had ended already.
    static func end(
        _ id: HouseholdMemberID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> HouseholdMember? {
        try await transaction.query(
            """
            UPDATE household_members SET ended_at = \(now), version = version + 1
            WHERE member_id = \(id.uuid) AND ended_at IS NULL RETURNING \(raw: columns)
            """
        ).first.map(member)
    }

    // MARK: - Invitations

    /// Inserts an invitation.
    ///
    /// - Returns: False if the maximum number is open.
    static func invite(
        to id: HouseholdID, codeHash: [UInt8], at now: Date, until end: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            "DELETE FROM household_invitations WHERE household_id = \(id.uuid) AND expires_at <= \(now)")
        return try await transaction.execute(
            """
            INSERT INTO household_invitations (code_hash, household_id, expires_at)
            SELECT \(codeHash), \(id.uuid), \(end)
            WHERE (SELECT count(*) FROM household_invitations WHERE household_id = \(id.uuid))
                < \(Int64(Household.maxInvitations))
            """) == 1
    }

    /// Deletes expired invitations.
    static func pruneInvitations(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws
        -> Int
    {
        try await database.execute(
            """
            DELETE FROM household_invitations WHERE code_hash IN (
                SELECT code_hash FROM household_invitations WHERE expires_at <= \(limit) LIMIT \(maxCount))
            """)
    }

    /// Consumes an invitation, which is valid once and for a limited time.
    static func take(
        codeHash: [UInt8], at now: Date, in transaction: borrowing Transaction
    ) async throws -> HouseholdID? {
        try await transaction.query(
            """
            DELETE FROM household_invitations WHERE code_hash = \(codeHash) AND expires_at > \(now)
            RETURNING household_id
            """
        ).first.map { HouseholdID(try $0.decode(UUID.self)) }
    }

    // MARK: - Purchases

    /// Shares a purchase through a membership.
    ///
    /// - Returns: The event; nil if it was already shared this way.
    static func share(
        _ receipt: ReceiptID, of account: AccountID, by member: HouseholdMemberID, at now: Date,
        in transaction: borrowing Transaction
    ) async throws -> ReceiptSharingChanged? {
        try await transaction.query(
            """
            INSERT INTO shared_receipts (receipt_id, account_id, version, member_id, changed_at)
            VALUES (\(receipt.uuid), \(account.uuid), 1, \(member.uuid), \(now))
            ON CONFLICT (receipt_id) DO UPDATE
            SET version = shared_receipts.version + 1, member_id = excluded.member_id, changed_at = excluded.changed_at
            WHERE shared_receipts.account_id = excluded.account_id
                AND shared_receipts.member_id IS DISTINCT FROM excluded.member_id
            RETURNING receipt_id, account_id, version, member_id, changed_at
            """
        ).first.map(sharing)
    }

    /// Stops sharing a purchase.
    ///
    /// - Returns: The event; nil if it was not shared.
    static func withdraw(
        _ receipt: ReceiptID, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> ReceiptSharingChanged? {
        try await transaction.query(
            """
            UPDATE shared_receipts SET version = version + 1, member_id = NULL, changed_at = \(now)
            WHERE receipt_id = \(receipt.uuid) AND account_id = \(account.uuid) AND member_id IS NOT NULL
            RETURNING receipt_id, account_id, version, member_id, changed_at
            """
        ).first.map(sharing)
    }

    /// Shares a new purchase if its owner shares new ones automatically.
    static func shareNew(
        _ receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        guard let mine = try await membership(of: account, in: transaction), mine.sharesNew else { return }
        let published = try await share(
            receipt, of: account, by: mine.id, at: transaction.eventTime(), in: transaction)
        if let published { try transaction.append(published, key: account, subject: receipt) }
    }

    /// The purchases that some members share.
    static func shared(
        by members: [HouseholdMember], in database: some PostgresQuerying
    ) async throws -> [HouseholdMemberID: Set<UUID>] {
        let rows = try await database.lookUp(
            """
            SELECT member_id, receipt_id FROM shared_receipts JOIN household_members USING (member_id, account_id)
            WHERE member_id = ANY (\(members.map(\.id.uuid))) AND ended_at IS NULL
            """)
        var shared: [HouseholdMemberID: Set<UUID>] = [:]
        for row in rows {
            let (member, receipt) = try row.decode(UUID.self, UUID.self)
            shared[HouseholdMemberID(member), default: []].insert(receipt)
        }
        return shared
    }

    /// A shared purchase.
    struct SharedReceipt: Sendable {
        let member: HouseholdMemberID
        let sortKey: Int64
        let published: ReceiptChanged
    }

    /// The purchases that some members share, the newest first, after the cursor; or a single one.
    static func receipts(
        by members: [HouseholdMember], only receipt: ReceiptID? = nil, after cursor: PageCursor? = nil,
        limit: Int = 1, in database: some PostgresQuerying
    ) async throws -> [SharedReceipt] {
        try await database.lookUp(
            """
            SELECT member_id, sort_key, body::text
            FROM shared_receipts JOIN household_members USING (member_id, account_id)
            JOIN documents ON id = receipt_id AND owner = account_id
            WHERE member_id = ANY (\(members.map(\.id.uuid))) AND ended_at IS NULL
                AND kind = \(ResourceKind.receipt.rawValue) AND deleted_at IS NULL
                AND (\(receipt?.uuid)::uuid IS NULL OR id = \(receipt?.uuid)::uuid)
                AND (
                    \(cursor?.sortKey)::bigint IS NULL
                    OR (sort_key, id) < (\(cursor?.sortKey)::bigint, \(cursor?.id)::uuid))
            ORDER BY sort_key DESC, id DESC LIMIT \(limit)
            """
        ).map { row in
            let (member, sortKey, body) = try row.decode(UUID.self, Int64.self, String.self)
            return SharedReceipt(
                member: HouseholdMemberID(member), sortKey: sortKey,
                published: try EventCoding.decode(ReceiptChanged.self, from: Array(body.utf8)))
        }
    }

    // MARK: - Snapshots

    /// All memberships of some people, including ended ones.
    package static func memberships(
        of accounts: [AccountID], in transaction: borrowing Transaction
    ) async throws -> [HouseholdMemberChanged] {
        try await transaction.query(
            """
            SELECT \(raw: columns) FROM household_members
            WHERE account_id = ANY (\(accounts.map(\.uuid))) ORDER BY joined_at, member_id
            """
        ).map { try member($0).event }
    }

    /// A page of current and past sharings, in the order of purchases.
    package static func sharings(
        after last: ReceiptID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ReceiptSharingChanged] {
        try await transaction.query(
            """
            SELECT receipt_id, account_id, version, member_id, changed_at FROM shared_receipts
            WHERE \(last?.uuid)::uuid IS NULL OR receipt_id > \(last?.uuid)::uuid
            ORDER BY receipt_id LIMIT \(limit)
            """
        ).map(sharing)
    }

    private static func household(_ row: PostgresRow) throws -> Household {
        let (id, owner, name) = try row.decode(UUID.self, UUID.self, [UInt8]?.self)
        return Household(id: HouseholdID(id), owner: AccountID(owner), name: name)
    }

    private static func member(_ row: PostgresRow) throws -> HouseholdMember {
        let (id, household, account, name, sharesNew, version, joinedAt, endedAt) = try row.decode(
            UUID.self, UUID.self, UUID.self, [UInt8].self, Bool.self, Int64.self, Date.self, Date?.self)
        return HouseholdMember(
            id: HouseholdMemberID(id), household: HouseholdID(household), account: AccountID(account), name: name,
            sharesNew: sharesNew, version: version, joinedAt: joinedAt, endedAt: endedAt)
    }

    private static func sharing(_ row: PostgresRow) throws -> ReceiptSharingChanged {
        let (receipt, account, version, member, changedAt) = try row.decode(
            UUID.self, UUID.self, Int64.self, UUID?.self, Date.self)
        return ReceiptSharingChanged(
            accountID: AccountID(account), receiptID: ReceiptID(receipt), version: version,
            memberID: member.map(HouseholdMemberID.init), changedAt: changedAt)
    }
}
