import EventContracts
import Synchronization

/// Decides which lane is served next: the first one with work, unless it has used its share while a later one waits.
///
/// The time used by each lane decays with a half-life measured in work done, so that an idle night gives no credit.
package struct LaneSchedule: Sendable {
    /// A lane's share of the remaining time while a lower lane is waiting.
    static let share = 0.8
    /// Amount of work, in seconds, after which earlier work counts half.
    private static let halfLife = 60.0

    private var seconds: [PhotoLane: Double] = [:]

    package init() {}

    /// Records time spent on a lane.
    package mutating func spent(_ duration: Duration, on lane: PhotoLane) {
        let time = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let fading = 1 / (1 + time / Self.halfLife)
        for lane in PhotoLane.allCases { seconds[lane] = (seconds[lane] ?? 0) * fading }
        seconds[lane, default: 0] += time
    }

    /// The lanes that have work, the one to serve next first.
    package func order(_ waiting: Set<PhotoLane>) -> [PhotoLane] {
        var left = waiting.sorted()
        var order: [PhotoLane] = []
        while let chosen = left.indices.first(where: { hasShareLeft(left[$0], before: left[($0 + 1)...]) }) {
            order.append(left.remove(at: chosen))
        }
        return order
    }

    /// The last lane always has a share left.
    private func hasShareLeft(_ lane: PhotoLane, before others: ArraySlice<PhotoLane>) -> Bool {
        let own = seconds[lane] ?? 0
        let all = others.reduce(own) { $0 + (seconds[$1] ?? 0) }
        return others.isEmpty || own <= Self.share * all
    }
}

/// The schedule shared by all workers of an instance.
final class SharedLaneSchedule: Sendable {
    private let schedule = Mutex(LaneSchedule())

    func spent(_ duration: Duration, on lane: PhotoLane) { schedule.withLock { $0.spent(duration, on: lane) } }

    func order(_ waiting: Set<PhotoLane>) -> [PhotoLane] { schedule.withLock { $0.order(waiting) } }
}
