import Foundation
import Synchronization

/// Places where a fault test lets a process die; armed by configuration only, inert otherwise.
package struct FailPoints: Sendable {
    /// Where.
    package enum Place: String, Sendable, CaseIterable {
        /// A transaction with outbox rows is committed, nothing is sent.
        case committed
        /// Records are delivered, their rows are not marked.
        case published
        /// Effects are committed, Kafka's offset is not.
        case applied
        /// A photo's bytes are stored, nothing refers to them.
        case stored
        /// A photo's pixels are there, the text reader is about to look at them.
        case looking

        /// How: as if by `kill -9`; a look dies as libraries do, of memory that is not theirs.
        fileprivate var signal: Int32 { self == .looking ? SIGSEGV : SIGKILL }
    }

    private final class Countdown: Sendable {
        let left: Mutex<Int>
        init(_ left: Int) { self.left = Mutex(left) }
    }

    private let place: Place?
    private let countdown: Countdown

    /// Whether there is a place to die at.
    package var isArmed: Bool { place != nil }

    /// Inert.
    package init() {
        place = nil
        countdown = Countdown(0)
    }

    /// Dies at the `count`-th pass of `place`.
    package init(place: Place, count: Int) {
        self.place = place
        countdown = Countdown(count)
    }

    /// Reads `place:count`, such as `published:3`; nil when it is not of that form.
    package init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let place = Place(rawValue: String(parts[0])), let count = Int(parts[1]), count > 0
        else { return nil }
        self.init(place: place, count: count)
    }

    /// Passes a place: dies there when it is time.
    package func hit(_ place: Place) {
        guard place == self.place else { return }
        let isDue = countdown.left.withLock { left in
            left -= 1
            return left == 0
        }
        if isDue { kill(getpid(), place.signal) }
    }
}
