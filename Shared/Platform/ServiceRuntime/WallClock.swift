import Foundation

/// The source of the time of day; passed in, so that tests can set it.
///
/// Use `ContinuousClock` to measure durations: the time of day may jump.
package protocol WallClock: Sendable {
    /// The current instant.
    func now() -> Date
}

/// The machine's clock.
package struct SystemClock: WallClock {
    package init() {}

    package func now() -> Date { Date() }
}
