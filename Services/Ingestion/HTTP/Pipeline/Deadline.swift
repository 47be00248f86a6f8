/// Work that was not done in time and was cancelled.
package struct DeadlinePassed: Error {}

/// Runs work, and cancels it when it takes longer than `limit`.
///
/// - Throws: `DeadlinePassed`, or what the work throws.
func withDeadline<Output: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    try await withThrowingTaskGroup(of: Output?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let output = first else { throw DeadlinePassed() }
        return output
    }
}
