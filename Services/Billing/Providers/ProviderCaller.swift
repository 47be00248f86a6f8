import BillingRules
import EventContracts
import Foundation

/// Makes recorded calls so that money moves exactly once (BIL-08).
///
/// A call is repeated until it has a result. The result is decided by the provider's answer, never by elapsed time.
package struct ProviderCaller: Sendable {
    private let provider: any PaymentProvider
    private let settlingTime: Duration

    /// - Parameters:
    ///   - provider: The payment provider.
    ///   - settlingTime: After this time, a charge that the provider does not know and fails to make is treated as
    ///     never made.
    package init(provider: any PaymentProvider, settlingTime: Duration = Self.defaultSettlingTime) {
        self.provider = provider
        self.settlingTime = settlingTime
    }

    /// Longer than any request can still have an effect: requests end after 80 s, and Stripe finishes its own work soon
    /// after.
    package static let defaultSettlingTime = Duration.seconds(600)

    /// The result of a call.
    package enum Outcome<Report: Sendable & Equatable>: Sendable, Equatable {
        /// The outcome is final.
        case done(Report)
        /// The outcome is not known yet; the call must be repeated. `isUnknown` states whether the provider must be
        /// queried first.
        case again(isUnknown: Bool)
        /// The call had no effect and will have none under this key.
        case never(code: String)
    }

    /// Makes a charge.
    ///
    /// - Parameters:
    ///   - command: The charge.
    ///   - unknownSince: When its outcome became unknown; nil if no attempt has an unknown outcome.
    ///   - now: The current time.
    /// - Returns: The result.
    package func charge(
        _ command: ChargeRequest, unknownSince: Date?, at now: Date
    ) async -> Outcome<ChargeReport> {
        let isSettled = unknownSince.map { now >= $0.adding(settlingTime) } ?? false
        if unknownSince != nil {
            do throws(ProviderFailure) {
                let found = try await provider.findCharge(
                    command.charge.key, of: command.customer, since: command.charge.askedAt)
                if let found { return Self.outcome(of: found) }
            } catch {
                return .again(isUnknown: true)
            }
        }
        do throws(ProviderFailure) {
            return Self.outcome(of: try await provider.charge(command))
        } catch {
            switch error {
            case .notDone: return .again(isUnknown: unknownSince != nil)
            case .refused(let code): return .never(code: code)
            case .unknownOutcome where isSettled: return await lastQuery(for: command)
            case .unknownOutcome: return .again(isUnknown: true)
            }
        }
    }

    /// Queries a charge that must not be repeated, because the payer's account is gone.
    ///
    /// - Parameters:
    ///   - charge: The charge.
    ///   - customer: The provider's customer id.
    ///   - unknownSince: When its outcome became unknown.
    ///   - now: The time.
    /// - Returns: The result; `never` once no request can be pending.
    package func lookUpCharge(
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

    /// Refunds a charge.
    ///
    /// - Parameters:
    ///   - command: The refund.
    ///   - unknownSince: When its outcome became unknown; nil if no attempt has an unknown outcome.
    /// - Returns: The result.
    package func refund(_ command: RefundRequest, unknownSince: Date?) async -> Outcome<RefundReport> {
        if unknownSince != nil {
            do throws(ProviderFailure) {
                if let found = try await provider.findRefund(of: command.chargeID) { return Self.outcome(of: found) }
            } catch {
                return .again(isUnknown: true)
            }
        }
        do throws(ProviderFailure) {
            return Self.outcome(of: try await provider.refund(command))
        } catch {
            switch error {
            case .notDone: return .again(isUnknown: unknownSince != nil)
            case .unknownOutcome: return .again(isUnknown: true)
            // A charge that was refunded elsewhere is refused here, so the actual state is read.
            case .refused(let code):
                guard let found = try? await provider.findRefund(of: command.chargeID) else {
                    return .never(code: code)
                }
                return Self.outcome(of: found)
            }
        }
    }

    /// Searches the list of charges, because the response to this key is permanently lost (Stripe repeats its own
    /// failures under one key).
    private func lastQuery(for command: ChargeRequest) async -> Outcome<ChargeReport> {
        do throws(ProviderFailure) {
            let found = try await provider.findCharge(
                command.charge.key, of: command.customer, since: command.charge.askedAt)
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
