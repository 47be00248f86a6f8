import Foundation
import ServiceRuntime
import Synchronization

/// Limits how often something may happen per key: each key has a bucket that refills steadily.
///
/// Kept in memory per gateway copy, bounded: a key not seen for long begins anew.
package final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private let perMinute: Double
    private let buckets: Mutex<BoundedCache<Key, Bucket>>

    /// - Parameters:
    ///   - perMinute: Refill per minute, and size of a full bucket.
    ///   - capacity: Most keys remembered.
    package init(perMinute: Int, capacity: Int = 100_000) {
        self.perMinute = Double(perMinute)
        buckets = Mutex(BoundedCache(capacity: capacity))
    }

    /// Takes one token.
    ///
    /// - Returns: nil when there was one, else how long until there is.
    package func take(_ key: Key, at now: ContinuousClock.Instant) -> Duration? {
        buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: perMinute, at: now)
            let elapsed = max(now - bucket.at, .zero)
            bucket.tokens = min(bucket.tokens + elapsed.timeInterval * perMinute / 60, perMinute)
            bucket.at = now
            defer { buckets[key] = bucket }
            guard bucket.tokens < 1 else {
                bucket.tokens -= 1
                return nil
            }
            return .seconds((1 - bucket.tokens) * 60 / perMinute)
        }
    }
}
