import Synchronization

/// Slows down guessing at one account: after a few failures each further one doubles the pause.
///
/// Unlimited in time, throttled in rate (C6). In memory per gateway copy.
package final class SignInBackoff: Sendable {
    /// Failures that cost nothing: people mistype.
    package static let freeFailures = 5
    /// Longest pause, so that nobody can keep a person out for long.
    package static let longestPause = Duration.seconds(30)

    private struct Record {
        var failures: Int
        var until: ContinuousClock.Instant
    }

    /// By the keyed hash of the address, whether an account has it or not.
    private let records: Mutex<BoundedCache<[UInt8], Record>>

    package init(capacity: Int = 100_000) { records = Mutex(BoundedCache(capacity: capacity)) }

    /// How long this account must wait before the next try; nil when it need not.
    package func pause(for account: [UInt8], at now: ContinuousClock.Instant) -> Duration? {
        guard let record = records.withLock({ $0[account] }), record.until > now else { return nil }
        return record.until - now
    }

    /// Counts a failure.
    package func failed(_ account: [UInt8], at now: ContinuousClock.Instant) {
        records.withLock { records in
            let failures = (records[account]?.failures ?? 0) + 1
            let doublings = failures - Self.freeFailures
            let pause = doublings > 0 ? min(.seconds(1 << min(doublings - 1, 10)), Self.longestPause) : .zero
            records[account] = Record(failures: failures, until: now + pause)
        }
    }

    /// Forgets the failures after a success.
    package func succeeded(_ account: [UInt8]) { records.withLock { $0[account] = nil } }
}
