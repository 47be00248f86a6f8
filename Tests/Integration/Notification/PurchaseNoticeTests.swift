import EventContracts
import Foundation
import Messaging
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

private func purchase(
    of account: AccountID = .random(), _ id: ReceiptID = .random(), version: Int64 = 1,
    found: [(AllergenChoice, AllergenLikelihood)], unknown: Int = 0, news: PurchaseJudged.News? = .purchase,
    details: Sealed<PurchaseAllergenDetails> = Sealed(bytes: [1])
) -> PurchaseJudged {
    PurchaseJudged(
        accountID: account, receiptID: id, version: version, receiptVersion: version,
        allergens: found.map { MealAllergen(allergen: $0, likelihood: $1, inProfile: true) },
        unknownArticles: unknown, otherMatches: 0, profileVersion: 1, profileEmpty: false, details: details,
        knowledgeVersion: "1", news: news, boughtOn: CalendarDay("2026-01-14") ?? .epoch,
        judgedAt: Date(timeIntervalSince1970: 1_768_442_400))
}

private let details = PurchaseAllergenDetails(
    articles: (1...7).map { .init(name: "Bar \($0)", allergens: [.group(.peanuts)]) }, otherIngredients: [])

@Suite("Texts of purchases")
struct PurchaseNoticeWriterTests {
    @Test(
        "ALG-07, NOT-14: items are named or counted, without a promise",
        arguments: NoticeLanguage.allCases)
    func words(in language: NoticeLanguage) throws {
        let writer = PurchaseNoticeWriter(texts: try NoticeTexts.builtIn())
        for likelihood in AllergenLikelihood.allCases {
            let said = writer.text(of: purchase(found: [(.peanuts, likelihood)], unknown: 3), details, in: language)
            #expect(said.language == language.rawValue && !said.title.contains("{") && !said.body.contains("{"))
            #expect(said.body.contains("Bar 5") && !said.body.contains("Bar 6") && said.body.contains("2"))
            for word in ["safe", "sûr", "sans danger", "seguro", "安全"] {
                #expect(!(said.title + said.body).lowercased().contains(word), "\(word)")
            }
        }
    }

    @Test("purchase notice: likely allergens are alerts, possible ones are not")
    func urgency() {
        #expect(PurchaseNoticeWriter.urgency(of: purchase(found: [(.milk, .possible)])) == .notice)
        #expect(PurchaseNoticeWriter.urgency(of: purchase(found: [(.milk, .possible), (.fish, .likely)])) == .alert)
    }
}

@Suite("Purchase notices in the inbox")
struct PurchaseNoticeTests {
    @Test("NOT-05: a purchase has one notice for each reason")
    func oneNotice() async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let handler = PurchaseNoticeHandler(inboxWriter: try .over(bench))
            let account = try await bench.account(), id = ReceiptID.random()
            let sealed = try await bench.sealer.seal(details, .purchaseAllergens(id, of: account))
            func deliver(
                _ version: Int64, _ found: [(AllergenChoice, AllergenLikelihood)], _ news: PurchaseJudged.News?
            ) async throws {
                try await bench.deliver(
                    purchase(of: account, id, version: version, found: found, news: news, details: sealed), to: handler,
                    account: account)
            }
            for _ in 0..<2 { try await deliver(1, [(.peanuts, .named)], .purchase) }
            try await deliver(2, [(.peanuts, .named)], nil)
            try await deliver(3, [(.peanuts, .named), (.milk, .named)], .purchase)
            try await deliver(4, [(.peanuts, .named)], .profile)
            let created: [Event<NoticeCreated>] = try await bench.database.events()
            #expect(created.map(\.body.notice.causeID) == ["\(id)/purchase", "\(id)/profile"])
            #expect(created.allSatisfy { $0.body.notice.receiptID == id && $0.body.notice.urgency == .alert })
            let changed: [Event<NoticeChanged>] = try await bench.database.events()
            #expect(changed.map(\.body.notice.version) == [2] && changed.allSatisfy { $0.body.notice.readAt == nil })
        }
    }
}
