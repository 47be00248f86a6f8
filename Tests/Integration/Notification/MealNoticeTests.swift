import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

/// A meal as `allergen` publishes it; the test sets its subject.
private func meal(
    of account: AccountID = .random(), _ id: MealID = .random(), version: Int64 = 1,
    found: [(AllergenChoice, AllergenLikelihood)], unknown: Int = 0, others: Int = 0,
    news: MealJudged.News? = .meal
) -> MealJudged {
    // 2026-01-15 02:00 UTC: the evening before in Toronto.
    let time = Date(timeIntervalSince1970: 1_768_442_400)
    let alien = MealAllergen(allergen: .group(.sesame), likelihood: .named, inProfile: false)
    return MealJudged(
        accountID: account, mealID: id, version: version, mealVersion: version,
        allergens: found.map { MealAllergen(allergen: $0, likelihood: $1, inProfile: true) } + [alien],
        unknownItems: (0..<unknown).map { _ in .random() }, otherMatches: others, profileVersion: 1,
        profileEmpty: false, details: Sealed(bytes: [1]), knowledgeVersion: "1", news: news, eatenAt: time,
        judgedAt: time)
}

@Suite("Texts of meals")
struct MealNoticeWriterTests {
    private func text(_ meal: MealJudged, _ language: NoticeLanguage = .english) throws -> NoticeText {
        MealNoticeWriter(texts: try NoticeTexts.builtIn()).text(
            of: meal, in: language, timeZone: try #require(TimeZone(identifier: "America/Toronto")))
    }

    @Test(
        "NOT-14: likely allergens are worded as likely in each language",
        arguments: [
            (NoticeLanguage.english, "Your meal likely contains milk and almonds"),
            (.french, "Votre repas contient probablement : lait et amandes"),
            (.spanish, "Su comida probablemente contiene: leche y almendras"),
            (.chinese, "您的餐食很可能含有：奶类和杏仁"),
        ])
    func title(in language: NoticeLanguage, is expected: String) throws {
        let meal = meal(found: [(.species(.almond), .likely), (.milk, .likely)])
        #expect(try text(meal, language).title == expected && text(meal, language).language == language.rawValue)
    }

    @Test("meal notice: each likelihood has its sentence, no promises")
    func body() throws {
        let meal = meal(found: [(.peanuts, .named), (.milk, .likely), (.fish, .possible)], unknown: 2, news: .profile)
        #expect(try text(meal).title == "Your meal contains peanuts")
        #expect(
            try text(meal).body == """
                Your entry for 14 January mentions peanuts. Your meal of 14 January likely contains milk, going by the \
                usual ingredients of such dishes. Some recipes for these dishes contain fish. Foods with incomplete \
                ingredient data: 2. It was checked again because your profile changed. No label was read, so the meal \
                may contain allergens that are not listed here. Ask the person who prepared it.
                """)
    }

    @Test("meal notice: likely and named allergens are alerts, possible ones not")
    func urgency() throws {
        #expect(MealNoticeWriter.urgency(of: meal(found: [(.milk, .possible)])) == .notice)
        #expect(MealNoticeWriter.urgency(of: meal(found: [(.milk, .possible), (.fish, .likely)])) == .alert)
        #expect(MealNoticeWriter.urgency(of: meal(found: [], others: 1)) == .alert)
        #expect(try text(meal(found: [], others: 1)).title == "Your meal contains an ingredient on your own list")
        #expect(try text(meal(found: [(.milk, .possible)])).title == "Your meal may contain milk")
    }

    @Test("ALG-07: no text about a meal promises that it is safe")
    func noPromise() throws {
        let all = meal(found: [(.peanuts, .named), (.milk, .likely), (.fish, .possible)], unknown: 1, others: 1)
        for language in NoticeLanguage.allCases {
            let said = try text(all, language)
            for word in ["safe", "sûr", "sans danger", "seguro", "安全"] {
                #expect(!(said.title + said.body).lowercased().contains(word))
            }
        }
    }
}

@Suite("Meal notices in the inbox")
struct MealNoticeTests {
    private static func with(_ body: (HandlerBench, MealNoticeHandler, AccountID) async throws -> Void) async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let handler = MealNoticeHandler(inboxWriter: try .over(bench))
            try await body(bench, handler, try await bench.account())
        }
    }

    @Test("NOT-05: one notice per meal and reason, only if something is new")
    func oneNotice() async throws {
        try await Self.with { bench, handler, account in
            let id = MealID.random()
            let published = meal(of: account, id, found: [(.milk, .likely)])
            for _ in 0..<2 { try await bench.deliver(published, to: handler, account: account) }
            try await bench.deliver(
                meal(of: account, id, version: 2, found: [(.milk, .likely)], news: nil), to: handler, account: account)
            try await bench.deliver(
                meal(of: account, id, version: 3, found: [(.milk, .likely)], news: .profile), to: handler,
                account: account
            )
            let created: [Event<NoticeCreated>] = try await bench.database.events()
            #expect(created.map(\.body.notice.causeID) == ["\(id)/meal", "\(id)/profile"])
            #expect(created.allSatisfy { $0.body.notice.mealID == id && $0.body.notice.kind == .mealAllergens })
            let stored = try await bench.database.write(.request(correlationID: UUID())) {
                try await NoticeRepository.page(after: nil, limit: 10, in: $0)
            }
            #expect(Set(stored.map(\.noticeID)) == Set(created.map(\.body.notice.noticeID)))
            #expect(stored.allSatisfy { $0.mealID == id })
        }
    }

    @Test("ALG-05, NOT-05: a finding that returns makes the notice unread")
    func comesBack() async throws {
        try await Self.with { bench, handler, account in
            let id = MealID.random(), found = [(AllergenChoice.milk, AllergenLikelihood.likely)]
            try await bench.deliver(meal(of: account, id, found: found), to: handler, account: account)
            try await bench.database.pool.execute("UPDATE notices SET read_at = now()")
            try await bench.deliver(
                meal(of: account, id, version: 2, found: [], news: nil), to: handler, account: account)
            try await bench.deliver(meal(of: account, id, version: 3, found: found), to: handler, account: account)
            let changed: [Event<NoticeChanged>] = try await bench.database.events()
            #expect(changed.count == 1 && changed.first?.body.notice.readAt == nil)
        }
    }

    @Test("meal notice: new findings make it unread; old versions are ignored")
    func writtenAnew() async throws {
        try await Self.with { bench, handler, account in
            let id = MealID.random()
            for (version, found) in [
                (Int64(2), [(AllergenChoice.milk, AllergenLikelihood.likely)]),
                (3, [(.milk, .likely), (.fish, .named)]), (1, [(.eggs, .named)]),
            ] {
                try await bench.deliver(
                    meal(of: account, id, version: version, found: found), to: handler, account: account)
            }
            let changed: [Event<NoticeChanged>] = try await bench.database.events()
            let notice = try #require(changed.first?.body.notice)
            #expect(changed.count == 1 && notice.version == 2 && notice.readAt == nil)
            let text = try await bench.sealer.open(notice.text, .noticeText(notice.noticeID, of: account))
            #expect(text.title == "Your meal contains fish")
        }
    }
}
