import Foundation

/// Where the time of day comes from; passed in, so that tests choose it.
///
/// For measuring a duration use `ContinuousClock`: the time of day may jump.
package protocol WallClock: Sendable {
    /// The present instant.
    func now() -> Date
}

/// The machine's clock.
package struct SystemClock: WallClock {
    package init() {}

    package func now() -> Date { Date() }
}
