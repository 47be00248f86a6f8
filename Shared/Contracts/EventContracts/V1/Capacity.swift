import Foundation

/// The queue that a photo waits in; the first is served first.
package enum PhotoLane: String, EventValue, CaseIterable, Comparable {
    case label, pro, basic

    /// Earlier lanes are smaller.
    package static func < (left: PhotoLane, right: PhotoLane) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .label: 0
        case .pro: 1
        case .basic: 2
        }
    }
}

/// How many photos can be analyzed now, over all instances; the estimate of waiting times is based on it.
///
/// Unnumbered: only the newest event counts.
package struct CapacityMeasured: EventBody {
    package static let type = EventType("foodmagic.vision.capacity-measured.v1")
    package static let topic = Topic.visionCapacity

    package var measuredAt: Date
    /// Photos that can be analyzed at the same time; 0 while no instance has loaded its models.
    package var workers: Int
    /// Every lane once.
    package var lanes: [Lane]

    /// One lane.
    package struct Lane: Codable, Sendable, Equatable {
        package var lane: PhotoLane
        /// The median duration of recent analyses, in seconds; the target duration before the first analysis.
        package var secondsPerPhoto: Double
        package var waiting: Int
        /// Photos being analyzed now.
        package var running: Int

        package init(lane: PhotoLane, secondsPerPhoto: Double, waiting: Int, running: Int) {
            self.lane = lane
            self.secondsPerPhoto = secondsPerPhoto
            self.waiting = waiting
            self.running = running
        }
    }

    package init(measuredAt: Date, workers: Int, lanes: [Lane]) {
        self.measuredAt = measuredAt
        self.workers = workers
        self.lanes = lanes
    }
}
