/// The measurements of a load test.
struct LoadReport: Sendable, Encodable {
    let kind: String
    /// Requested operations per second; nil for a closed loop.
    let rate: Double?
    /// Number of concurrent clients; nil for an open loop.
    let concurrency: Int?
    /// Time from the first operation to the last answer, in seconds.
    let seconds: Double
    let accounts: Int
    /// Number of operations started.
    let sent: Int
    let ok: Int
    /// Number of operations certainly not done, including those not sent.
    let failed: Int
    /// Number of operations with unknown outcome, or without a result in time.
    let unknown: Int
    /// Number of operations not sent because too many were in progress; part of `failed`.
    let dropped: Int
    /// Completed operations per second.
    let throughput: Double
    let accepted: LatencySummary?
    let readable: LatencySummary?
    /// Failures: an HTTP status, `pending` or `no answer`.
    let errors: [String: Int]
    /// Number of accepted scans that are missing in their account's list afterwards.
    var lost = 0
    /// Number of listed scans that were not requested, or that are listed twice.
    var doubled = 0

    var isClean: Bool { failed == 0 && unknown == 0 && lost == 0 && doubled == 0 }
}

/// Sums up operations as they end.
struct LoadTally: Sendable {
    private(set) var operations = 0
    private var outcomes: [LoadOperation.Outcome: Int] = [:]
    private var dropped = 0
    private var accepted = LatencyDistribution()
    private var readable = LatencyDistribution()
    private var errors: [String: Int] = [:]
    /// The expected scans for the check afterwards.
    private(set) var expected = ScanExpectation()

    mutating func add(_ operation: LoadOperation) {
        operations += 1
        outcomes[operation.outcome, default: 0] += 1
        if operation.wasDropped {
            dropped += 1
        } else if operation.outcome != .ok {
            errors[operation.answer, default: 0] += 1
        }
        if let duration = operation.accepted { accepted.add(duration) }
        if let duration = operation.readable { readable.add(duration) }
        if operation.kind.makesScan { expected.add(operation) }
    }

    /// The report; `elapsed` is the time from the first operation to the last answer.
    func report(_ plan: LoadPlan, accounts: Int, elapsed: Duration) -> LoadReport {
        var accepted = accepted, readable = readable
        let seconds = elapsed / .seconds(1), ok = outcomes[.ok] ?? 0
        return LoadReport(
            kind: plan.kind.rawValue, rate: plan.pace.rate, concurrency: plan.pace.concurrency, seconds: seconds,
            accounts: accounts, sent: operations, ok: ok, failed: outcomes[.fail] ?? 0, unknown: outcomes[.info] ?? 0,
            dropped: dropped, throughput: seconds > 0 ? Double(ok) / seconds : 0, accepted: accepted.summary(),
            readable: readable.summary(), errors: errors)
    }
}

/// The scans expected in the lists after a load.
struct ScanExpectation: Sendable, Equatable {
    /// The accepted scans by account.
    private(set) var accepted: [String: Set<String>] = [:]
    /// Number of operations with unknown outcome, by account; each may have created one scan.
    private(set) var unknown: [String: Int] = [:]

    mutating func add(_ operation: LoadOperation) {
        if let scan = operation.scan {
            accepted[operation.key, default: []].insert(scan)
        } else if operation.outcome == .info {
            unknown[operation.key, default: 0] += 1
        }
    }

    /// Compares with one account's list: the ids of its scans, without those from before the load.
    ///
    /// - Returns: Accepted but not listed; listed twice or not requested.
    func check(account: String, listed: [String]) -> (lost: Int, doubled: Int) {
        let ids = Set(listed), accepted = accepted[account] ?? []
        let repeated = listed.count - ids.count
        let unordered = ids.subtracting(accepted).count - (unknown[account] ?? 0)
        return (accepted.subtracting(ids).count, repeated + max(0, unordered))
    }
}
