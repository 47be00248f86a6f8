import EventContracts
import Foundation
import IncomingText
import IngestionCore
import IngestionService
import Postgres

/// Announcements that operators make and withdraw: rows in the gateway's schema, which publishes them.
struct AnnouncementTable: Sendable {
    let database: OperatorDatabase

    /// The required languages of announcements.
    static let languages = ["en", "fr", "es", "zh"]
    /// Maximum lengths of title and body, in characters.
    static let maxLength = (title: 120, body: 2_000)

    init(database: OperatorDatabase) { self.database = database }

    /// The progress of a retirement.
    struct Retirement: Encodable, Equatable {
        let id: AnnouncementID
        let retiresAt: Date
        /// Whether accounts are being erased.
        let isClosing: Bool
        /// Number of remaining accounts.
        let accounts: Int64
        /// Number of erasures that at least one service has not reported.
        let unfinished: Int64
        /// Number of subscriptions that are paid beyond the current time.
        let subscriptions: Int64
    }

    /// Reads texts from a file: an object by language of objects with `title` and `body`.
    ///
    /// - Throws: `ControlFailure.usage` with the reason.
    static func texts(from file: String) throws -> [String: AnnouncementMade.Words] {
        let texts: [String: AnnouncementMade.Words]
        do {
            texts = try JSONDecoder().decode(
                [String: AnnouncementMade.Words].self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw ControlFailure.usage("\(file) is not {\"en\": {\"title\": …, \"body\": …}, \"fr\": …, …}")
        }
        guard Set(texts.keys) == Set(languages) else {
            throw ControlFailure.usage("\(file) must have exactly the languages \(languages.joined(separator: ", "))")
        }
        for (language, words) in texts {
            guard [words.title, words.body].allSatisfy({ (try? IncomingText($0)) != nil }) else {
                throw ControlFailure.usage("\(language): the texts must not have control characters")
            }
            guard (1...maxLength.title).contains(words.title.count), (1...maxLength.body).contains(words.body.count)
            else {
                throw ControlFailure.usage(
                    "\(language): the title must have 1 to \(maxLength.title) characters, "
                        + "the body 1 to \(maxLength.body)")
            }
        }
        return texts
    }

    /// Adds an announcement.
    ///
    /// - Throws: `ControlFailure.problem` for a second retirement, or one before the end of a paid period.
    func add(_ announcement: AnnouncementMade) async throws {
        if let retiresAt = announcement.retiresAt {
            guard retiresAt > announcement.madeAt else {
                throw ControlFailure.problem("the day of the retirement must be in the future")
            }
            if let paid = try await paidUntil(), paid > retiresAt {
                throw ControlFailure.problem(
                    "subscriptions are paid until \(paid.formatted(.iso8601)): paid time is honored to its end"
                )
            }
        }
        try await AuditLog(database: database).record(
            .announce, "\(announcement.kind.rawValue) \(announcement.announcementID)")
        let isNew = try await database.withSchema(IngestionService.name) { pool in
            try await AnnouncementRepository.add(announcement, in: pool)
        }
        guard isNew else { throw ControlFailure.problem("a retirement is already announced") }
    }

    /// Withdraws an announcement.
    ///
    /// - Throws: `ControlFailure.problem` if there is no such active announcement, or it is too late.
    func withdraw(_ announcement: AnnouncementID) async throws {
        try await AuditLog(database: database).record(.withdrawAnnouncement, "\(announcement)")
        let isDone = try await database.withSchema(IngestionService.name) { pool in
            try await AnnouncementRepository.withdraw(announcement, at: Date(), in: pool)
        }
        guard isDone else {
            throw ControlFailure.problem("there is no active announcement \(announcement) that can be withdrawn")
        }
    }

    /// Every announcement, newest first.
    func list() async throws -> [AnnouncementMade] {
        try await database.withSchema(IngestionService.name) { try await AnnouncementRepository.list(in: $0) }
    }

    /// Starts the erasure of every account.
    ///
    /// - Throws: `ControlFailure.problem` before the announced day, or without a retirement.
    func finish() async throws {
        if let paid = try await paidUntil(), paid > Date() {
            throw ControlFailure.problem("subscriptions are paid until \(paid.formatted(.iso8601))")
        }
        try await AuditLog(database: database).record(.finishRetirement, "every account")
        let isBegun = try await database.withSchema(IngestionService.name) { pool in
            try await AnnouncementRepository.close(at: Date(), in: pool)
        }
        guard isBegun else { throw ControlFailure.problem("no announced retirement is due") }
    }

    /// The progress of the retirement; nil if none is announced.
    func retirement() async throws -> Retirement? {
        let paying = try await database.withSchema("billing") { pool in
            try await pool.query(
                "SELECT count(*) FROM subscriptions WHERE status IN ('trialing', 'active', 'past_due')"
            )[0].decode(Int64.self)
        }
        return try await database.withSchema(IngestionService.name) { pool in
            let rows = try await pool.query(
                """
                SELECT announcement_id, retires_at, closing_since IS NOT NULL, (SELECT count(*) FROM accounts),
                    (SELECT count(*) FROM erasures WHERE state IN ('scheduled', 'erasing'))
                FROM announcements WHERE kind = 'retirement' AND withdrawn_at IS NULL
                """)
            return try rows.first.map { row in
                let (id, retiresAt, isClosing, accounts, unfinished) = try row.decode(
                    UUID.self, Date.self, Bool.self, Int64.self, Int64.self)
                return Retirement(
                    id: AnnouncementID(id), retiresAt: retiresAt, isClosing: isClosing, accounts: accounts,
                    unfinished: unfinished, subscriptions: paying)
            }
        }
    }

    /// The end of the last paid period, if any.
    private func paidUntil() async throws -> Date? {
        try await database.withSchema("billing") { pool in
            let rows = try await pool.query(
                """
                SELECT (state ->> 'periodEnd')::timestamptz AS paid_until FROM subscriptions
                WHERE status IN ('trialing', 'active', 'past_due') AND state ->> 'periodEnd' IS NOT NULL
                ORDER BY paid_until DESC LIMIT 1
                """)
            return try rows.first.map { try $0.decode(Date.self) }
        }
    }
}
