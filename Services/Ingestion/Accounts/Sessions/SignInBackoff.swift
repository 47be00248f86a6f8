import EventContracts
import IngestionCore
import ServiceRuntime
import Synchronization

/// Slows down guessing at an account: after a few failures each further one doubles the delay.
///
/// Attempts are unlimited in number but limited in rate. The state is in memory, per instance.
///
/// **When an attempt counts.** It counts as a failure when admitted, before the check, and a success removes the count.
/// Concurrent attempts therefore wait like sequential ones.
///
/// **What is counted together.** An account has one counter for its address and username; unknown names are counted by
/// their text. So the delay does not reveal whether an account exists; only a person who knows both an address and a
/// username can learn that they belong together.
///
/// **Who has to wait.** A stranger who sends wrong passwords must not lock out the owner. So a network with an earlier
/// successful sign-in to the account has its own counter, unaffected by other failures: guessing from there is just as
/// slow, and guessing from elsewhere, from any number of addresses, stays as slow as before. The owner at a new address
/// waits with the others, but can use a passkey, an issuer or a mailed recovery code; after recovery the address is
/// known.
///
/// **How it ends.** Each minute removes a failure. Even the longest delay allows two attempts a minute, so waiting for
/// it gains nothing.
package final class SignInBackoff: Sendable {
    /// Number of failures without delay, since people mistype.
    package static let freeFailures = 5
    /// Maximum delay, limited so that a person is not locked out for long.
    package static let maxPause = Duration.seconds(30)
    /// Time after which one failure is removed.
    package static let forgetting = Duration.seconds(60)
    /// Maximum number of counted failures: the delay is then at its maximum, and removing all takes eleven minutes.
    private static let maxFailures = freeFailures + 6

    private struct Record {
        var failures: Int
        var last: ContinuousClock.Instant
        var until: ContinuousClock.Instant

        /// The number of failures that still count.
        func standing(at now: ContinuousClock.Instant) -> Int {
            max(failures - Int((now - last) / SignInBackoff.forgetting), 0)
        }
    }

    private let records: Mutex<BoundedCache<[UInt8], Record>>

    package init(capacity: Int = 100_000) { records = Mutex(BoundedCache(capacity: capacity)) }

    /// Admits an attempt and counts it as a failure until it succeeds.
    ///
    /// - Returns: nil if the attempt is admitted, otherwise the time until the next one.
    package func admit(_ key: [UInt8], at now: ContinuousClock.Instant) -> Duration? {
        records.withLock { records in
            let known = records[key]
            if let known, known.until > now { return known.until - now }
            let failures = min((known?.standing(at: now) ?? 0) + 1, Self.maxFailures)
            records[key] = Record(failures: failures, last: now, until: now + Self.pause(after: failures))
            return nil
        }
    }

    /// Restarts the delay of an admitted attempt, so that it begins when the attempt has failed.
    package func failed(_ key: [UInt8], at now: ContinuousClock.Instant) {
        records.withLock { records in
            guard let known = records[key] else { return }
            let until = max(known.until, now + Self.pause(after: known.failures))
            records[key] = Record(failures: known.failures, last: max(known.last, now), until: until)
        }
    }

    /// Removes the count of an admitted attempt that was never checked.
    package func withdraw(_ key: [UInt8]) {
        records.withLock { records in
            guard let known = records[key] else { return }
            let failures = max(known.failures - 1, 0)
            records[key] = Record(
                failures: failures, last: known.last, until: known.last + Self.pause(after: failures))
        }
    }

    /// Removes all failures after a success.
    package func succeeded(_ key: [UInt8]) { records.withLock { $0[key] = nil } }

    private static func pause(after failures: Int) -> Duration {
        let doublings = failures - freeFailures
        return doublings > 0 ? min(.seconds(1 << (doublings - 1)), maxPause) : .zero
    }
}

/// Attempts at one secret of one account, counted together.
struct SignInTries: Sendable {
    /// Secrets of an account, each with its own counter: a correct password does not reset the count of wrong codes.
    enum Secret: String, Sendable {
        case password, passkey
        case secondFactor = "second factor"
    }

    private let key: [UInt8]
    private let backoff: SignInBackoff

    /// Attempts on an account; `network` is the hash of the client's address if a sign-in from it succeeded before.
    init(at secret: Secret, of account: AccountID, from network: [UInt8]? = nil, _ backoff: SignInBackoff) {
        key = Array("\(secret.rawValue) \(account) ".utf8) + (network ?? [])
        self.backoff = backoff
    }

    /// Attempts with an unknown address or username.
    init(atUnknown index: [UInt8], _ backoff: SignInBackoff) {
        key = index
        self.backoff = backoff
    }

    /// Counts an attempt; `succeeded` or `withdraw` removes the count.
    ///
    /// - Throws: `tooManyRequests` if the account must wait.
    func admit() throws(ProblemDetails) {
        guard let pause = backoff.admit(key, at: .now) else { return }
        throw ProblemDetails.tooManyRequests(retryAfter: pause, because: .tooManyAttempts)
    }

    /// Starts the delay after a failed attempt.
    func failed() { backoff.failed(key, at: .now) }

    /// Removes all failures.
    func succeeded() { backoff.succeeded(key) }

    /// Removes the count of an admitted attempt that was never checked.
    func withdraw() { backoff.withdraw(key) }
}
