import Synchronization

/// A count that only grows; lock-free.
package final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    init() {}

    /// Adds to the count.
    package func increment(by amount: UInt64 = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    /// The count so far.
    package var value: UInt64 { count.load(ordering: .relaxed) }
}
