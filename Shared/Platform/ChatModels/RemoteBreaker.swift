/// Circuit breaker of a remote model: pauses a failing or busy server and limits retries; the time is a parameter.
package struct RemoteBreaker: Sendable, Equatable {
    /// Number of consecutive failures that open the breaker.
    package static let failuresToOpen = 3
    /// How long it stays open before one call is allowed.
    package static let pause = Duration.seconds(30)
    /// Maximum pause that a server may request.
    package static let maxPause = Duration.seconds(600)
    /// Retry budget: at most 5; each call earns a tenth, so that a failing server does not receive twice the calls.
    private static let maxRetries = 5.0, earnedByCall = 0.1

    private var failures = 0
    private var retries = maxRetries
    /// When the next call is allowed; nil while closed.
    private var openUntil: ContinuousClock.Instant?

    package init() {}

    /// Whether calls are allowed without a probe.
    package var isClosed: Bool { openUntil == nil }

    /// Whether a call would be allowed now.
    package func wouldLet(at now: ContinuousClock.Instant) -> Bool { openUntil.map { now >= $0 } ?? true }

    /// Requests permission for a call; an open breaker allows a single call after each pause.
    package mutating func letsThrough(at now: ContinuousClock.Instant) -> Bool {
        guard wouldLet(at: now) else { return false }
        if openUntil != nil { openUntil = now + Self.pause }
        retries = min(Self.maxRetries, retries + Self.earnedByCall)
        return true
    }

    /// Requests permission for a retry; denied while the breaker is open.
    package mutating func takeRetry() -> Bool {
        guard openUntil == nil, retries >= 1 else { return false }
        retries -= 1
        return true
    }

    /// Records a successful call.
    package mutating func succeed() {
        failures = 0
        openUntil = nil
    }

    /// Records a call that failed after its retries.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - asked: The pause that the server requests, which opens the breaker at once.
    package mutating func fail(at now: ContinuousClock.Instant, asked: Duration? = nil) {
        failures = min(failures + 1, Self.failuresToOpen)
        if let asked, asked > .zero {
            openUntil = now + min(asked, Self.maxPause)
        } else if failures == Self.failuresToOpen {
            openUntil = now + Self.pause
        }
    }
}
