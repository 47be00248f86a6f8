import ServiceLifecycle

/// Gives memory back after a burst.
///
/// What thousands of clients need while they come, and free again, lies among what they need as long as they stay: glibc keeps
/// such pages, and the process stays as large as it ever was.
struct HeapTrimmer: Service {
    /// How often the size is looked at.
    private static let interval = Duration.seconds(10)

    func run() async throws {
        var plan = TrimPlan()
        while !Task.isShuttingDownGracefully {
            do {
                try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
            } catch {
                return
            }
            guard let before = ProcessMetrics.residentMemoryBytes(), plan.isDue(at: before) else { continue }
            await ProcessMemory.giveFreedPagesBack()
            if let after = ProcessMetrics.residentMemoryBytes() { plan.note(after) }
        }
    }
}

/// When memory is given back: a while long after the process has grown, and not again until it grows anew, since each time
/// all freed memory is walked through.
package struct TrimPlan: Sendable, Equatable {
    /// How much larger the process must be than when memory was last given back, in bytes.
    package static let growth = 32.0 * 1_048_576
    /// How many looks in a row give memory back: what a burst needed is not all freed at the first.
    package static let rounds = 6

    /// The smallest size since memory was last given back; nil before the first look.
    private var floor: Double?
    private var left = 0

    package init() {}

    /// Whether memory is to be given back now.
    ///
    /// - Parameter resident: The size of the process in bytes.
    /// - Returns: Whether it is due; call `note` with the size afterwards.
    package mutating func isDue(at resident: Double) -> Bool {
        let known = min(floor ?? resident, resident)
        floor = known
        if resident - known >= Self.growth { left = Self.rounds }
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    /// Memory was given back.
    ///
    /// - Parameter resident: The size of the process afterwards, in bytes.
    package mutating func note(_ resident: Double) { floor = resident }
}
