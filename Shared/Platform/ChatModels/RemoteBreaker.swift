/// Leaves a server alone that fails, or that asks for it, and saves its retries up: pure, the time is given.
package struct RemoteBreaker: Sendable, Equatable {
    /// Failures in a row that open it.
    package static let failuresToOpen = 3
    /// How long it stays open before one call is let through.
    package static let pause = Duration.seconds(30)
    /// The longest pause that a server may ask for.
    package static let maxPause = Duration.seconds(600)
    /// Retries that may be saved up; ten calls earn one, so that a server in trouble is not asked twice as much.
    private static let maxRetries = 5.0, earnedByCall = 0.1

    private var failures = 0
    private var retries = maxRetries
    /// Until when no call is made; nil while it is closed.
    private var openUntil: ContinuousClock.Instant?

    package init() {}

    /// Whether calls are let through without asking.
    package var isClosed: Bool { openUntil == nil }

    /// Whether a call would be let through now.
    package func wouldLet(at now: ContinuousClock.Instant) -> Bool { openUntil.map { now >= $0 } ?? true }

    /// Takes the right to make a call; an open one lets a single call through after each pause.
    package mutating func letsThrough(at now: ContinuousClock.Instant) -> Bool {
        guard wouldLet(at: now) else { return false }
        if openUntil != nil { openUntil = now + Self.pause }
        retries = min(Self.maxRetries, retries + Self.earnedByCall)
        return true
    }

    /// Takes a permit for one more attempt; none while the breaker is open.
    package mutating func takeRetry() -> Bool {
        guard openUntil == nil, retries >= 1 else { return false }
        retries -= 1
        return true
    }

    /// The server works.
    package mutating func succeed() {
        failures = 0
        openUntil = nil
    }

    /// A call has failed after its retries.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - asked: The pause that the server asks for, which opens the breaker at once.
    package mutating func fail(at now: ContinuousClock.Instant, asked: Duration? = nil) {
        failures = min(failures + 1, Self.failuresToOpen)
        if let asked, asked > .zero {
            openUntil = now + min(asked, Self.maxPause)
        } else if failures == Self.failuresToOpen {
            openUntil = now + Self.pause
        }
    }
}
