import EventContracts
import Foundation
import Messaging
import Quantities
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

@Suite("Plan and payment notices in the inbox")
struct BillingNoticeTests {
    private static let day: TimeInterval = 86_400

    /// A subscription from now on.
    private static func subscription(
        _ scene: InboxScene, _ id: SubscriptionID, _ version: Int64, _ status: SubscriptionStatus, days: Double = 365,
        _ change: (inout SubscriptionChanged) -> Void = { _ in }
    ) -> SubscriptionChanged {
        let now = scene.bench.clock.now()
        var published = SubscriptionChanged(
            accountID: scene.account, subscriptionID: id, version: version, status: status,
            choice: PlanChoice(planID: "pro-yearly-cad"), price: Money(minorUnits: 7_999, currency: .cad),
            region: "CA-ON", changedAt: now)
        published.periodStart = now
        published.periodEnd = now + days * day
        change(&published)
        return published
    }

    @Test("BIL-10: plan: each step is announced once; renewals are not")
    func steps() async throws {
        try await InboxScene.with { scene in
            let handler = SubscriptionNoticeHandler(inboxWriter: scene.inboxWriter), id = SubscriptionID.random()
            let now = scene.bench.clock.now()
            try await scene.deliver(Self.subscription(scene, id, 1, .awaitingPayment), to: handler)
            #expect(try await scene.published().isEmpty)
            let active = Self.subscription(scene, id, 2, .active)
            for _ in 0..<2 { try await scene.deliver(active, to: handler) }
            // A renewal: only the end of the period changed.
            try await scene.deliver(Self.subscription(scene, id, 3, .active, days: 730), to: handler)
            try await scene.deliver(
                Self.subscription(scene, id, 4, .pastDue) { $0.graceEnd = now + 7 * Self.day }, to: handler)
            try await scene.deliver(Self.subscription(scene, id, 5, .active), to: handler)
            try await scene.deliver(Self.subscription(scene, id, 6, .active) { $0.endsWithPeriod = true }, to: handler)
            try await scene.republish(
                Self.subscription(scene, id, 6, .active) { $0.endsWithPeriod = true }, to: handler)
            try await scene.deliver(active, to: handler)
            try await scene.deliver(Self.subscription(scene, id, 7, .ended) { $0.ending = .canceled }, to: handler)
            let published = try await scene.published()
            #expect(
                published.map(\.text.title) == [
                    "Your plan is active", "Your renewal payment failed", "Your plan is active",
                    "Your plan ends on 15 January 2027", "Your plan has ended",
                ])
            #expect(published[0].text.body.contains("15 January 2027") && published[0].text.body.contains("$79.99"))
            #expect(published[1].text.body.contains("22 January 2026"))
            #expect(published[4].text.body.hasPrefix("You canceled it."))
            #expect(Set(published.map(\.notice.noticeID)).count == 5, "none takes the place of another")
        }
    }

    @Test(
        "BIL-10: plan: snapshots and unpaid pages raise no notice")
    func snapshots() async throws {
        try await InboxScene.with { scene in
            let handler = SubscriptionNoticeHandler(inboxWriter: scene.inboxWriter), id = SubscriptionID.random()
            try await scene.republish(Self.subscription(scene, id, 5, .active), to: handler)
            try await scene.deliver(Self.subscription(scene, id, 6, .active), to: handler)
            try await scene.deliver(
                Self.subscription(scene, .random(), 2, .ended) { $0.ending = .abandoned }, to: handler)
            #expect(try await scene.published().isEmpty)
        }
    }

    @Test("BIL-10: checkouts that were never paid: no notice that a plan ended", arguments: SubscriptionEnding.allCases)
    func unpaidCheckouts(ending: SubscriptionEnding) async throws {
        try await InboxScene.with { scene in
            let handler = SubscriptionNoticeHandler(inboxWriter: scene.inboxWriter)
            for _ in 0..<3 {
                let id = SubscriptionID.random()
                for (version, status) in [(Int64(1), SubscriptionStatus.awaitingPayment), (2, .ended)] {
                    let unpaid = Self.subscription(scene, id, version, status) {
                        $0.ending = status == .ended ? ending : nil
                        $0.periodStart = nil
                        $0.periodEnd = nil
                    }
                    try await scene.deliver(unpaid, to: handler)
                }
            }
            #expect(try await scene.published().isEmpty)
        }
    }

    @Test(
        "BIL-10: a refused trial is announced with its reason, once, localized",
        arguments: ["en", "fr", "es", "zh"])
    func refusedTrials(locale: String) async throws {
        let texts = try NoticeTexts.builtIn()
        let voice = NoticeLocale(texts: texts, locale: locale, timeZone: "UTC")
        try await InboxScene.with { scene in
            var said = Set<String>()
            for refusal in TrialRefusal.allCases {
                let published = Self.subscription(scene, .random(), 2, .ended) {
                    $0.ending = .abandoned
                    $0.trial = .init(days: 14, refusal: refusal)
                }
                said.insert(BillingNoticeWriter.text(of: published, voice).body)
            }
            #expect(said.count == TrialRefusal.allCases.count)
            let handler = SubscriptionNoticeHandler(inboxWriter: scene.inboxWriter)
            let published = Self.subscription(scene, .random(), 2, .ended) {
                $0.ending = .abandoned
                $0.trial = .init(days: 14, refusal: .cardHadOne)
            }
            for _ in 0..<2 { try await scene.deliver(published, to: handler) }
            #expect(try await scene.published().map(\.text.title) == ["Your trial could not start"])
        }
    }

    @Test("BIL-10: a short trial is announced at its start only")
    func shortTrials() async throws {
        try await InboxScene.with { scene in
            #expect(Self.subscription(scene, .random(), 1, .trialing, days: 3).remindsAt == nil)
            let published = Self.subscription(scene, .random(), 1, .trialing, days: 4)
            #expect(published.remindsAt == published.periodStart?.addingTimeInterval(Self.day))
        }
    }

    @Test(
        "BIL-10: reminders precede a yearly charge and a trial's end"
    )
    func reminders() async throws {
        try await InboxScene.with { scene in
            let handler = SubscriptionNoticeHandler(inboxWriter: scene.inboxWriter), year = SubscriptionID.random()
            try await scene.republish(Self.subscription(scene, year, 1, .active), to: handler)
            try await scene.republish(Self.subscription(scene, .random(), 1, .active, days: 31), to: handler)
            try await scene.republish(Self.subscription(scene, .random(), 1, .trialing, days: 14), to: handler)
            try await scene.republish(
                Self.subscription(scene, .random(), 1, .active, days: 364) { $0.endsWithPeriod = true }, to: handler)
            try scene.move(to: "2026-01-26T11:59:00Z")
            try await scene.dayWork.run()
            #expect(try await scene.published().isEmpty)
            try scene.move(to: "2026-01-26T12:00:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published().map(\.text.title) == ["Your trial ends on 29 January 2026"])
            try scene.move(to: "2027-01-08T12:00:01Z")
            async let one: Int = scene.dayWork.writeChargeNotices()
            async let other: Int = scene.dayWork.writeChargeNotices()
            _ = try await (one, other)
            // The same state with another version, before the charge.
            try await scene.republish(
                Self.subscription(scene, year, 2, .active) {
                    $0.periodStart = $0.periodStart.map { $0 - 358 * Self.day - 1 }
                    $0.periodEnd = $0.periodEnd.map { $0 - 358 * Self.day - 1 }
                }, to: handler)
            try await scene.dayWork.run()
            let published = try await scene.published()
            #expect(
                published.map(\.text.title) == [
                    "Your trial ends on 29 January 2026", "Your plan renews on 15 January 2027",
                ])
            #expect(published[1].text.body == "$79.99 plus taxes will be charged then, unless you cancel before.")
        }
    }

    @Test(
        "NOT-14: amounts use the user's format",
        arguments: [
            ("en-CA", "$79.99"), ("en-US", "CA$79.99"), ("fr-CA", "79,99 $"), ("es-MX", "CAD"), ("de-DE", "CA$79.99"),
            ("zh-CN", "CA$79.99"),
        ])
    func amounts(locale: String, expected: String) throws {
        let voice = NoticeLocale(texts: try NoticeTexts.builtIn(), locale: locale, timeZone: "Europe/Madrid")
        let written = voice.amount(Money(minorUnits: 7_999, currency: .cad)).replacing("\u{a0}", with: " ")
            .replacing("\u{202f}", with: " ")
        #expect(written.contains(expected), "\(written)")
        let yen = try #require(Currency("JPY"))
        #expect(!voice.amount(Money(minorUnits: 500, currency: yen)).contains("5.00"))
    }

    private static func payment(
        _ scene: InboxScene, _ id: PaymentID, _ version: Int64, _ status: PaymentStatus,
        _ change: (inout PaymentChanged) -> Void = { _ in }
    ) -> PaymentChanged {
        let price = Money(minorUnits: 7_999, currency: .cad)
        var published = PaymentChanged(
            accountID: scene.account, paymentID: id, subscriptionID: .random(), version: version, status: status,
            purpose: .renewal, choice: PlanChoice(planID: "pro-yearly-cad"), net: price, taxes: [],
            total: Money(minorUnits: 9_039, currency: .cad), askedAt: scene.bench.clock.now())
        change(&published)
        return published
    }

    @Test("BIL-09: payments, declines and refunds have one notice each")
    func payments() async throws {
        try await InboxScene.with { scene in
            let handler = PaymentNoticeHandler(inboxWriter: scene.inboxWriter), id = PaymentID.random()
            try await scene.deliver(Self.payment(scene, id, 1, .pending), to: handler)
            let declined = Self.payment(scene, id, 2, .declined) { $0.decline = .insufficientFunds }
            for _ in 0..<2 { try await scene.deliver(declined, to: handler) }
            // Declined again for the same reason.
            try await scene.deliver(
                Self.payment(scene, id, 3, .declined) { $0.decline = .insufficientFunds }, to: handler)
            try await scene.deliver(
                Self.payment(scene, id, 4, .paid) { $0.receiptNumber = "R-2026-7" }, to: handler)
            try await scene.deliver(
                Self.payment(scene, id, 5, .paid) { $0.receiptNumber = "R-2026-7" }, to: handler)
            try await scene.deliver(Self.payment(scene, id, 6, .refunded), to: handler)
            try await scene.deliver(declined, to: handler)
            let published = try await scene.published()
            #expect(
                published.map(\.text.title) == [
                    "Your card was not charged", "Payment received: $90.39", "Refund: $90.39",
                ])
            #expect(published[0].text.body == "$90.39 could not be charged. The card did not have enough funds.")
            #expect(published[1].text.body == "Thank you. Your receipt number is R-2026-7.")
            #expect(published.allSatisfy { $0.notice.paymentID == id && NotificationKind($0.notice) == .subscription })
        }
    }

    @Test(
        "NOT-14: every step and reason has a complete text in each language",
        arguments: NoticeLanguage.allCases)
    func words(in language: NoticeLanguage) async throws {
        try await InboxScene.with { scene in
            let voice = NoticeLocale(
                texts: try NoticeTexts.builtIn(), locale: language.rawValue, timeZone: "America/Toronto")
            var said: [NoticeText] = []
            for status in SubscriptionStatus.allCases {
                for ending in SubscriptionEnding.allCases {
                    said.append(
                        BillingNoticeWriter.text(
                            of: Self.subscription(scene, .random(), 1, status) {
                                $0.ending = ending
                                $0.graceEnd = $0.periodEnd
                            }, voice))
                }
            }
            for reason in DeclineReason.allCases {
                said.append(
                    BillingNoticeWriter.text(
                        of: Self.payment(scene, .random(), 1, .declined) { $0.decline = reason }, voice))
            }
            for status in PaymentStatus.allCases {
                said.append(BillingNoticeWriter.text(of: Self.payment(scene, .random(), 1, status), voice))
            }
            for text in said {
                #expect(
                    !(text.title + text.body).contains("{") && !text.body.isEmpty && text.language == language.rawValue)
            }
        }
    }
}
