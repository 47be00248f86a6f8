import EventContracts
import Foundation
import Quantities

/// Writes notices about plans and payments (BIL-09, BIL-10).
enum BillingNoticeWriter {
    /// The text about the state of a plan.
    ///
    /// - Parameters:
    ///   - subscription: The subscription; paid at least once, or on trial.
    ///   - voice: The language and formats.
    /// - Returns: Title and body.
    static func text(of subscription: SubscriptionChanged, _ voice: NoticeLocale) -> NoticeText {
        let values = [
            "day": subscription.periodEnd.map(voice.day) ?? "", "price": voice.amount(subscription.price),
        ]
        func notice(_ title: NoticeTexts.Phrase, _ sentences: [NoticeTexts.Phrase]) -> NoticeText {
            voice.notice(voice.text(title, values), sentences.map { voice.text($0, values) })
        }
        if let refusal = subscription.trial?.refusal {
            let why: NoticeTexts.Phrase =
                switch refusal {
                case .personHadOne: .subscriptionReasonPersonHadTrial
                case .cardHadOne: .subscriptionReasonCardHadTrial
                case .unsupportedBrand: .paymentReasonUnsupportedBrand
                }
            return notice(.subscriptionTitleNoTrial, [why, .subscriptionBodyNoTrial])
        }
        if subscription.isEnding { return notice(.subscriptionTitleEnding, [.subscriptionBodyEnding]) }
        switch subscription.status {
        case .trialing: return notice(.subscriptionTitleTrial, [.subscriptionBodyTrial])
        case .awaitingPayment, .active:
            return notice(
                .subscriptionTitleActive,
                subscription.next == nil ? [.subscriptionBodyActive] : [.subscriptionBodyRenewedChanged])
        case .pastDue:
            let day = ["day": subscription.graceEnd.map(voice.day) ?? ""]
            return voice.notice(
                voice.text(.subscriptionTitlePastDue), [voice.text(.subscriptionBodyPastDue, day)])
        case .ended:
            let why: NoticeTexts.Phrase? =
                switch subscription.ending {
                case .canceled: .subscriptionBodyCanceled
                case .unpaid: .subscriptionBodyUnpaid
                case .refunded: .subscriptionBodyRefunded
                case .retired: .subscriptionBodyRetired
                case .abandoned, nil: nil
                }
            return notice(.subscriptionTitleEnded, [why, .subscriptionBodyStays].compactMap(\.self))
        }
    }

    /// The text about an upcoming charge of a card, sent some days before.
    static func text(of charge: ComingCharge, _ voice: NoticeLocale) -> NoticeText {
        let values = ["day": voice.day(charge.at), "price": voice.amount(charge.price)]
        return voice.notice(
            voice.text(charge.isTrial ? .subscriptionTitleTrialEnds : .subscriptionTitleRenewal, values),
            [voice.text(charge.changesPlan ? .subscriptionBodyRenewedChanged : .subscriptionBodyCharge, values)])
    }

    /// The text about a payment, decline or refund.
    static func text(of payment: PaymentChanged, _ voice: NoticeLocale) -> NoticeText {
        var values = ["amount": voice.amount(payment.total)]
        func notice(_ title: NoticeTexts.Phrase, _ sentences: [NoticeTexts.Phrase]) -> NoticeText {
            voice.notice(voice.text(title, values), sentences.map { voice.text($0, values) })
        }
        switch payment.status {
        case .pending, .paid:
            values["receipt"] = payment.receiptNumber
            return notice(
                .paymentTitlePaid, [payment.receiptNumber == nil ? .paymentBodyPaidPlain : .paymentBodyPaid])
        case .declined:
            let why = phrase(payment.decline ?? .declined)
            return notice(.paymentTitleDeclined, [.paymentBodyDeclined, why])
        case .refunded: return notice(.paymentTitleRefunded, [.paymentBodyRefunded])
        }
    }

    private static func phrase(_ reason: DeclineReason) -> NoticeTexts.Phrase {
        switch reason {
        case .declined: .paymentReasonDeclined
        case .insufficientFunds: .paymentReasonInsufficientFunds
        case .expiredCard: .paymentReasonExpiredCard
        case .unsupportedBrand: .paymentReasonUnsupportedBrand
        case .authenticationRequired: .paymentReasonAuthenticationRequired
        }
    }
}

/// An upcoming charge that the person is reminded of.
struct ComingCharge: Sendable, Equatable {
    let account: AccountID
    let subscription: SubscriptionID
    let at: Date
    /// The amount without taxes.
    let price: Money
    /// Whether the charge is the first one, made after a trial.
    let isTrial: Bool
    /// Whether another plan with another price begins with this charge.
    let changesPlan: Bool
}

extension SubscriptionChanged {
    /// How long before the charge of a long period a reminder is sent, in seconds: 7 days.
    static let notice: TimeInterval = 7 * 86_400
    /// How long before the first charge of a trial a reminder is sent, in seconds: 3 days.
    static let trialNotice: TimeInterval = 3 * 86_400
    /// Minimum length of a period with reminders, in seconds (half a year); people forget that a long period ends.
    static let longPeriod: TimeInterval = 182 * 86_400

    /// Whether the subscription ends with the paid period.
    var isEnding: Bool { endsWithPeriod && (status == .active || status == .trialing) }

    /// The step to notify about, in one word; nil without a step, such as for an unpaid page.
    var step: String? {
        if let refusal = trial?.refusal { return "noTrial/\(refusal.rawValue)" }
        if isEnding { return "ending/\(periodEnd.map { Int($0.timeIntervalSince1970) } ?? 0)" }
        switch status {
        case .awaitingPayment: return nil
        case .trialing: return "trial"
        case .active: return "active/\(choice.planID)/\(choice.seats)"
        case .pastDue: return "pastDue/\(graceEnd.map { Int($0.timeIntervalSince1970) } ?? 0)"
        // Without a period no plan has started, whether the page was closed, replaced by another, or canceled.
        case .ended: return ending == .abandoned || periodStart == nil ? nil : "ended"
        }
    }

    /// When the card is charged next; nil without a renewal.
    var renewsAt: Date? { status == .active || status == .trialing ? (endsWithPeriod ? nil : periodEnd) : nil }

    /// The time of the reminder of the next charge: 3 days before the end of a trial, 7 days before that of a long
    /// period; nil for monthly plans.
    var remindsAt: Date? {
        guard let end = renewsAt, let start = periodStart else { return nil }
        guard status == .trialing || end.timeIntervalSince(start) >= Self.longPeriod else { return nil }
        let due = end - (status == .trialing ? Self.trialNotice : Self.notice)
        // For a shorter trial no reminder is needed, because its start was just notified.
        return due > start ? due : nil
    }
}
