import EventContracts
import Foundation

/// The estimated time until a waiting photo is analyzed: the time of the photos before it, divided among the workers,
/// plus its own analysis.
package struct PhotoExpectation: Sendable, Equatable, Encodable {
    /// The photo's position among the unanswered photos of its queue, from 1.
    package let position: Int
    /// Estimated seconds from now, rounded up.
    package let seconds: Int

    /// Maximum age of a measurement, in seconds; older ones are ignored.
    package static let maxAge: TimeInterval = 30
    /// Tolerated clock difference, in seconds.
    package static let clockDifference: TimeInterval = 5
    /// Seconds until the client should ask again while there is no estimate.
    package static let unknownRetry = 10
    /// Maximum time until a client should ask again, in seconds.
    private static let maxRetryAfter = 60

    /// The estimate from a measurement; nil if it is too old, or there are no workers.
    ///
    /// - Parameters:
    ///   - photosBefore: Unanswered photos of the queue that were accepted earlier.
    ///   - lane: The photo's queue.
    ///   - capacity: The newest measurement.
    ///   - now: The time of day.
    package init?(photosBefore: Int, in lane: PhotoLane, _ capacity: CapacityMeasured?, at now: Date) {
        guard let capacity, capacity.workers > 0,
            (-Self.clockDifference...Self.maxAge).contains(now.timeIntervalSince(capacity.measuredAt)),
            let load = capacity.lanes.first(where: { $0.lane == lane })
        else { return nil }
        position = photosBefore + 1
        // All workers share the photos before it; its own analysis uses one of them.
        let seconds = (Double(photosBefore) / Double(capacity.workers) + 1) * load.secondsPerPhoto
        self.seconds = max(1, Int(min(seconds, 86_400).rounded(.up)))
    }

    /// Seconds until the client should ask again.
    package var retryAfter: Int { min(seconds, Self.maxRetryAfter) }
}
