import EventContracts
import Foundation
import Quantities

/// A person's subscription: a value that is changed only by the functions in `Subscription+….swift`.
///
/// The functions do not read the clock: the time is a parameter.
package struct Subscription: Codable, Sendable, Equatable {
    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var version: Int64 = 0
    package var status = SubscriptionStatus.awaitingPayment
    package var choice: PlanChoice
    /// Where taxes are owed.
    package var region: String
    /// IANA name.
    package var timeZone: String

    /// When the payment page closes; nil if no payment is possible there.
    package var checkoutEnd: Date?
    /// The start of the first period, from which periods are counted; nil before the first payment.
    package var anchor: Date?
    /// Number of periods of the current interval since the anchor, including the current one.
    package var periodsSinceAnchor = 0
    package var periodStart: Date?
    package var periodEnd: Date?

    /// Number of the period of the pending or next charge.
    package var period = 0
    package var generation = 0
    /// The charge with an unknown outcome; there is at most one.
    package var pending: Charge?
    /// The trial at its beginning; nil without one.
    package var trial: SubscriptionChanged.Trial?

    package var endsWithPeriod = false
    /// The choice from the next period on.
    package var next: PlanChoice?
    /// Number of declined attempts at the renewal that is due.
    package var declines = 0
    /// While past due: the time of the next retry; nil after the last one.
    package var retryAt: Date?
    package var graceEnd: Date?
    package var ending: SubscriptionEnding?
    package var endedAt: Date?

    /// A requested charge.
    package struct Charge: Codable, Sendable, Equatable {
        package var key: ChargeKey
        package var purpose: PaymentPurpose
        /// The plan choice that applies once it is paid.
        package var choice: PlanChoice
        /// Without taxes.
        package var net: Money
        package var taxes: [TaxLine]
        /// With taxes.
        package var total: Money
        package var askedAt: Date

        package init(
            key: ChargeKey, purpose: PaymentPurpose, choice: PlanChoice, net: Money, taxes: [TaxLine], total: Money,
            askedAt: Date
        ) {
            self.key = key
            self.purpose = purpose
            self.choice = choice
            self.net = net
            self.taxes = taxes
            self.total = total
            self.askedAt = askedAt
        }
    }

    /// A side effect of a decision.
    package enum Effect: Sendable, Equatable {
        /// Open the payment page.
        case openCheckout(Charge)
        /// Open the page that saves a card for a trial.
        case openTrialCheckout(ChargeKey)
        /// Charge the saved card.
        case charge(Charge)
        /// Close the page.
        case closeCheckout(ChargeKey)
    }

    /// The reason why a request is refused.
    package enum Refusal: Error, Sendable, Equatable {
        case unknownPlan, notOffered, seatsOutOfRange, unknownRegion
        case wrongCurrency
        /// A payment is pending; nothing can change before its outcome is known.
        case paymentPending
        case notSubscribed
        /// The price differs from the one that the person accepted, or the quote has expired.
        case priceChanged
        case retired
        /// The plan has no trial.
        case noTrial
        /// The person has already had a trial.
        case trialUsed
    }

    /// Whether the plan is active.
    package var isInForce: Bool {
        switch status {
        case .trialing, .active, .pastDue: true
        case .awaitingPayment, .ended: false
        }
    }

    /// When features lock, if known; nil while the subscription will be renewed.
    package var lockAt: Date? {
        switch status {
        case .pastDue: graceEnd
        case .active, .trialing: endsWithPeriod ? periodEnd : nil
        case .awaitingPayment, .ended: nil
        }
    }

    /// When the next scheduled change is due, if any.
    package var dueAt: Date? {
        switch status {
        case .awaitingPayment: checkoutEnd
        case .trialing, .active:
            // While a charge is pending, its outcome is awaited, for a renewal at most until the grace period ends.
            endsWithPeriod || pending == nil ? periodEnd : graceEnd
        case .pastDue: pending == nil ? [retryAt, graceEnd].compactMap(\.self).min() : graceEnd
        case .ended: nil
        }
    }

    /// The id of the page for paying or saving a card; nil if none is open.
    package var page: ChargeKey? {
        guard status == .awaitingPayment else { return nil }
        return pending?.key ?? (trial == nil ? nil : firstKey)
    }

    /// The id of that page, open or not: that of the first charge, or of the trial instead.
    package var firstKey: ChargeKey { ChargeKey(subscriptionID: subscriptionID, period: 0, generation: 0) }

    /// The calendar of its periods.
    var calendar: PeriodCalendar { PeriodCalendar(timeZone: TimeZone(identifier: timeZone) ?? .gmt) }

    mutating func end(_ ending: SubscriptionEnding, at now: Date) {
        status = .ended
        self.ending = ending
        endedAt = now
        next = nil
        retryAt = nil
        graceEnd = nil
        checkoutEnd = nil
    }
}
