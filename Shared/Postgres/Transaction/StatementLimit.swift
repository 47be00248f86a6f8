/// How long statements may take.
struct StatementLimit: Sendable {
    /// The time after which we stop waiting for a server that should have stopped by itself.
    private static let grace: Duration = .seconds(1)

    private let timeout: Duration?
    private let end: ContinuousClock.Instant?

    /// - Parameters:
    ///   - timeout: the server's limit for one statement.
    ///   - end: the instant at which everything must be done.
    init(_ timeout: Duration?, end: ContinuousClock.Instant? = nil) {
        self.timeout = timeout
        self.end = end
    }

    /// When a statement that begins now must be done; nil never.
    func next() -> ContinuousClock.Instant? {
        let own = timeout.map { ContinuousClock.now + $0 + Self.grace }
        guard let own, let end else { return own ?? end }
        return min(own, end)
    }
}
