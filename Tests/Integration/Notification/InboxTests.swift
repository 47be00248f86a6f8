import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

/// The handlers of `notification` on its real schema.
private struct Inbox {
    let bench: HandlerBench
    let remember: RememberAccount
    let handler: ScanNoticeHandler
    let mark: MarkNotice
    let remove: RemoveNotice
    let revive: ReviveNotice

    static func with(_ body: (Inbox) async throws -> Void) async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            try await body(try Inbox(bench))
        }
    }

    private init(_ bench: HandlerBench) throws {
        self.bench = bench
        remember = RememberAccount()
        handler = ScanNoticeHandler(inboxWriter: try .over(bench))
        mark = MarkNotice()
        remove = RemoveNotice()
        revive = ReviveNotice()
    }

    func register(_ account: AccountID, locale: String) async throws {
        let registered = AccountRegistered(
            accountID: account, locale: locale, timeZone: "America/Toronto", acceptedTerms: "1",
            registeredAt: bench.clock.now())
        try await bench.deliver(registered, to: remember, account: account)
    }

    func deliver(_ scan: ScanAssessed) async throws {
        try await bench.deliver(scan, to: handler, account: scan.accountID)
    }

    func changed() async throws -> [Event<NoticeChanged>] { try await bench.database.events() }

    func created() async throws -> [Event<NoticeCreated>] { try await bench.database.events() }

    func text(_ notice: Notice) async throws -> NoticeText {
        try await bench.sealer.open(notice.text, .noticeText(notice.noticeID, of: notice.accountID))
    }

    /// Puts a notice into the inbox.
    func notice(of account: AccountID) async throws -> Notice {
        let scan = scan(of: account, verdict: .contains, contains: [.milk])
        try await deliver(scan)
        return try #require(try await created().last?.body.notice)
    }
}

@Suite("Inbox")
struct InboxTests {
    @Test("NOT-04, ALG-12: every scan makes one notice, with or without a match", arguments: Verdict.allCases)
    func oneNoticePerScan(_ verdict: Verdict) async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            let scan = scan(of: account, verdict: verdict)
            try await inbox.deliver(scan)
            try await inbox.deliver(scan)
            let created = try await inbox.created()
            let notice = try #require(created.first?.body.notice)
            #expect(created.count == 1)
            #expect(try await inbox.changed().isEmpty)
            #expect(notice.causeID == scan.scanID.description)
            #expect(notice.urgency == ScanNoticeWriter.urgency(of: verdict))
            #expect(created.first?.attributes.subject == notice.noticeID.description)
            #expect(created.first?.attributes.key == account.description)
            #expect(try await inbox.bench.database.count("SELECT count(*) FROM notices") == 1)
        }
    }

    @Test("NOT-14: a notice is in the account's language")
    func language() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            try await inbox.register(account, locale: "es-MX")
            let text = try await inbox.text(try await inbox.notice(of: account))
            #expect(
                text
                    == NoticeText(
                        title: "Contiene: leche", body: "La lista de ingredientes contiene: leche.", language: "es"))
        }
    }

    @Test("scan notice: before its account is known it is written in English")
    func unknownAccount() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            #expect(try await inbox.text(try await inbox.notice(of: account)).language == "en")
        }
    }

    @Test("scan notice: a later version updates it and adds none")
    func laterVersion() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account(), id = ScanID.random()
            try await inbox.deliver(scan(of: account, id, verdict: .contains, contains: [.milk], profilePending: true))
            let notice = try #require(try await inbox.created().first?.body.notice)
            let read = ChangeNotice(accountID: account, noticeID: notice.noticeID, read: true)
            try await inbox.bench.deliver(read, to: inbox.mark, account: account)
            try await inbox.deliver(scan(of: account, id, version: 2, verdict: .contains, contains: [.milk]))
            var changed = try await inbox.changed().map(\.body.notice)
            #expect(changed.map(\.version) == [2, 3])
            #expect(changed.last?.readAt != nil)
            try await inbox.deliver(scan(of: account, id, version: 3, verdict: .notDetected))
            try await inbox.deliver(scan(of: account, id, version: 2, verdict: .contains, contains: [.milk]))
            changed = try await inbox.changed().map(\.body.notice)
            let last = try #require(changed.last)
            #expect(changed.map(\.version) == [2, 3, 4])
            #expect(last.readAt == nil)
            #expect(last.urgency == .notice)
            #expect(last.createdAt == notice.createdAt)
            #expect(try await inbox.text(last).body.hasPrefix("This replaces an earlier result."))
            #expect(try await inbox.created().count == 1)
        }
    }

    @Test("scan notice: unchanged by a new version with the same result")
    func renamedScan() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account(), id = ScanID.random()
            try await inbox.deliver(scan(of: account, id, verdict: .contains, contains: [.milk]))
            try await inbox.deliver(scan(of: account, id, version: 2, verdict: .contains, contains: [.milk]))
            #expect(try await inbox.changed().isEmpty)
            try await inbox.deliver(scan(of: account, id, version: 3, verdict: .contains, contains: [.milk, .nuts]))
            #expect(try await inbox.changed().map(\.body.notice.version) == [2])
            try await inbox.deliver(scan(of: account, id, version: 4, verdict: .notDetected))
            try await inbox.deliver(scan(of: account, id, version: 5, verdict: .notDetected))
            let changed = try await inbox.changed().map(\.body.notice)
            #expect(changed.map(\.version) == [2, 3])
            #expect(try await inbox.text(try #require(changed.last)).body.hasPrefix("This replaces an earlier result."))
        }
    }

    @Test("NOT-05: a finding after a profile change has an alert, no scan notice")
    func notifiedOnce() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account(), id = ScanID.random()
            try await inbox.deliver(scan(of: account, id, verdict: .notDetected))
            let notice = try #require(try await inbox.created().first?.body.notice)
            let read = ChangeNotice(accountID: account, noticeID: notice.noticeID, read: true)
            try await inbox.bench.deliver(read, to: inbox.mark, account: account)
            var found = scan(of: account, id, version: 2, verdict: .contains, contains: [.milk])
            found.reassessment = .profileChanged
            try await inbox.deliver(found)
            let changed = try #require(try await inbox.changed().last?.body.notice)
            let text = try await inbox.text(changed)
            #expect(changed.readAt != nil, "the scan's own notice is no news")
            #expect(text.title.contains("milk"), "and it is true")
            #expect(!text.body.contains("This replaces an earlier result."))
            var better = scan(of: account, id, version: 3, verdict: .notDetected)
            better.reassessment = .profileChanged
            try await inbox.deliver(better)
            let last = try #require(try await inbox.changed().last?.body.notice)
            let body = try await inbox.text(last).body
            #expect(body.hasPrefix("This replaces an earlier result."), "no alert is sent, so the notice states it")
        }
    }

    @Test("NOT-10: a new verdict restores a deleted notice, even without its text")
    func comesBack() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account(), id = ScanID.random()
            try await inbox.deliver(scan(of: account, id, verdict: .notDetected))
            let notice = try #require(try await inbox.created().first?.body.notice)
            let delete = DeleteNotice(accountID: account, noticeID: notice.noticeID)
            try await inbox.bench.deliver(delete, to: inbox.remove, account: account)
            inbox.bench.clock.advance(by: .seconds(31 * 86_400))
            try await NoticeRetention(pool: inbox.bench.database.pool, clock: inbox.bench.clock).run()
            #expect(try await inbox.bench.database.count("SELECT count(*) FROM notices WHERE text IS NULL") == 1)
            try await inbox.deliver(scan(of: account, id, version: 2, verdict: .contains, contains: [.nuts]))
            let last = try #require(try await inbox.changed().last?.body.notice)
            #expect(last.version == 3)
            #expect(last.deletedAt == nil)
            #expect(try await inbox.text(last).title == "Contains: tree nuts")
        }
    }

    @Test("notice: can be marked read and unread; the command succeeds")
    func mark() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            let notice = try await inbox.notice(of: account)
            for read in [true, true, false] {
                let command = ChangeNotice(accountID: account, noticeID: notice.noticeID, read: read)
                try await inbox.bench.deliver(command, to: inbox.mark, account: account, operation: .random())
            }
            let changed = try await inbox.changed()
            #expect(changed.map(\.body.notice.version) == [2, 2, 3])
            #expect(changed.map { $0.body.notice.readAt != nil } == [true, true, false])
            #expect(changed.allSatisfy { $0.attributes.operationStatus == .succeeded })
        }
    }

    @Test("NOT-10: a deleted notice cannot be read or deleted again")
    func delete() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            let notice = try await inbox.notice(of: account)
            let delete = DeleteNotice(accountID: account, noticeID: notice.noticeID)
            try await inbox.bench.deliver(delete, to: inbox.remove, account: account, operation: .random())
            let last = try #require(try await inbox.changed().last)
            #expect(last.body.notice.deletedAt == inbox.bench.clock.now())
            #expect(last.attributes.operationStatus == .succeeded)
            await #expect(throws: Rejection(.notFound)) {
                try await inbox.bench.deliver(delete, to: inbox.remove, account: account)
            }
            let read = ChangeNotice(accountID: account, noticeID: notice.noticeID, read: true)
            await #expect(throws: Rejection(.notFound)) {
                try await inbox.bench.deliver(read, to: inbox.mark, account: account)
            }
        }
    }

    @Test("NOT-10: a deleted notice is restored with its text, once")
    func restore() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account(), other = try await inbox.bench.account()
            let notice = try await inbox.notice(of: account)
            let delete = DeleteNotice(accountID: account, noticeID: notice.noticeID)
            let restore = RestoreNotice(accountID: account, noticeID: notice.noticeID)
            try await inbox.bench.deliver(delete, to: inbox.remove, account: account)
            await #expect(throws: Rejection(.notFound)) {
                try await inbox.bench.deliver(
                    RestoreNotice(accountID: other, noticeID: notice.noticeID), to: inbox.revive, account: other)
            }
            for _ in 1...2 {
                try await inbox.bench.deliver(restore, to: inbox.revive, account: account, operation: .random())
                let last = try #require(try await inbox.changed().last)
                #expect(last.body.notice.deletedAt == nil && last.body.notice.version == 3)
                #expect(last.attributes.operationStatus == .succeeded)
            }
            let restored = try #require(try await inbox.changed().last).body.notice
            #expect(try await inbox.text(restored) == inbox.text(notice))
            try await inbox.bench.deliver(delete, to: inbox.remove, account: account)
            try await NoticeRepository.clear(
                deletedBefore: inbox.bench.clock.now().addingTimeInterval(1), on: inbox.bench.database.pool)
            await #expect(throws: Rejection(.notFound)) {
                try await inbox.bench.deliver(restore, to: inbox.revive, account: account)
            }
        }
    }

    @Test("NOT-10, GW-23: another account's notice is unknown like a missing one")
    func otherPerson() async throws {
        try await Inbox.with { inbox in
            let owner = try await inbox.bench.account(), other = try await inbox.bench.account()
            let notice = try await inbox.notice(of: owner)
            let delete = DeleteNotice(accountID: other, noticeID: notice.noticeID)
            await #expect(throws: Rejection(.notFound)) {
                try await inbox.bench.deliver(delete, to: inbox.remove, account: other)
            }
            let read = ChangeNotice(accountID: other, noticeID: .random(), read: true)
            await #expect(throws: Rejection(.notFound)) {
                try await inbox.bench.deliver(read, to: inbox.mark, account: other)
            }
            #expect(try await inbox.changed().isEmpty)
        }
    }

    @Test("GW-36: a notice's text is sealed in tables and events")
    func sealed() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            _ = try await inbox.notice(of: account)
            let plain = try await inbox.bench.database.count(
                """
                SELECT (SELECT count(*) FROM notices WHERE position('milk'::bytea IN text) > 0)
                    + (SELECT count(*) FROM outbox WHERE position('Contains'::bytea IN body) > 0)
                """)
            #expect(plain == 0)
        }
    }

    @Test("notice snapshots: contain every notice, also deleted ones, in pages")
    func snapshots() async throws {
        try await Inbox.with { inbox in
            let account = try await inbox.bench.account()
            var ids: [NoticeID] = []
            for _ in 0..<5 { ids.append(try await inbox.notice(of: account).noticeID) }
            let delete = DeleteNotice(accountID: account, noticeID: ids[0])
            try await inbox.bench.deliver(delete, to: inbox.remove, account: account)
            let before = try await inbox.changed().count
            let source = NotificationService.noticeSnapshots
            var cursor: String?
            var pages = 0
            repeat {
                let after = cursor
                cursor = try await inbox.bench.database.write(.request(correlationID: UUID())) { transaction in
                    try await source.appendPage(after: after, limit: 2, in: transaction)
                }
                pages += 1
            } while cursor != nil
            let sent = try await inbox.changed().dropFirst(before)
            #expect(pages == 3)
            #expect(Set(sent.map(\.body.notice.noticeID)) == Set(ids))
            #expect(sent.allSatisfy { $0.attributes.isSnapshot && $0.attributes.operationStatus == nil })
        }
    }
}
