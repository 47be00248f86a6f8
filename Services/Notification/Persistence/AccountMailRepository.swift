import EventContracts
import Foundation
import NotificationChannels
import Postgres
import Sealing

/// An account mail whose attempt belongs to the caller.
struct ClaimedAccountMail: Sendable {
    let mail: MailID
    let account: AccountID
    let kind: AccountMailKind
    let locale: String
    let parameters: Sealed<AccountMailParameters>
    let expiresAt: Date
    let createdAt: Date
    var delivery: Delivery
}

/// Queue of account mails; `Delivery` decides the result of each.
package enum AccountMailRepository {
    /// Queues a mail; a known one is unchanged.
    static func queue(_ mail: AccountMailRequested, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO account_mails (
                mail_id, account_id, kind, locale, parameters, expires_at, next_try_at, created_at)
            VALUES (
                \(mail.mailID.uuid), \(mail.accountID.uuid), \(mail.kind.rawValue), \(mail.locale),
                \(mail.parameters.bytes), \(mail.expiresAt), \(mail.requestedAt), \(mail.requestedAt))
            ON CONFLICT (mail_id) DO NOTHING
            """)
    }

    /// Whether an attempt may be due.
    static func isAnythingDue(at now: Date, on pool: PostgresPool) async throws -> Bool {
        try await pool.lookUp(
            """
            SELECT EXISTS (
                SELECT FROM account_mails WHERE state = 'queued' AND next_try_at <= \(now) AND \(raw: Hold.isOver))
            """
        ).first?.decode(Bool.self) ?? false
    }

    /// Starts attempts of due mails.
    ///
    /// - Returns: Mails whose attempt belongs to the caller, and mails that have failed because no attempt was left.
    /// - Throws: A `PostgresError`.
    static func claim(
        at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> (claimed: [ClaimedAccountMail], failed: [ClaimedAccountMail]) {
        let rows = try await transaction.query(
            """
            SELECT mail_id, account_id, kind, locale, parameters, expires_at, created_at, tries, first_tried_at,
                next_try_at, reason
            FROM account_mails WHERE state = 'queued' AND next_try_at <= \(now) AND \(raw: Hold.isOver)
            ORDER BY next_try_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """)
        var claimed: [ClaimedAccountMail] = [], failed: [ClaimedAccountMail] = []
        for row in rows {
            var mail = try Self.mail(row)
            if mail.delivery.claim(at: now) { claimed.append(mail) } else { failed.append(mail) }
        }
        try await store(claimed + failed, at: now, holding: true, in: transaction)
        return (claimed, failed)
    }

    /// Stores the state of mails.
    ///
    /// - Parameters:
    ///   - changed: The mails.
    ///   - now: The current time.
    ///   - isHolding: Whether their attempts start now, so that no other instance starts one.
    ///   - transaction: The transaction.
    /// - Throws: A `PostgresError`.
    static func store(
        _ changed: [ClaimedAccountMail], at now: Date, holding isHolding: Bool = false,
        in transaction: borrowing Transaction
    ) async throws {
        guard !changed.isEmpty else { return }
        let states = changed.map(\.delivery)
        let settled: [Date?] = states.map { $0.state == .queued ? nil : now }
        try await transaction.execute(
            """
            UPDATE account_mails SET
                state = now.state, tries = now.tries, first_tried_at = now.first_tried_at,
                next_try_at = now.next_try_at, proof = now.proof, reason = now.reason, settled_at = now.settled_at,
                held_until = \(raw: Hold.end(isHolding)),
                parameters = CASE WHEN now.state = 'queued' THEN parameters END
            FROM unnest(
                \(changed.map(\.mail.uuid)), \(states.map(\.state.rawValue)), \(states.map { Int32($0.tries) }),
                \(states.map(\.firstTriedAt)), \(states.map(\.nextTryAt)), \(states.map(\.proof)),
                \(states.map(\.reason)), \(settled)
            ) AS now (mail_id, state, tries, first_tried_at, next_try_at, proof, reason, settled_at)
            WHERE account_mails.mail_id = now.mail_id AND account_mails.state = 'queued'
            """)
    }

    /// Number of mails that wait to be sent.
    static func waiting(on pool: PostgresPool) async throws -> Int {
        try await pool.lookUp("SELECT count(*) FROM account_mails WHERE state = 'queued'").first?.decode(Int.self) ?? 0
    }

    /// Deletes mails that were settled and requested before an instant.
    @discardableResult
    static func prune(
        before limit: Date, maxCount: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM account_mails WHERE mail_id IN (
                SELECT mail_id FROM account_mails WHERE created_at < \(limit) AND state <> 'queued'
                ORDER BY created_at LIMIT \(maxCount))
            """)
    }

    private static func mail(_ row: PostgresRow) throws -> ClaimedAccountMail {
        let (id, account, kind, locale, parameters, expires, created, tries, first, next, reason) = try row.decode(
            UUID.self, UUID.self, AccountMailKind.self, String.self, [UInt8].self, Date.self, Date.self, Int32.self,
            Date?.self, Date.self, String?.self)
        // Truncated to the precision of event times, so that a row that is due in the database is due here too.
        return ClaimedAccountMail(
            mail: MailID(id), account: AccountID(account), kind: kind, locale: locale,
            parameters: Sealed(bytes: parameters), expiresAt: expires, createdAt: created,
            delivery: Delivery(
                queued: Int(tries), firstTriedAt: first.map(EventTime.truncate), nextTryAt: EventTime.truncate(next),
                reason: reason))
    }
}

extension AccountMailKind: PostgresDecodable {}
