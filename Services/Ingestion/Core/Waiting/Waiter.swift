/// Reads a value repeatedly until it meets a condition, woken by the hub.
package struct Waiter: Sendable {
    /// Interval of additional checks: the maximum delay after a missed wake-up.
    private static let recheck = Duration.milliseconds(500)

    private let hub: OperationHub

    package init(hub: OperationHub) { self.hub = hub }

    /// Reads until the value meets the condition or the time is over.
    ///
    /// - Returns: The last value read.
    /// - Throws: The error of `read`, or `CancellationError`.
    package func value<Value: Sendable>(
        woken topic: OperationHub.Topic, until end: ContinuousClock.Instant, read: () async throws -> Value,
        isDone: (Value) -> Bool
    ) async throws -> Value {
        guard ContinuousClock.now < end else { return try await read() }
        // Starts listening before reading, so that no change in between is missed.
        let wakeSignal = hub.listen(to: topic)
        defer { wakeSignal.stop() }
        while true {
            let value = try await read()
            let now = ContinuousClock.now
            guard !isDone(value), now < end else { return value }
            guard try await wakeSignal.wait(until: min(end, now + Self.recheck)) else { return value }
        }
    }
}
