import EventContracts
import Synchronization

/// Slows down guessing at one account: after a few failures each further one doubles the pause.
///
/// Unlimited in time, throttled in rate (C6). In memory per gateway copy.
///
/// **What is counted together.** One account has one counter, whether its address or its user name was typed; what leads to no
/// account is counted by what was typed. So a pause tells nobody whether there is such an account; who knows an address and a
/// user name learns whether they belong together, which is the price of the one counter.
///
/// **Who is kept waiting.** A stranger who sends a wrong password every half minute would otherwise keep the owner out for as
/// long as they like. So an address from which somebody has signed in to the account before has a counter of its own, and the
/// failures of everybody else do not touch it: guessing from there is as slow, and guessing from elsewhere, from however many
/// addresses at once, stays as slow as it was. The owner at an address that is new waits with the others; a passkey, an issuer
/// or a new password by mail still let them in, and after the last the place is known.
///
/// **How it ends.** Each minute forgets a failure. The longest pause lets two tries a minute through anyway, so that whoever
/// waits for it gains nothing.
package final class SignInBackoff: Sendable {
    /// Failures that cost nothing: people mistype.
    package static let freeFailures = 5
    /// Longest pause, so that nobody can keep a person out for long.
    package static let longestPause = Duration.seconds(30)
    /// How long it takes until one failure is forgotten.
    package static let forgetting = Duration.seconds(60)
    /// More are not counted: the pause is the longest, and forgetting them takes eleven minutes.
    private static let mostFailures = freeFailures + 6

    private struct Record {
        var failures: Int
        var last: ContinuousClock.Instant
        var until: ContinuousClock.Instant

        /// Those that are not forgotten yet.
        func standing(at now: ContinuousClock.Instant) -> Int {
            max(failures - Int((now - last) / SignInBackoff.forgetting), 0)
        }
    }

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
            let failures = min((records[account]?.standing(at: now) ?? 0) + 1, Self.mostFailures)
            let doublings = failures - Self.freeFailures
            let pause = doublings > 0 ? min(.seconds(1 << (doublings - 1)), Self.longestPause) : .zero
            records[account] = Record(failures: failures, last: now, until: now + pause)
        }
    }

    /// Forgets the failures after a success.
    package func succeeded(_ account: [UInt8]) { records.withLock { $0[account] = nil } }

    /// Under what tries of an account's password are counted.
    ///
    /// - Parameters:
    ///   - account: Whose password it is.
    ///   - network: What stands for the address that they come from, where somebody has signed in from it before.
    /// - Returns: What to ask the back-off about.
    package static func key(ofPasswordOf account: AccountID, from network: [UInt8]? = nil) -> [UInt8] {
        Array("password \(account) ".utf8) + (network ?? [])
    }
}
