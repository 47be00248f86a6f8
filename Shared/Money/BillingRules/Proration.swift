import EventContracts
import Foundation
import Quantities

/// The quote of a plan change.
package struct ChangeQuote: Sendable, Equatable {
    /// When it takes effect.
    package enum Effect: Sendable, Equatable {
        /// An increase takes effect at once.
        case now
        /// A decrease takes effect with the next period, which starts then.
        case withNextPeriod(Date)
        /// The current plan is kept, and pending changes are canceled.
        case keeps
    }

    package var effect: Effect
    /// The credit for the unused part of the period; zero unless the change is immediate.
    package var credit: Money
    /// Charged now, without taxes; zero unless the change is immediate.
    package var net: Money
    package var taxes: [TaxLine]
    /// Charged now, with taxes.
    package var total: Money
    /// The price of the next renewal, without taxes.
    package var nextPrice: Money
    /// Time of the next renewal.
    package var nextRenewal: Date
    /// Time of the quote.
    package var statedAt: Date
}

/// The share of a price for a part of its period.
package enum Proration {
    /// The price of the rest of a period, in whole minor units, rounded down.
    ///
    /// - Parameters:
    ///   - price: Price of the whole period; not negative.
    ///   - now: An instant; before the period the whole price is returned, after it zero.
    ///   - start: Of the period.
    ///   - end: Of the period.
    /// - Returns: The part.
    package static func unused(of price: Money, at now: Date, from start: Date, until end: Date) -> Money {
        let whole = milliseconds(from: start, to: end)
        let left = min(max(milliseconds(from: now, to: end), 0), whole)
        guard whole > 0 else { return Money(minorUnits: 0, currency: price.currency) }
        // 128 bits, since a price in minor units times the milliseconds of a year may exceed 64 bits.
        let part = Int128(price.minorUnits) * Int128(left) / Int128(whole)
        return Money(minorUnits: Int64(truncatingIfNeeded: part), currency: price.currency)
    }

    private static func milliseconds(from start: Date, to end: Date) -> Int64 {
        Int64((end.timeIntervalSince(start) * 1_000).rounded())
    }
}
