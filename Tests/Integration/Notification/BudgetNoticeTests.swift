import EventContracts
import Foundation
import Messaging
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

private func cad(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .cad) }

private let excess = BudgetExcess(
    name: "Snacks {name}", amount: cad(4_000), spent: cad(4_250),
    steps: [
        .init(kind: .swap, product: "Dear chips", instead: "Plain chips", saving: cad(400)),
        .init(kind: .stop, product: "Cookies", instead: nil, saving: cad(350)),
        .init(kind: .swap, product: "Olive oil", instead: "Olive oil", saving: cad(300), store: "Far Market"),
    ])

@Suite("Texts of budgets")
struct BudgetNoticeWriterTests {
    private func text(_ excess: BudgetExcess, _ language: NoticeLanguage) throws -> NoticeText {
        let day = try #require(CalendarDay("2026-01-01"))
        return BudgetNoticeWriter(texts: try NoticeTexts.builtIn()).text(of: excess, since: day, in: language)
    }

    @Test(
        "NOT-07, NOT-14: spending and savings are described in each language",
        arguments: [
            (NoticeLanguage.english, "Over budget: Snacks {name}", "Since 1 January you have spent 42.50 CAD of"),
            (.french, "Budget dépassé : Snacks {name}", "Depuis le 1er janvier, vous avez dépensé 42.50 CAD sur"),
            (.spanish, "Presupuesto superado: Snacks {name}", "Desde el 1 de enero ha gastado 42.50 CAD de"),
            (.chinese, "超出预算：Snacks {name}", "自1月1日起，您已花费42.50 CAD，预算为"),
        ])
    func words(in language: NoticeLanguage, _ title: String, _ start: String) throws {
        let said = try text(excess, language)
        #expect(said.title == title && said.body.hasPrefix(start + (language == .chinese ? "" : " ") + "40.00 CAD"))
        for part in [
            "Dear chips", "Plain chips", "4.00 CAD", "Cookies", "3.50 CAD", "Olive oil", "Far Market", "3.00 CAD",
        ] {
            #expect(said.body.contains(part), "\(part)")
        }
    }

    @Test("budget notice: a budget without possible savings says so")
    func nothing() throws {
        var bare = excess
        bare.steps = []
        #expect(try text(bare, .english).body.hasSuffix("no cheaper offer and nothing you could easily do without."))
        let shared = BudgetNoticeWriter(texts: try NoticeTexts.builtIn()).text(
            of: bare, since: try #require(CalendarDay("2026-01-01")), isShared: true, in: .english)
        #expect(shared.body.hasSuffix("of 40.00 CAD."), "no advice about purchases of other members")
    }
}

@Suite("Budget notices in the inbox")
struct BudgetNoticeTests {
    @Test("NOT-07: one notice for each version of a budget and period")
    func oneNotice() async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let handler = BudgetNoticeHandler(inboxWriter: try .over(bench))
            let account = try await bench.account(), budget = BudgetID.random()
            func deliver(_ version: Int64, from day: String) async throws {
                let sealed = try await bench.sealer.seal(excess, .budgetExcess(budget, of: account))
                try await bench.deliver(
                    BudgetExceeded(
                        accountID: account, budgetID: budget, version: version,
                        from: try #require(CalendarDay(day)), excess: sealed, exceededAt: bench.clock.now()),
                    to: handler, account: account)
            }
            try await deliver(1, from: "2026-01-01")
            try await deliver(1, from: "2026-01-01")
            try await deliver(3, from: "2026-01-01")
            try await deliver(2, from: "2026-01-01")
            try await deliver(3, from: "2026-02-01")
            let created: [Event<NoticeCreated>] = try await bench.database.events()
            #expect(created.map(\.body.notice.causeID) == ["\(budget)/2026-01-01", "\(budget)/2026-02-01"])
            #expect(created.allSatisfy { $0.body.notice.kind == .budgetExceeded && $0.body.notice.urgency == .notice })
            let changed: [Event<NoticeChanged>] = try await bench.database.events()
            #expect(changed.map(\.body.notice.version) == [2])
            let stored = try await bench.database.write(.request(correlationID: UUID())) {
                try await NoticeRepository.page(after: nil, limit: 10, in: $0)
            }
            #expect(stored.count == 2 && stored.allSatisfy { $0.budgetID == budget })
        }
    }

    @Test("SPD-25: each household member has one notice per shared budget")
    func members() async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let handler = BudgetNoticeHandler(inboxWriter: try .over(bench))
            let ann = try await bench.account(), ben = try await bench.account(), budget = BudgetID.random()
            let day = try #require(CalendarDay("2026-01-01"))
            let published: [(AccountID, HouseholdMemberID?)] = [(ann, nil), (ann, .random()), (ben, .random())]
            for (account, member) in published {
                for _ in 0..<2 {
                    try await bench.deliver(
                        BudgetExceeded(
                            accountID: account, budgetID: budget, version: member == nil ? 1 : 2, from: day,
                            excess: try await bench.sealer.seal(excess, .budgetExcess(budget, of: account)),
                            exceededAt: bench.clock.now(), memberID: member), to: handler, account: account)
                }
            }
            let created: [Event<NoticeCreated>] = try await bench.database.events()
            #expect(created.map(\.body.notice.accountID) == [ann, ann, ben])
            #expect(Set(created.map(\.body.notice.noticeID)).count == 3)
        }
    }
}
