/// Pauses between attempts: doubling from 50 ms to 2 s, with jitter of up to half, so that callers do not synchronize.
struct Backoff: Sendable {
    private static let first: Duration = .milliseconds(50)
    private static let maxDelay: Duration = .seconds(2)

    private var pause = Backoff.first

    /// The next pause.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.maxDelay) }
        return pause * Double.random(in: 0.5...1)
    }

    /// Resets after a success.
    mutating func reset() {
        pause = Self.first
    }
}
