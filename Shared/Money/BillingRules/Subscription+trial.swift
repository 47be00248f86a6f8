import EventContracts
import Foundation

extension Subscription {
    /// Whether a saved card starts the trial now.
    ///
    /// A page that expired may have been used at the last moment; an abandoned one may not.
    package var awaitsCard: Bool {
        guard let trial, trial.end == nil, trial.refusal == nil else { return false }
        return status == .awaitingPayment || ending == .abandoned
    }

    /// When the trial would end that began now.
    ///
    /// - Parameter now: When the card was left.
    /// - Returns: The instant; nil while no card is waited for.
    package func trialEnd(from now: Date) -> Date? {
        guard awaitsCard, let trial else { return nil }
        return calendar.adding(days: trial.days, to: now)
    }

    /// The person left a card: the trial begins, with all features of the plan; the first charge is at its end, by the
    /// same steps as every renewal (BIL-01).
    ///
    /// - Parameter now: The time.
    /// - Returns: Whether anything changed; a repeated event changes nothing.
    @discardableResult
    package mutating func startTrial(at now: Date) -> Bool {
        guard let end = trialEnd(from: now) else { return false }
        version += 1
        status = .trialing
        ending = nil
        endedAt = nil
        checkoutEnd = nil
        trial?.end = end
        periodStart = now
        periodEnd = end
        return true
    }

    /// The person left a card, and gets no trial for it: nothing is charged, and nothing begins.
    ///
    /// - Parameters:
    ///   - refusal: Why; nil if the person has another subscription in force.
    ///   - now: The time.
    /// - Returns: Whether anything changed.
    @discardableResult
    package mutating func refuseTrial(_ refusal: TrialRefusal?, at now: Date) -> Bool {
        guard awaitsCard else { return false }
        version += 1
        trial?.refusal = refusal
        end(refusal == nil ? .canceled : .abandoned, at: now)
        return true
    }

    /// The page closed before a card was left.
    ///
    /// - Parameter now: The time.
    /// - Returns: Whether anything changed.
    @discardableResult
    package mutating func abandonTrial(at now: Date) -> Bool {
        guard status == .awaitingPayment, trial != nil else { return false }
        version += 1
        end(.abandoned, at: now)
        return true
    }
}
