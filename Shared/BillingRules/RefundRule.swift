import EventContracts
import Foundation

/// When a payment is refundable (BIL-11): once, if requested within 7 × 24 hours.
package enum RefundRule {
    /// Seven days of 24 hours, whatever clocks do: S1 3.11 says seven days, and hours are what both sides can count.
    package static let window = Duration.seconds(7 * 24 * 3_600)

    /// Until when a payment may be given back, that instant included.
    package static func end(ofPaymentAt paidAt: Date) -> Date { paidAt.adding(window) }

    /// Why a payment is not given back.
    package enum Refusal: Error, Sendable, Equatable {
        case notPaid
        /// It has been given back, or is on its way.
        case alreadyRefunded
        case tooLate
    }

    /// - Parameters:
    ///   - payment: The payment as it is.
    ///   - requestedAt: When the person asked.
    /// - Throws: Why not.
    package static func check(_ payment: PaymentChanged, requestedAt: Date) throws(Refusal) {
        guard payment.status != .refunded else { throw .alreadyRefunded }
        guard payment.status == .paid, let paidAt = payment.paidAt else { throw .notPaid }
        guard requestedAt <= end(ofPaymentAt: paidAt) else { throw .tooLate }
    }
}
