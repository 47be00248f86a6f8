import EventContracts
import Foundation

/// When a photo that waits is expected to be read: after those before it, which the workers share, and a look of its own.
package struct PhotoExpectation: Sendable, Equatable, Encodable {
    /// Its place among the photos of its lane that are not answered, from 1.
    package let position: Int
    /// From now, rounded up.
    package let seconds: Int

    /// Older measurements say nothing any more.
    package static let longestAge: TimeInterval = 30
    /// How far clocks may be apart.
    package static let clockDifference: TimeInterval = 5
    /// When to ask again while nothing is known, in seconds.
    package static let unknownRetry = 10
    /// The longest time that a client is asked to wait before it asks again, in seconds.
    private static let longestRetry = 60

    /// What a measurement leads to expect; nil when it is too old, or nobody looks at photos.
    ///
    /// - Parameters:
    ///   - photosBefore: Photos of the lane that were accepted earlier and are not answered.
    ///   - lane: The photo's.
    ///   - capacity: The newest measurement.
    ///   - now: The time of day.
    package init?(photosBefore: Int, in lane: PhotoLane, _ capacity: CapacityMeasured?, at now: Date) {
        guard let capacity, capacity.workers > 0,
            (-Self.clockDifference...Self.longestAge).contains(now.timeIntervalSince(capacity.measuredAt)),
            let load = capacity.lanes.first(where: { $0.lane == lane })
        else { return nil }
        position = photosBefore + 1
        // Those before it share the workers; its own look takes one of them, and as long as any other.
        let seconds = (Double(photosBefore) / Double(capacity.workers) + 1) * load.secondsPerPhoto
        self.seconds = max(1, Int(min(seconds, 86_400).rounded(.up)))
    }

    /// When a client is to ask again, in seconds.
    package var retryAfter: Int { min(seconds, Self.longestRetry) }
}
