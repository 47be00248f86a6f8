import BillingRules
import EventContracts
import Foundation

/// Makes the calls that were written down, so that money moves once whatever happens on the way (fault row 27).
///
/// It is given a call until it comes to a result. What a call came to is decided by what the provider says of it, never by
/// how long it took.
package struct ProviderCaller: Sendable {
    private let provider: any PaymentProvider
    private let settlingTime: Duration

    /// - Parameters:
    ///   - provider: Who moves the money.
    ///   - settlingTime: After it a charge that the provider does not know, and fails to make, is taken for never made.
    package init(provider: any PaymentProvider, settlingTime: Duration = Self.usualSettlingTime) {
        self.provider = provider
        self.settlingTime = settlingTime
    }

    /// Longer than any request lives: ours ends after 80 s, and Stripe's own work on it soon after.
    package static let usualSettlingTime = Duration.seconds(600)

    /// What a call came to.
    package enum Outcome<Report: Sendable & Equatable>: Sendable, Equatable {
        /// Known for good.
        case done(Report)
        /// Not known yet; to be made again. Whether the provider has to be asked first.
        case again(isUnknown: Bool)
        /// It never happened, nor will it under this key.
        case never(code: String)
    }

    /// Makes a charge.
    ///
    /// - Parameters:
    ///   - order: The charge.
    ///   - unknownSince: When its outcome became unknown; nil while it has not.
    ///   - now: The time.
    /// - Returns: What it came to.
    package func charge(
        _ order: ChargeOrder, unknownSince: Date?, at now: Date
    ) async -> Outcome<ChargeReport> {
        let isSettled = unknownSince.map { now >= $0.adding(settlingTime) } ?? false
        if unknownSince != nil {
            do throws(ProviderFailure) {
                let found = try await provider.findCharge(
                    order.charge.key, of: order.customer, since: order.charge.askedAt)
                if let found { return Self.outcome(of: found) }
            } catch {
                return .again(isUnknown: true)
            }
        }
        do throws(ProviderFailure) {
            return Self.outcome(of: try await provider.charge(order))
        } catch {
            switch error {
            case .notDone: return .again(isUnknown: unknownSince != nil)
            case .refused(let code): return .never(code: code)
            case .unknownOutcome where isSettled: return await lastLook(for: order)
            case .unknownOutcome: return .again(isUnknown: true)
            }
        }
    }

    /// Asks what became of a charge that is not to be made again, since whoever would pay has left.
    ///
    /// - Parameters:
    ///   - charge: The charge.
    ///   - customer: The provider's name for the person.
    ///   - unknownSince: When its outcome became unknown.
    ///   - now: The time.
    /// - Returns: What it came to; `never` once nothing can be under way any more.
    package func lookFor(
        _ charge: Subscription.Charge, of customer: String, unknownSince: Date, at now: Date
    ) async -> Outcome<ChargeReport> {
        do throws(ProviderFailure) {
            let found = try await provider.findCharge(charge.key, of: customer, since: charge.askedAt)
            if let found { return Self.outcome(of: found) }
        } catch {
            return .again(isUnknown: true)
        }
        return now >= unknownSince.adding(settlingTime) ? .never(code: "not_made") : .again(isUnknown: true)
    }

    /// Gives a charge back.
    ///
    /// - Parameters:
    ///   - order: What.
    ///   - unknownSince: When its outcome became unknown; nil while it has not.
    /// - Returns: What it came to.
    package func refund(_ order: RefundOrder, unknownSince: Date?) async -> Outcome<RefundReport> {
        if unknownSince != nil {
            do throws(ProviderFailure) {
                if let found = try await provider.findRefund(of: order.chargeID) { return Self.outcome(of: found) }
            } catch {
                return .again(isUnknown: true)
            }
        }
        do throws(ProviderFailure) {
            return Self.outcome(of: try await provider.refund(order))
        } catch {
            switch error {
            case .notDone: return .again(isUnknown: unknownSince != nil)
            case .unknownOutcome: return .again(isUnknown: true)
            // What was given back on another way is refused here: how it stands is what counts.
            case .refused(let code):
                guard let found = try? await provider.findRefund(of: order.chargeID) else { return .never(code: code) }
                return Self.outcome(of: found)
            }
        }
    }

    /// The answer to this key is lost for good (Stripe repeats a failure of its own under one key): what the list says counts.
    private func lastLook(for order: ChargeOrder) async -> Outcome<ChargeReport> {
        do throws(ProviderFailure) {
            let found = try await provider.findCharge(
                order.charge.key, of: order.customer, since: order.charge.askedAt)
            return found.map(Self.outcome(of:)) ?? .never(code: "not_made")
        } catch {
            return .again(isUnknown: true)
        }
    }

    private static func outcome(of report: ChargeReport) -> Outcome<ChargeReport> {
        report.state == .pending ? .again(isUnknown: true) : .done(report)
    }

    private static func outcome(of report: RefundReport) -> Outcome<RefundReport> {
        report.state == .pending ? .again(isUnknown: true) : .done(report)
    }
}
