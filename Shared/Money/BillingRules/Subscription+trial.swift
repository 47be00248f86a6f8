import EventContracts
import Foundation

extension Subscription {
    /// Whether a card saved now starts the trial.
    ///
    /// An expired page may have been used at the last moment, an abandoned page may not.
    package var awaitsCard: Bool {
        guard let trial, trial.end == nil, trial.refusal == nil else { return false }
        return status == .awaitingPayment || ending == .abandoned
    }

    /// When a trial that begins now would end.
    ///
    /// - Parameter now: When the card was saved.
    /// - Returns: The instant; nil if no card is expected.
    package func trialEnd(from now: Date) -> Date? {
        guard awaitsCard, let trial else { return nil }
        return calendar.adding(days: trial.days, to: now)
    }

    /// Starts the trial after the card was saved, with all features of the plan; the first charge is at its end, by the
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

    /// Refuses the trial although a card was saved: nothing is charged, and no period begins.
    ///
    /// - Parameters:
    ///   - refusal: The reason; nil if the person has another active subscription.
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

    /// Ends the subscription because the page closed before a card was saved.
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
