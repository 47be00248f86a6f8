/// The time limits of statements.
struct StatementLimit: Sendable {
    /// How long after the server's own timeout the client stops waiting.
    private static let grace: Duration = .seconds(1)

    private let timeout: Duration?
    private let end: ContinuousClock.Instant?

    /// - Parameters:
    ///   - timeout: The server's timeout for one statement.
    ///   - end: The deadline of all statements together.
    init(_ timeout: Duration?, end: ContinuousClock.Instant? = nil) {
        self.timeout = timeout
        self.end = end
    }

    /// The deadline of a statement that begins now; nil without one.
    func next() -> ContinuousClock.Instant? {
        let own = timeout.map { ContinuousClock.now + $0 + Self.grace }
        guard let own, let end else { return own ?? end }
        return min(own, end)
    }
}
