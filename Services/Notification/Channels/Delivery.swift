import Foundation

/// The state of one delivery through one channel, and its possible next steps.
///
/// A pure state machine: the store claims it, makes the attempt outside any transaction, and settles it.
package struct Delivery: Sendable, Equatable {
    /// The state of a delivery.
    package enum State: String, Sendable, CaseIterable {
        /// To be tried, for the first time or again.
        case queued
        /// The other side has taken it.
        case sent
        /// The person has seen the notice.
        case delivered
        /// It never will be taken.
        case failed
        /// The person had seen the notice before it was sent.
        case unneeded
    }

    /// How long an attempt may take before another instance takes the delivery over, in seconds: longer than any
    /// attempt.
    package static let lease: TimeInterval = 60

    package private(set) var state = State.queued
    /// How many tries were begun.
    package private(set) var tries = 0
    package private(set) var firstTriedAt: Date?
    /// When it may be claimed, while it is queued.
    package private(set) var nextTryAt: Date
    /// The server's acknowledgement.
    package private(set) var proof: String?
    /// Why the last try did not succeed.
    package private(set) var reason: String?

    /// A delivery that is to be tried from an instant on.
    package init(from instant: Date) { nextTryAt = instant }

    /// A stored delivery that is queued.
    ///
    /// - Parameters:
    ///   - tries: Number of attempts begun.
    ///   - firstTriedAt: When the first one was; nil without any.
    ///   - nextTryAt: When it may be claimed.
    ///   - reason: Why the last attempt did not succeed.
    package init(queued tries: Int, firstTriedAt: Date?, nextTryAt: Date, reason: String?) {
        self.tries = tries
        self.firstTriedAt = firstTriedAt
        self.nextTryAt = nextTryAt
        self.reason = reason
    }

    /// Begins an attempt, if one is due.
    ///
    /// An attempt that was begun and never settled is due again after its lease; after the last attempt it has failed.
    ///
    /// - Parameter now: The current time.
    /// - Returns: Whether the caller must make the attempt.
    package mutating func claim(at now: Date) -> Bool {
        guard state == .queued, now >= nextTryAt else { return false }
        let isOver = firstTriedAt.map { now > $0 + RetryPlan.span } ?? false
        guard tries < RetryPlan.tries, !isOver else {
            fail(reason ?? "the result of the last attempt is unknown")
            return false
        }
        tries += 1
        firstTriedAt = firstTriedAt ?? now
        nextTryAt = now + Self.lease
        return true
    }

    /// Applies the outcome of a claimed attempt.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - now: The current time.
    ///   - random: Varies the pause before the next attempt.
    package mutating func settle(
        _ outcome: DeliveryOutcome, at now: Date, using random: inout some RandomNumberGenerator
    ) {
        guard state == .queued, let firstTriedAt else { return }
        switch outcome {
        case .accepted(let proof):
            state = .sent
            self.proof = proof
            reason = nil
        case .gone: fail("gone")
        case .refused(let reason): fail(reason)
        case .unknownMailbox(let reply): fail("reply \(reply)")
        case .later(let asked, let reason):
            self.reason = reason
            guard
                let next = RetryPlan.next(
                    after: tries, firstTriedAt: firstTriedAt, now: now, asked: asked, using: &random)
            else { return fail(reason) }
            nextTryAt = next
        case .leftAlone(let pause):
            // No try was made: it does not count, nor does a first one begin the day.
            tries -= 1
            if tries == 0 { self.firstTriedAt = nil }
            nextTryAt = now + pause / .seconds(1)
        }
    }

    /// Records that the person has seen the notice.
    package mutating func see() {
        switch state {
        case .queued: state = .unneeded
        case .sent: state = .delivered
        case .delivered, .failed, .unneeded: break
        }
    }

    private mutating func fail(_ reason: String) {
        state = .failed
        self.reason = reason
    }
}
