/// The plan of a load test.
struct LoadPlan: Sendable, Equatable {
    /// Whether operations start at a fixed rate (open loop) or one after the other (closed loop).
    enum Pace: Sendable, Equatable {
        /// Open loop: a number of operations per second, independent of the answers.
        ///
        /// Latency counts from the due time.
        case rate(Double)
        /// Closed loop: a number of clients, each with one operation at a time.
        case clients(Int)

        var rate: Double? { if case .rate(let rate) = self { rate } else { nil } }
        var concurrency: Int? { if case .clients(let count) = self { count } else { nil } }
    }

    let kind: LoadKind
    let pace: Pace
    let duration: Duration
    /// Accounts that share the load.
    let accounts: Int

    /// Longest load.
    static let maxDuration = Duration.seconds(3_600)
    /// Maximum number of operations per second.
    static let maxRate = 10_000.0
    /// Maximum number of clients of a closed loop.
    static let maxClients = 1_000
    /// Maximum number of accounts; each registration costs the gateway a password hash.
    static let maxAccounts = 500
    /// Maximum concurrent operations of an open loop; further due ones are dropped and counted.
    static let maxInProgress = 2_000
    /// Requests per minute that the gateway allows an account by default.
    static let allowance = 600.0

    /// A plan within the limits; without a number of accounts, as many as keep each well below the gateway's rate
    /// limit.
    ///
    /// - Throws: `ControlFailure.usage` if a limit is exceeded.
    init(kind: LoadKind, pace: Pace, duration: Duration, accounts: Int?) throws(ControlFailure) {
        guard duration > .zero, duration <= Self.maxDuration else {
            throw .usage("--duration must be above zero and at most \(Figures.age(Self.maxDuration))")
        }
        switch pace {
        case .rate(let rate):
            guard rate > 0, rate <= Self.maxRate else {
                throw .usage("--rate must be above zero and at most \(Int(Self.maxRate))")
            }
        case .clients(let count):
            guard (1...Self.maxClients).contains(count) else {
                throw .usage("--concurrency must be between 1 and \(Self.maxClients)")
            }
        }
        let accounts = accounts ?? Self.accounts(for: kind, pace)
        guard (1...Self.maxAccounts).contains(accounts) else {
            throw .usage("--accounts must be between 1 and \(Self.maxAccounts)")
        }
        self.kind = kind
        self.pace = pace
        self.duration = duration
        self.accounts = accounts
    }

    /// Number of accounts: 1.5 times as many as the rate limit requires; for a closed loop one per client.
    private static func accounts(for kind: LoadKind, _ pace: Pace) -> Int {
        switch pace {
        case .rate(let rate):
            let needed = (rate * 60 * Double(kind.requests) / allowance * 1.5).rounded(.up)
            return min(max(Int(needed), 4), maxAccounts)
        case .clients(let count):
            return min(count, maxAccounts)
        }
    }

    /// Maximum number of the client's connections.
    var connections: Int {
        switch pace {
        case .rate: 256
        case .clients(let count): count
        }
    }

    /// When the `index`-th operation of an open loop is due.
    func due(_ index: Int, rate: Double) -> Duration { .seconds(Double(index) / rate) }
}
