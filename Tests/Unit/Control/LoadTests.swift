import Foundation
import Testing

@testable import ControlService

@Suite("Load test arithmetic")
struct LoadTests {
    private func operation(
        _ outcome: LoadOperation.Outcome, account: String = "a", scan: String? = nil, status: Int = 200,
        dropped: Bool = false
    ) -> LoadOperation {
        LoadOperation(
            kind: .scan, key: account, idempotencyKey: "i", begin: .milliseconds(1), end: .milliseconds(3),
            outcome: outcome, status: status, accepted: .milliseconds(1), readable: .milliseconds(2), scan: scan,
            wasDropped: dropped)
    }

    @Test(
        "load: percentiles use the nearest rank",
        arguments: [(0.5, 50), (0.8, 80), (0.99, 99), (0.991, 100), (1, 100), (0.001, 1)])
    func percentile(share: Double, milliseconds: Int) {
        var distribution = LatencyDistribution()
        for value in (1...100).shuffled() { distribution.add(.milliseconds(value)) }
        #expect(distribution.percentile(share) == .milliseconds(milliseconds))
    }

    @Test("load: no values give no percentiles; one value gives all")
    func fewPercentiles() {
        var distribution = LatencyDistribution()
        #expect(distribution.summary() == nil)
        distribution.add(.seconds(1))
        #expect(
            distribution.summary()
                == LatencySummary(p50: .seconds(1), p80: .seconds(1), p99: .seconds(1), max: .seconds(1)))
    }

    @Test("load: outcomes are counted; an unsent request is a failure")
    func tally() throws {
        var tally = LoadTally()
        tally.add(operation(.ok, scan: "1"))
        tally.add(operation(.fail, status: 429))
        tally.add(operation(.info, status: 0))
        tally.add(operation(.info, scan: "2", status: 202))
        tally.add(operation(.fail, status: 0, dropped: true))
        let plan = try LoadPlan(kind: .scan, pace: .rate(2), duration: .seconds(2), accounts: 1)
        let report = tally.report(plan, accounts: 1, elapsed: .seconds(2))
        #expect((report.sent, report.ok, report.failed, report.unknown, report.dropped) == (5, 1, 2, 2, 1))
        #expect(report.errors == ["429": 1, "no answer": 1, "pending": 1])
        #expect(report.throughput == 0.5)
        #expect(!report.isClean)
    }

    @Test("load: the JSON has the fields deploy/bench reads")
    func json() throws {
        var tally = LoadTally()
        tally.add(operation(.ok, scan: "1"))
        let plan = try LoadPlan(kind: .scan, pace: .rate(1), duration: .seconds(1), accounts: 1)
        let bytes = try JSONLines.encode(tally.report(plan, accounts: 1, elapsed: .seconds(1)))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        for field in ["sent", "lost", "doubled", "failed"] { #expect(object[field] is Int, "\(field)") }
        for field in ["accepted", "readable"] {
            let summary = try #require(object[field] as? [String: Double])
            #expect(Set(summary.keys) == ["p50", "p80", "p99", "max"])
        }
        #expect((object["readable"] as? [String: Double])?["p50"] == 2)
    }

    @Test("load: a history line has microseconds and an outcome")
    func history() throws {
        let line = String(
            decoding: try JSONLines.encode(HistoryLine(operation(.info, scan: "s", status: 202))), as: UTF8.self)
        #expect(
            line == #"{"id":"s","idem":"i","key":"a","op":"scan","outcome":"info","status":202,"t0":1000,"t1":3000}"#)
    }

    @Test("load check: accepted but unlisted is lost, extras are duplicates")
    func expectation() {
        var expected = ScanExpectation()
        expected.add(operation(.ok, scan: "1"))
        expected.add(operation(.info, scan: "2", status: 202))
        #expect(expected.check(account: "a", listed: ["1", "2"]) == (0, 0))
        #expect(expected.check(account: "a", listed: ["1"]) == (1, 0))
        #expect(expected.check(account: "a", listed: ["1", "2", "2"]) == (0, 1))
        #expect(expected.check(account: "a", listed: ["1", "2", "3"]) == (0, 1))
        expected.add(operation(.info, status: 0))
        #expect(expected.check(account: "a", listed: ["1", "2", "3"]) == (0, 0))
        #expect(expected.check(account: "a", listed: ["1", "2", "3", "4"]) == (0, 1))
        #expect(expected.check(account: "b", listed: ["9"]) == (0, 1))
    }

    @Test(
        "load: plan values are bounded",
        arguments: [
            (LoadPlan.Pace.rate(0), Duration.seconds(1), 1), (.rate(10_001), .seconds(1), 1),
            (.clients(0), .seconds(1), 1),
            (.clients(1_001), .seconds(1), 1), (.rate(1), .zero, 1), (.rate(1), .seconds(3_601), 1),
            (.rate(1), .seconds(1), 0), (.rate(1), .seconds(1), 501),
        ])
    func bounds(pace: LoadPlan.Pace, duration: Duration, accounts: Int) {
        #expect(throws: ControlFailure.self) {
            try LoadPlan(kind: .scan, pace: pace, duration: duration, accounts: accounts)
        }
    }

    @Test(
        "load: the number of accounts covers the rate limit plus half",
        arguments: [
            (LoadKind.scan, LoadPlan.Pace.rate(50), 15), (.accept, .rate(50), 8), (.read, .rate(1), 4),
            (.scan, .clients(7), 7),
        ])
    func accounts(kind: LoadKind, pace: LoadPlan.Pace, expected: Int) throws {
        #expect(try LoadPlan(kind: kind, pace: pace, duration: .seconds(1), accounts: nil).accounts == expected)
    }
}
