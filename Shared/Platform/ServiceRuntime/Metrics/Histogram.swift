import Foundation
import Synchronization

/// Counts observations in fixed buckets.
package final class Histogram: Sendable {
    /// Upper bounds in seconds, from below a single statement (1 ms) to the longest task (12 s).
    package static let latencyBuckets: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12,
    ]

    /// An observation whose trace is recorded.
    struct Exemplar: Sendable {
        let traceID: UUID
        let value: Double
        let time: Date
    }

    struct Snapshot: Sendable {
        /// Observations per bucket, the last one without an upper bound; not cumulative.
        var counts: [UInt64]
        var sum: Double = 0
        /// The newest of each bucket that has one.
        var exemplars: [Int: Exemplar] = [:]
    }

    /// Inclusive upper bounds in rising order; one more bucket without a bound follows.
    let bounds: [Double]
    private let state: Mutex<Snapshot>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(Snapshot(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// Counts one observation; with a trace that is recorded, it becomes its bucket's exemplar.
    package func observe(_ value: Double, traceID: UUID? = nil) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        let exemplar = traceID.map { Exemplar(traceID: $0, value: value, time: Date()) }
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
            if let exemplar { state.exemplars[bucket] = exemplar }
        }
    }

    /// Counts one duration, in seconds.
    package func observe(_ duration: Duration, traceID: UUID? = nil) {
        observe(duration / .seconds(1), traceID: traceID)
    }

    var snapshot: Snapshot { state.withLock { $0 } }
}
