/// The measurements of a load test.
struct LoadReport: Sendable, Encodable {
    let kind: String
    /// Operations a second that were asked for; nil for a closed loop.
    let rate: Double?
    /// Clients at a time; nil for an open loop.
    let concurrency: Int?
    /// From the first operation to the last answer, in seconds.
    let seconds: Double
    let accounts: Int
    /// Operations begun.
    let sent: Int
    let ok: Int
    /// Certainly not done, those not sent included.
    let failed: Int
    /// Outcome unknown, or not there in time.
    let unknown: Int
    /// Not sent, because too much was under way; part of `failed`.
    let dropped: Int
    /// Finished operations a second.
    let throughput: Double
    let accepted: LatencySummary?
    let readable: LatencySummary?
    /// Failures: an HTTP status, `pending` or `no answer`.
    let errors: [String: Int]
    /// Accepted scans that are not in their account's list afterwards.
    var lost = 0
    /// Scans in a list that were not requested, or are listed twice.
    var doubled = 0

    var isClean: Bool { failed == 0 && unknown == 0 && lost == 0 && doubled == 0 }
}

/// Adds operations up as they finish.
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
    /// By account: the scans that were accepted.
    private(set) var accepted: [String: Set<String>] = [:]
    /// By account: number of operations with unknown outcome, each of which may have created one scan.
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
