import ServiceLifecycle

/// Returns freed memory to the system after a burst.
///
/// Memory that thousands of clients needed is mixed with memory that stays in use: glibc keeps such pages, so the
/// process would stay as large as its peak.
struct HeapTrimmer: Service {
    /// The interval between checks of the size.
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

/// Decides when memory is returned: for some time after the process has grown, and then only after further growth,
/// since each trim scans all freed memory.
package struct TrimPlan: Sendable, Equatable {
    /// Growth since the last trim that starts new trims, in bytes.
    package static let growth = 32.0 * 1_048_576
    /// Number of consecutive trims, since the memory of a burst is not freed all at once.
    package static let rounds = 6

    /// The smallest size since the last trim; nil before the first check.
    private var floor: Double?
    private var left = 0

    package init() {}

    /// Whether to trim now.
    ///
    /// - Parameter resident: The size of the process in bytes.
    /// - Returns: Whether a trim is due; call `note` with the size afterwards.
    package mutating func isDue(at resident: Double) -> Bool {
        let known = min(floor ?? resident, resident)
        floor = known
        if resident - known >= Self.growth { left = Self.rounds }
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    /// Records a trim.
    ///
    /// - Parameter resident: The size of the process afterwards, in bytes.
    package mutating func note(_ resident: Double) { floor = resident }
}
