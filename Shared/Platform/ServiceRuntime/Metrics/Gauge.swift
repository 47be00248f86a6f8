import Synchronization

/// A value that goes up and down; lock-free.
package final class Gauge: Sendable {
    private let bits = Atomic<UInt64>(0)

    init() {}

    /// Replaces the value.
    package func set(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    /// The current value.
    package var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}
