import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

/// An alert as `allergen` publishes it; the test sets its subject.
private func alert(
    _ cause: AlertCause, to account: AccountID = .random(), _ id: AlertID = .random(),
    contains: [AllergenChoice] = [], mayContain: [AllergenChoice] = [], otherMatches: Int = 0, gtin: GTIN? = nil,
    recall: RecallNotice? = nil
) -> AllergenAlertRaised {
    // 2026-01-15 02:00 UTC: the evening before in Toronto.
    let time = Date(timeIntervalSince1970: 1_768_442_400)
    return AllergenAlertRaised(
        accountID: account, alertID: id, cause: cause, scanID: .random(), gtin: gtin, recall: recall,
        contains: contains, mayContain: mayContain, otherMatches: otherMatches, scannedAt: time, raisedAt: time)
}

private func recall(lot: String? = nil, withdrawnAt: Date? = nil) -> RecallNotice {
    RecallNotice(recallID: .random(), lot: lot, reason: "Peanuts are not declared.", withdrawnAt: withdrawnAt)
}

@Suite("Texts of alerts")
struct AlertNoticeWriterTests {
    private func text(
        _ alert: AllergenAlertRaised, _ language: NoticeLanguage = .english, zone: String = "America/Toronto"
    ) throws -> NoticeText {
        AlertNoticeWriter(texts: try NoticeTexts.builtIn()).text(
            of: alert, in: language, timeZone: try #require(TimeZone(identifier: zone)))
    }

    @Test(
        "NOT-05, NOT-14: a new finding has a text in each language",
        arguments: [
            (NoticeLanguage.english, "New in an earlier scan: contains milk and almonds"),
            (.french, "Nouveau dans un ancien scan : contient lait et amandes"),
            (.spanish, "Nuevo en un escaneo anterior: contiene leche y almendras"),
            (.chinese, "此前扫描的新结果：含有奶类和杏仁"),
        ])
    func title(in language: NoticeLanguage, is expected: String) throws {
        let alert = alert(.profileChanged, contains: [.milk, .species(.almond)])
        #expect(try text(alert, language).title == expected)
        #expect(try text(alert, language).language == language.rawValue)
    }

    @Test("alert: its day is local, and the cause is stated")
    func body() throws {
        let alert = alert(.profileChanged, contains: [.milk], mayContain: [.nuts], gtin: GTIN("4006381333931"))
        #expect(
            try text(alert).body == """
                The ingredient list you scanned on 14 January 2026 contains milk. May also contain: tree nuts. It was \
                checked again because your profile changed. Product number: 4006381333931.
                """)
        #expect(try text(alert, zone: "UTC").body.contains("15 January 2026"))
    }

    @Test("alert: possible findings and custom ingredients have separate texts")
    func others() throws {
        #expect(
            try text(alert(.lexiconChanged, mayContain: [.fish])).title
                == "New in an earlier scan: may contain fish")
        #expect(
            try text(alert(.profileChanged, otherMatches: 2)).title
                == "New in an earlier scan: contains 2 ingredients on your own list")
        #expect(try text(alert(.recipeChanged, contains: [.soybeans])).title == "Label changed: soybeans")
    }

    @Test("recall notice: states reason, lot and product")
    func recalls() throws {
        let standing = alert(.recall, gtin: GTIN("96385074"), recall: recall(lot: "L42"))
        #expect(
            try text(standing).body == """
                A product you scanned on 14 January 2026 has been recalled: Peanuts are not declared. The recall \
                concerns lot L42. Product number: 96385074.
                """)
        #expect(AlertNoticeWriter.kind(of: .recall) == .recall && AlertNoticeWriter.urgency(of: standing) == .alert)
        let withdrawn = alert(.recall, recall: recall(withdrawnAt: Date()))
        #expect(try text(withdrawn).title == "Recall withdrawn")
        #expect(AlertNoticeWriter.urgency(of: withdrawn) == .notice)
    }
}

@Suite("Alerts in the inbox")
struct AlertTests {
    private func handler(_ bench: HandlerBench) throws -> AlertNoticeHandler {
        AlertNoticeHandler(inboxWriter: try .over(bench))
    }

    @Test("NOT-05: alert: makes one notice that links scan and product", arguments: AlertCause.allCases)
    func oneNotice(_ cause: AlertCause) async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let account = try await bench.account(), handler = try handler(bench)
            let raised = alert(
                cause, to: account, contains: [.milk], gtin: GTIN("96385074"), recall: cause == .recall ? recall() : nil
            )
            for _ in 0..<2 { try await bench.deliver(raised, to: handler, account: account) }
            let created: [Event<NoticeCreated>] = try await bench.database.events()
            let notice = try #require(created.first?.body.notice)
            #expect(created.count == 1)
            #expect(notice.kind == (cause == .recall ? .recall : .allergenAlert))
            #expect(notice.scanID == raised.scanID && notice.gtin == raised.gtin)
            #expect(notice.causeID == raised.alertID.description && notice.urgency == .alert)
            let stored = try await bench.database.write(.request(correlationID: UUID())) {
                try await NoticeRepository.page(after: nil, limit: 10, in: $0)
            }
            #expect(stored == [notice])
        }
    }

    @Test("recall notice: a withdrawal replaces it, unread, once")
    func withdrawn() async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let account = try await bench.account(), handler = try handler(bench), id = AlertID.random()
            try await bench.deliver(alert(.recall, to: account, id, recall: recall()), to: handler, account: account)
            let withdrawal = alert(.recall, to: account, id, recall: recall(withdrawnAt: Date()))
            for _ in 0..<2 { try await bench.deliver(withdrawal, to: handler, account: account) }
            let changed: [Event<NoticeChanged>] = try await bench.database.events()
            let notice = try #require(changed.first?.body.notice)
            #expect(changed.count == 1 && notice.version == 2 && notice.readAt == nil)
            let text = try await bench.sealer.open(notice.text, .noticeText(notice.noticeID, of: account))
            #expect(text.title == "Recall withdrawn")
        }
    }
}
