import Foundation

/// How long a declined renewal is retried, and how long features stay available meanwhile.
package struct RenewalPolicy: Sendable, Equatable {
    /// Times of further charges, after the end of the period.
    package var retries: [Duration]
    /// Time until features lock, after the end of the period.
    package var grace: Duration
    /// How long the payment page stays open; Stripe accepts 30 minutes to 24 hours from the arrival of the request.
    package var checkoutLifetime: Duration
    /// How long a quoted price is valid.
    package var quoteLifetime: Duration
    /// Amounts below this, in minor units, are not charged: the change is free.
    ///
    /// Source: Stripe, "Minimum and maximum charge amounts": 0.50 CAD, 0.50 USD.
    package static let minCharge: Int64 = 50

    /// Whether renewals have ended because the product is no longer sold (BIL-17).
    package var isRetired: Bool

    package init(
        retries: [Duration] = [.seconds(86_400), .seconds(3 * 86_400), .seconds(5 * 86_400)],
        grace: Duration = .seconds(7 * 86_400), checkoutLifetime: Duration = .seconds(35 * 60),
        quoteLifetime: Duration = .seconds(15 * 60), isRetired: Bool = false
    ) {
        self.retries = retries
        self.grace = grace
        self.checkoutLifetime = checkoutLifetime
        self.quoteLifetime = quoteLifetime
        self.isRetired = isRetired
    }
}

extension Date {
    /// The instant a duration later, to the millisecond.
    package func adding(_ duration: Duration) -> Date {
        let (seconds, attoseconds) = duration.components
        return addingTimeInterval(Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1_000)
    }
}
