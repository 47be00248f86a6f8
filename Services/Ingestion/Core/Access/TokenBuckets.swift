import Foundation
import ServiceRuntime
import Synchronization

/// Limits the rate of events per key: each key has a bucket that refills steadily.
///
/// In memory per gateway instance, with a bounded size: a key that was not used for long starts with a full bucket.
package final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private let perMinute: Double
    private let burst: Double
    private let buckets: Mutex<BoundedCache<Key, Bucket>>

    /// - Parameters:
    ///   - perMinute: Refill per minute.
    ///   - burst: Size of a full bucket; the refill of a minute if nil.
    ///   - capacity: Maximum number of keys.
    package init(perMinute: Int, burst: Int? = nil, capacity: Int = 100_000) {
        self.perMinute = Double(perMinute)
        self.burst = Double(burst ?? perMinute)
        buckets = Mutex(BoundedCache(capacity: capacity))
    }

    /// Takes tokens, at most as many as a full bucket holds.
    ///
    /// - Returns: Nil if there were enough, otherwise the time until there are.
    package func take(_ key: Key, _ count: Int = 1, at now: ContinuousClock.Instant) -> Duration? {
        buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: burst, at: now)
            let elapsed = max(now - bucket.at, .zero)
            bucket.tokens = min(bucket.tokens + elapsed.timeInterval * perMinute / 60, burst)
            bucket.at = now
            defer { buckets[key] = bucket }
            let wanted = Double(count)
            guard bucket.tokens < wanted else {
                bucket.tokens -= wanted
                return nil
            }
            return .seconds((wanted - bucket.tokens) * 60 / perMinute)
        }
    }
}
