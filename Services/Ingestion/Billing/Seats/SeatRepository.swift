import EventContracts
import Foundation
import IngestionCore
import Postgres
import Sealing

/// The table `seats`.
enum SeatRepository {
    private static let columns = "seat_id, owner_id, subscription_id, member_id, words_sealed, offered_at, taken_at"

    /// Inserts a seat.
    ///
    /// - Returns: False if all paid seats are already offered or taken.
    static func insert(
        _ seat: Seat, tokenHash: [UInt8], atMost maxCount: Int, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.lockCount(of: "seats", seat.owner)
        return try await transaction.execute(
            """
            INSERT INTO seats (seat_id, owner_id, subscription_id, token_hash, words_sealed, offered_at)
            SELECT \(seat.id.uuid), \(seat.owner.uuid), \(seat.subscription.uuid), \(tokenHash), \(seat.words.bytes),
                \(seat.offeredAt)
            WHERE (
                SELECT count(*) FROM seats
                WHERE owner_id = \(seat.owner.uuid) AND subscription_id = \(seat.subscription.uuid)
                    AND ended_at IS NULL
                    AND (member_id IS NOT NULL OR offered_at > \(seat.offeredAt - Seat.invitationLife))
            ) < \(Int64(maxCount))
            """) == 1
    }

    /// The seats an account pays for, newest first, without ended ones.
    static func offered(by owner: AccountID, in database: some PostgresQuerying) async throws -> [Seat] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM seats WHERE owner_id = \(owner.uuid) AND ended_at IS NULL
            ORDER BY offered_at DESC, seat_id LIMIT 1000
            """
        ).map(seat)
    }

    /// The seats that a person uses.
    static func used(by member: AccountID, in database: some PostgresQuerying) async throws -> [Seat] {
        try await database.query(
            "SELECT \(raw: columns) FROM seats WHERE member_id = \(member.uuid) ORDER BY taken_at, seat_id LIMIT 100"
        ).map(seat)
    }

    /// An active seat of its payer.
    static func read(
        _ id: SeatID, of owner: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Seat? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM seats
            WHERE seat_id = \(id.uuid) AND owner_id = \(owner.uuid) AND ended_at IS NULL
            """
        ).first.map(seat)
    }

    /// An active seat of its user.
    static func read(
        _ id: SeatID, usedBy member: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Seat? {
        try await database.query(
            "SELECT \(raw: columns) FROM seats WHERE seat_id = \(id.uuid) AND member_id = \(member.uuid)"
        ).first.map(seat)
    }

    /// The seat of a valid invitation; the payer cannot accept their own invitation.
    static func invited(
        tokenHash: [UInt8], _ guest: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Seat? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM seats
            WHERE token_hash = \(tokenHash) AND ended_at IS NULL AND offered_at > \(now - Seat.invitationLife)
                AND owner_id <> \(guest.uuid)
                AND EXISTS (SELECT 1 FROM accounts WHERE account_id = owner_id AND status = 'active')
            """
        ).first.map(seat)
    }

    /// Withdraws an open invitation.
    static func withdraw(_ id: SeatID, at now: Date, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE seats SET token_hash = NULL, ended_at = \(now) WHERE seat_id = \(id.uuid) AND member_id IS NULL")
    }

    /// Stores `billing`'s decision on a seat; an older decision changes nothing.
    ///
    /// - Returns: The previous user, if known.
    static func keep(_ state: SeatChanged, in transaction: borrowing Transaction) async throws -> AccountID? {
        let before = try await transaction.query(
            """
            SELECT member_id FROM seats WHERE seat_id = \(state.seatID.uuid) AND owner_id = \(state.accountID.uuid)
            FOR UPDATE
            """
        ).first?.decode(UUID?.self)
        try await transaction.execute(
            """
            UPDATE seats SET version = \(state.version), member_id = \(state.memberID?.uuid), token_hash = NULL,
                taken_at = CASE WHEN \(state.memberID?.uuid)::uuid IS NULL THEN taken_at ELSE \(state.changedAt) END,
                ended_at = CASE WHEN \(state.memberID?.uuid)::uuid IS NULL THEN \(state.changedAt)::timestamptz END
            WHERE seat_id = \(state.seatID.uuid) AND owner_id = \(state.accountID.uuid) AND version < \(state.version)
            """)
        return before.flatMap(\.self).map { AccountID($0) }
    }

    private static func seat(_ row: PostgresRow) throws -> Seat {
        Seat(
            id: SeatID(try row.decode("seat_id", as: UUID.self)),
            owner: AccountID(try row.decode("owner_id", as: UUID.self)),
            subscription: SubscriptionID(try row.decode("subscription_id", as: UUID.self)),
            member: try row.decode("member_id", as: UUID?.self).map { AccountID($0) },
            words: Sealed(bytes: try row.decode("words_sealed", as: [UInt8].self)),
            offeredAt: try row.decode("offered_at"), takenAt: try row.decode("taken_at", as: Date?.self))
    }
}
