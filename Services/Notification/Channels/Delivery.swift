import Foundation

/// The state of one delivery through one channel, and its possible next steps.
///
/// A pure state machine: the store claims it, makes the attempt outside any transaction, and settles it.
package struct Delivery: Sendable, Equatable {
    /// The state of a delivery.
    package enum State: String, Sendable, CaseIterable {
        /// An attempt, the first or another one, is still to be made.
        case queued
        /// The receiver has accepted the message.
        case sent
        /// The person has seen the notice.
        case delivered
        /// The message was not accepted, and no attempts are left.
        case failed
        /// The person had seen the notice before it was sent, so it is not sent.
        case unneeded
    }

    /// How long an attempt may take before another instance takes the delivery over, in seconds: longer than any
    /// attempt.
    package static let lease: TimeInterval = 60

    package private(set) var state = State.queued
    /// Number of attempts that were started.
    package private(set) var tries = 0
    package private(set) var firstTriedAt: Date?
    /// The time of the next attempt, while the message is queued.
    package private(set) var nextTryAt: Date
    /// The server's acknowledgement.
    package private(set) var proof: String?
    /// The reason why the last attempt failed.
    package private(set) var reason: String?

    /// A delivery whose first attempt may be made from an instant on.
    package init(from instant: Date) { nextTryAt = instant }

    /// A stored delivery that is queued.
    ///
    /// - Parameters:
    ///   - tries: Number of attempts begun.
    ///   - firstTriedAt: The time of the first attempt; nil without any.
    ///   - nextTryAt: The time from which it may be claimed.
    ///   - reason: The reason why the last attempt failed.
    package init(queued tries: Int, firstTriedAt: Date?, nextTryAt: Date, reason: String?) {
        self.tries = tries
        self.firstTriedAt = firstTriedAt
        self.nextTryAt = nextTryAt
        self.reason = reason
    }

    /// Starts an attempt if one is due.
    ///
    /// An attempt without a result is due again after its lease; after the last attempt the delivery has failed.
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
    ///   - random: A source of randomness for the pause before the next attempt.
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
            // No attempt was made, so it does not count, and the 24 hours of attempts have not begun.
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
