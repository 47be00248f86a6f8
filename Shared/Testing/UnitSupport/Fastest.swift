/// The shortest duration of several attempts.
///
/// Other tests use the same processors, so a single attempt may exceed a limit by chance.
///
/// - Parameters:
///   - tries: Maximum number of attempts.
///   - limit: No further attempt follows one that took less.
///   - body: The measured work.
/// - Returns: The shortest duration.
/// - Throws: The error of the work.
package func fastest(
    of tries: Int, until limit: Duration = .zero, _ body: () async throws -> Void
) async rethrows -> Duration {
    var best = Duration.seconds(3_600)
    for _ in 0..<tries {
        let start = ContinuousClock.now
        try await body()
        best = min(best, ContinuousClock.now - start)
        if best < limit { break }
    }
    return best
}
