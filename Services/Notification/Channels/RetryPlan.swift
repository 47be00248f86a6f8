import Foundation

/// The times at which a failed delivery is attempted again: 8 attempts over 24 hours.
package enum RetryPlan {
    /// Number of attempts, including the first one.
    package static let tries = 8
    /// After this time no more attempts are made, in seconds.
    package static let span: TimeInterval = 24 * 3_600

    /// Pauses after each attempt except the last, in seconds; together 23 h 42 min, so that all attempts are within a
    /// day.
    private static let pauses: [TimeInterval] = [30, 120, 600, 1_800, 7_200, 21_600, 53_970]

    /// The factor by which a pause is shortened at random, so that simultaneous failures are not retried
    /// simultaneously.
    private static let variation = 0.8...1.0

    /// The time of the next attempt; nil after the last one.
    ///
    /// - Parameters:
    ///   - tries: Number of attempts made.
    ///   - firstTriedAt: The time of the first attempt.
    ///   - now: The time.
    ///   - asked: The pause that the server asked for.
    ///   - random: A source of randomness for the pause.
    /// - Returns: An instant within `span` of the first attempt.
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
