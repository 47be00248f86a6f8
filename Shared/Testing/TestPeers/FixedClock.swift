import Foundation
import ServiceRuntime
import Synchronization

/// A clock that advances only when a test moves it.
package final class FixedClock: WallClock {
    private let instant: Mutex<Date>

    /// A clock at an instant; by default 2026-01-15T12:00:00Z.
    package init(_ instant: Date = Date(timeIntervalSince1970: 1_768_478_400)) {
        self.instant = Mutex(instant)
    }

    package func now() -> Date { instant.withLock { $0 } }

    /// Advances the clock; a negative duration moves it back.
    package func advance(by duration: Duration) {
        instant.withLock { $0 += duration / .seconds(1) }
    }
}
