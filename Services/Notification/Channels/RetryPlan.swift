import Foundation

/// When a delivery that could not be made is tried again: 8 tries over 24 hours.
package enum RetryPlan {
    /// All tries, the first one included.
    package static let tries = 8
    /// After this time no more attempts are made, in seconds.
    package static let span: TimeInterval = 24 * 3_600

    /// Seconds after each try but the last; together 23 h 42 min, so that the longest varied ones stay within a day.
    private static let pauses: [TimeInterval] = [30, 120, 600, 1_800, 7_200, 21_600, 53_970]

    /// The factor by which a pause is shortened at random, so that simultaneous failures are not retried
    /// simultaneously.
    private static let variation = 0.8...1.0

    /// When to try again, nil if that was the last try.
    ///
    /// - Parameters:
    ///   - tries: How many were made.
    ///   - firstTriedAt: When the first one was.
    ///   - now: The time.
    ///   - asked: The pause that the server asked for.
    ///   - random: Varies the pause.
    /// - Returns: An instant within `span` of the first try.
    package static func next(
        after tries: Int, firstTriedAt: Date, now: Date, asked: Duration? = nil,
        using random: inout some RandomNumberGenerator
    ) -> Date? {
        guard (1..<Self.tries).contains(tries) else { return nil }
        let pause = pauses[tries - 1] * Double.random(in: variation, using: &random)
        let next = now + max(pause, asked.map { $0 / .seconds(1) } ?? 0)
        return next <= firstTriedAt + span ? next : nil
    }
}
