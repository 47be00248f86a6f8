import EventContracts
import Foundation

/// When a payment is refundable (BIL-11): once, if requested within 7 × 24 hours.
package enum RefundRule {
    /// Seven days of 24 hours, regardless of clock changes: the terms of sale promise seven days, and hours are
    /// unambiguous.
    package static let window = Duration.seconds(7 * 24 * 3_600)

    /// The last instant at which a payment may be refunded.
    package static func end(ofPaymentAt paidAt: Date) -> Date { paidAt.adding(window) }

    /// The reason why a payment is not refunded.
    package enum Refusal: Error, Sendable, Equatable {
        case notPaid
        /// The payment has been refunded, or the refund is in progress.
        case alreadyRefunded
        case tooLate
    }

    /// - Parameters:
    ///   - payment: The current payment.
    ///   - requestedAt: When the person asked.
    /// - Throws: The reason if it cannot be refunded.
    package static func check(_ payment: PaymentChanged, requestedAt: Date) throws(Refusal) {
        guard payment.status != .refunded else { throw .alreadyRefunded }
        guard payment.status == .paid, let paidAt = payment.paidAt else { throw .notPaid }
        guard requestedAt <= end(ofPaymentAt: paidAt) else { throw .tooLate }
    }
}
