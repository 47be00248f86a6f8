import EventContracts
import Foundation

/// The estimated time until a waiting photo is read: after those before it, which the workers share, and its own
/// analysis.
package struct PhotoExpectation: Sendable, Equatable, Encodable {
    /// Its position among the unanswered photos of its lane, from 1.
    package let position: Int
    /// From now, rounded up.
    package let seconds: Int

    /// Older measurements are ignored, in seconds.
    package static let maxAge: TimeInterval = 30
    /// Tolerated clock difference, in seconds.
    package static let clockDifference: TimeInterval = 5
    /// When to ask again while there is no estimate, in seconds.
    package static let unknownRetry = 10
    /// Maximum time until a client should ask again, in seconds.
    private static let maxRetryAfter = 60

    /// The estimate from a measurement; nil if it is too old, or there are no workers.
    ///
    /// - Parameters:
    ///   - photosBefore: Unanswered photos of the lane that were accepted earlier.
    ///   - lane: The photo's lane.
    ///   - capacity: The newest measurement.
    ///   - now: The time of day.
    package init?(photosBefore: Int, in lane: PhotoLane, _ capacity: CapacityMeasured?, at now: Date) {
        guard let capacity, capacity.workers > 0,
            (-Self.clockDifference...Self.maxAge).contains(now.timeIntervalSince(capacity.measuredAt)),
            let load = capacity.lanes.first(where: { $0.lane == lane })
        else { return nil }
        position = photosBefore + 1
        // The photos before it share the workers; its own analysis then uses one of them.
        let seconds = (Double(photosBefore) / Double(capacity.workers) + 1) * load.secondsPerPhoto
        self.seconds = max(1, Int(min(seconds, 86_400).rounded(.up)))
    }

    /// When a client should ask again, in seconds.
    package var retryAfter: Int { min(seconds, Self.maxRetryAfter) }
}
