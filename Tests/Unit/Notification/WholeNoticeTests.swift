import EventContracts
import FoodCatalogue
import Foundation
import Nourishment
import Quantities
import Sealing
import Testing

@testable import NotificationService

@Suite("Complete texts of account, plan, payment and day notices")
struct WholeNoticeTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private static let day = CalendarDay(now, in: .gmt)
    private static let price = Money(minorUnits: 7_999, currency: .cad)

    private static func grants(_ voice: NoticeLocale) -> [NoticeText] {
        [GrantState.active, .withdrawn, .declined].map { state in
            let grant = GrantChanged(
                accountID: .random(), grantID: .random(), version: 1, state: state,
                scopes: GrantScope.allCases.map(\.rawValue), words: Sealed(bytes: [1]), expiresAt: now, changedAt: now)
            return AccountNoticeWriter.text(of: grant, name: "Dr Roy", voice)
        }
    }

    private static func comments(_ voice: NoticeLocale) -> [NoticeText] {
        ["Dr Roy", nil].map { AccountNoticeWriter.text(ofCommentBy: $0, voice) }
    }

    private static func plans(_ voice: NoticeLocale) -> [NoticeText] {
        func plan(
            _ status: SubscriptionStatus, _ change: (inout SubscriptionChanged) -> Void = { _ in }
        ) -> NoticeText {
            var published = SubscriptionChanged(
                accountID: .random(), subscriptionID: .random(), version: 1, status: status,
                choice: PlanChoice(planID: "pro-yearly-cad"), price: price, region: "CA-ON", changedAt: now)
            published.periodStart = now
            published.periodEnd = now + 365 * 86_400
            published.graceEnd = now + 7 * 86_400
            change(&published)
            return BillingNoticeWriter.text(of: published, voice)
        }
        let refusals = TrialRefusal.allCases.map { refusal in
            plan(.ended) { $0.trial = .init(days: 14, refusal: refusal) }
        }
        let ends = [SubscriptionEnding.canceled, .unpaid, .refunded, .retired].map { ending in
            plan(.ended) { $0.ending = ending }
        }
        let steps = [
            plan(.trialing), plan(.active), plan(.pastDue), plan(.active) { $0.endsWithPeriod = true },
            plan(.active) { $0.next = PlanChoice(planID: "pro-monthly-cad") },
        ]
        let charges = [(true, false), (false, false), (false, true)].map { isTrial, changesPlan in
            BillingNoticeWriter.text(
                of: ComingCharge(
                    account: .random(), subscription: .random(), at: now, price: price, isTrial: isTrial,
                    changesPlan: changesPlan), voice)
        }
        return refusals + ends + steps + charges
    }

    private static func payments(_ voice: NoticeLocale) -> [NoticeText] {
        func payment(_ status: PaymentStatus, _ change: (inout PaymentChanged) -> Void = { _ in }) -> NoticeText {
            var published = PaymentChanged(
                accountID: .random(), paymentID: .random(), subscriptionID: .random(), version: 1, status: status,
                purpose: .renewal, choice: PlanChoice(planID: "pro-yearly-cad"), net: price, taxes: [], total: price,
                askedAt: now)
            change(&published)
            return BillingNoticeWriter.text(of: published, voice)
        }
        return DeclineReason.allCases.map { reason in payment(.declined) { $0.decline = reason } }
            + [payment(.paid), payment(.paid) { $0.receiptNumber = "FM-2026-000001" }, payment(.refunded)]
    }

    private static func days(_ voice: NoticeLocale) -> [NoticeText] {
        let codes: [IntakeFinding.Code] = [.belowFloor, .little, .much, .littleOnce, .muchOnce]
        let findings = codes.flatMap { code in
            [true, false].compactMap { hidesNumbers in
                DayNoticeWriter.text(
                    of: IntakeFinding(code: code, day: day, days: 3, percent: 140), over: DayNoticeWriter.limited,
                    on: day,
                    hidesNumbers: hidesNumbers, voice)
            }
        }
        let limits = [DayNoticeWriter.text(of: nil, over: [.sugars], on: day, hidesNumbers: false, voice)]
        let reports = [(0, 1), (1, 1), (2, 3), (2, 0)].flatMap { meals, published in
            [true, false].map { hidesNumbers in
                DayNoticeWriter.report(
                    of: EatenDay(
                        day: day, meals: meals, slots: meals, items: 3, energy: 123_456_789_012,
                        energyItems: published),
                    hidesNumbers: hidesNumbers, voice)
            }
        }
        return findings + limits.compactMap(\.self) + reports + [DayNoticeWriter.reminder(voice)]
    }

    @Test(
        "NOT-14, NUT-17: every text is complete in every language",
        arguments: NoticeLanguage.allCases)
    func whole(in language: NoticeLanguage) throws {
        let voice = NoticeLocale(
            texts: try NoticeTexts.builtIn(), locale: language.rawValue, timeZone: "America/Toronto")
        let export = ExportReady(accountID: .random(), exportID: .random(), readyAt: Self.now, expiresAt: Self.now)
        let notices =
            Self.grants(voice) + Self.comments(voice) + Self.plans(voice) + Self.payments(voice) + Self.days(voice)
            + [AccountNoticeWriter.text(of: export, voice)]
        #expect(notices.count > 45)
        for notice in notices {
            for text in [notice.title, notice.body] {
                #expect(!text.isEmpty && !text.contains("{") && !text.contains("}"), "\(text)")
                #expect(!text.contains("  ") && !text.hasSuffix(" "), "\(text)")
            }
            #expect(notice.language == language.rawValue)
        }
    }

    @Test(
        "NOT-14: singular and plural of meals; French treats zero as singular",
        arguments: [
            (NoticeLanguage.english, 1, "You entered one meal."), (.english, 2, "You entered 2 meals."),
            (.english, 0, "You entered 0 meals."), (.french, 0, "Vous avez saisi un repas."),
            (.french, 1, "Vous avez saisi un repas."), (.french, 2, "Vous avez saisi 2 repas."),
        ])
    func counted(in language: NoticeLanguage, _ meals: Int, _ start: String) throws {
        let voice = NoticeLocale(texts: try NoticeTexts.builtIn(), locale: language.rawValue, timeZone: nil)
        let report = DayNoticeWriter.report(
            of: EatenDay(day: Self.day, meals: meals, slots: 1, items: 1, energy: 0, energyItems: 0),
            hidesNumbers: false, voice)
        #expect(report.body.hasPrefix(start), "\(report.body)")
    }
}
