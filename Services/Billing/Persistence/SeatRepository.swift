import EventContracts
import Foundation
import Messaging
import Postgres

/// A seat of a subscription, and the account that uses it.
package struct StoredSeat: Sendable, Equatable {
    package let seatID: SeatID
    /// The paying account.
    package let account: AccountID
    package let subscription: SubscriptionID
    package var version: Int64
    /// The account that uses the seat; nil once it is free.
    package var member: AccountID?
    package var assignedAt: Date?
    package var releasedAt: Date?

    /// When the seat entered its current state.
    package var changedAt: Date { releasedAt ?? assignedAt ?? .distantPast }

    /// A newly assigned seat.
    package init(assigned command: AssignSeat, at now: Date) {
        seatID = command.seatID
        account = command.accountID
        subscription = command.subscriptionID
        version = 1
        member = command.memberID
        assignedAt = now
    }

    /// A seat withdrawn before use; it can never be claimed.
    package init(withdrawn command: ReleaseSeat, at now: Date) {
        seatID = command.seatID
        account = command.accountID
        subscription = command.subscriptionID
        version = 1
        releasedAt = now
    }

    fileprivate init(
        _ seat: SeatID, _ account: AccountID, _ subscription: SubscriptionID, version: Int64, member: AccountID?,
        assignedAt: Date?, releasedAt: Date?
    ) {
        seatID = seat
        self.account = account
        self.subscription = subscription
        self.version = version
        self.member = member
        self.assignedAt = assignedAt
        self.releasedAt = releasedAt
    }

    /// The seat after its release.
    package func released(at now: Date) -> StoredSeat {
        var seat = self
        seat.version += 1
        seat.member = nil
        seat.releasedAt = now
        return seat
    }

    /// The seat's event.
    package func event(at now: Date) -> SeatChanged {
        SeatChanged(
            accountID: account, subscriptionID: subscription, seatID: seatID, version: version, memberID: member,
            changedAt: now)
    }
}

/// The seats paid for by institutions (BIL-20).
package enum SeatRepository {
    private static let columns =
        "seat_id, account_id, subscription_id, version, member_id, assigned_at, released_at"

    /// A seat; nil if it was neither used nor released.
    static func read(_ id: SeatID, in transaction: borrowing Transaction) async throws -> StoredSeat? {
        try await transaction.query("SELECT \(raw: Self.columns) FROM seats WHERE seat_id = \(id.uuid)")
            .first.map(Self.seat)
    }

    /// The seats of a subscription that are used, the newest first.
    static func used(
        of subscription: SubscriptionID, in transaction: borrowing Transaction
    ) async throws -> [StoredSeat] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM seats
            WHERE subscription_id = \(subscription.uuid) AND member_id IS NOT NULL ORDER BY assigned_at DESC, seat_id
            """
        ).map(Self.seat)
    }

    /// The seats that a person uses.
    static func used(by member: AccountID, in transaction: borrowing Transaction) async throws -> [StoredSeat] {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM seats WHERE member_id = \(member.uuid) ORDER BY assigned_at, seat_id"
        ).map(Self.seat)
    }

    /// Stores the current state of a seat.
    static func save(_ seat: StoredSeat, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO seats (seat_id, account_id, subscription_id, version, member_id, assigned_at, released_at)
            VALUES (
                \(seat.seatID.uuid), \(seat.account.uuid), \(seat.subscription.uuid), \(seat.version),
                \(seat.member?.uuid), \(seat.assignedAt), \(seat.releasedAt))
            ON CONFLICT (seat_id) DO UPDATE SET
                version = EXCLUDED.version, member_id = EXCLUDED.member_id, released_at = EXCLUDED.released_at
            """)
    }

    /// A page of seats, in the order of their ids.
    static func page(
        after cursor: SeatID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [StoredSeat] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM seats
            WHERE \(cursor?.uuid)::uuid IS NULL OR seat_id > \(cursor?.uuid) ORDER BY seat_id LIMIT \(limit)
            """
        ).map(Self.seat)
    }

    private static func seat(_ row: PostgresRow) throws -> StoredSeat {
        let (seat, account, subscription, version, member, assigned, released) = try row.decode(
            UUID.self, UUID.self, UUID.self, Int64.self, UUID?.self, Date?.self, Date?.self)
        return StoredSeat(
            SeatID(seat), AccountID(account), SubscriptionID(subscription), version: version,
            member: member.map { AccountID($0) }, assignedAt: assigned, releasedAt: released)
    }
}
