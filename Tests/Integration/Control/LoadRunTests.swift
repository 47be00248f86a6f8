import Foundation
import Testing
import UnitSupport

@testable import ControlService

@Suite("Load test with a gateway", .slowConcurrent, .timeLimit(.minutes(10)))
struct LoadRunTests {
    private func measure(
        _ kind: LoadKind, _ pace: LoadPlan.Pace, _ faults: StubGateway.Faults = .init(),
        for duration: Duration = .milliseconds(500), history: HistoryFile? = nil
    ) async throws -> LoadReport {
        try await StubGateway.with(faults) { url, _ in
            let plan = try LoadPlan(kind: kind, pace: pace, duration: duration, accounts: 3)
            return try await GatewayClient.withClient(GatewayClient(base: url, connections: plan.connections)) {
                client in
                try await LoadMeasurement(plan: plan, client: client, history: history) { _ in }.run()
            }
        }
    }

    @Test(
        "load: open loop: operations start at the given rate, timed by kind",
        arguments: LoadKind.allCases)
    func openLoop(kind: LoadKind) async throws {
        let report = try await measure(kind, .rate(40))
        #expect(report.sent == 20 && report.ok == 20 && report.isClean)
        #expect((report.accepted != nil) == (kind == .scan || kind == .accept))
        #expect((report.readable != nil) == (kind != .accept))
        #expect(report.accounts == 3)
    }

    @Test("load: open loop: latency counts from the due time")
    func slow() async throws {
        let report = try await measure(.wait, .rate(40), .init(delay: .seconds(1)))
        #expect(report.sent == 20)
        // Sequentially these registrations would take 20 s.
        #expect(report.seconds < 15)
        #expect(try #require(report.readable).p50 >= .seconds(1))
    }

    @Test("load: closed loop: one operation per client at a time")
    func closedLoop() async throws {
        try await StubGateway.with(.init(delay: .milliseconds(400))) { url, gateway in
            let plan = try LoadPlan(kind: .wait, pace: .clients(3), duration: .milliseconds(500), accounts: 3)
            let report = try await GatewayClient.withClient(GatewayClient(base: url, connections: 8)) { client in
                try await LoadMeasurement(plan: plan, client: client, history: nil) { _ in }.run()
            }
            #expect(report.isClean && report.sent >= 3)
            #expect(gateway.maxInProgress == 3)
        }
    }

    @Test("load: accepted but unlisted is lost, listed but unsent is duplicated")
    func faults() async throws {
        let doubled = try await measure(.scan, .rate(40), .init(doublesEvery: 5))
        #expect((doubled.lost, doubled.doubled) == (0, 4))
        let plan = try LoadPlan(kind: .scan, pace: .rate(40), duration: .milliseconds(500), accounts: 1)
        let lost = try await StubGateway.with(.init(losesEvery: 10)) { url, _ in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                var measurement = LoadMeasurement(plan: plan, client: client, history: nil) { _ in }
                measurement.settling = .milliseconds(200)
                return try await measurement.run()
            }
        }
        #expect((lost.lost, lost.doubled) == (2, 0))
        #expect(!lost.isClean)
    }

    @Test("load: a response of 500 leaves the outcome open, counted by status")
    func failures() async throws {
        let report = try await measure(.scan, .rate(40), .init(failsEvery: 4))
        #expect((report.ok, report.unknown) == (15, 5))
        #expect(report.errors == ["500": 5])
    }

    @Test("load: every operation is a line of the history")
    func history() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try await measure(.scan, .rate(40), history: try HistoryFile(path: path))
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 20)
        for line in lines {
            let object = try #require(JSONText(Array(line.utf8)))
            #expect(object.text(at: ["outcome"]) == "ok" && object.text(at: ["idem"]) != nil)
        }
        #expect(throws: ControlFailure.self) { try HistoryFile(path: "/nonexistent/history") }
    }

    @Test("load: early registrations are retried; tokens are renewed in time")
    func account() async throws {
        try await StubGateway.with(.init(refusesRegistrations: 2, expiresIn: 0)) { url, gateway in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                let account = try await GatewayAccount.register(
                    prefix: "test", locale: "en", timeZone: "UTC", on: client)
                #expect(gateway.registrations == 3)
                #expect(try await account.accessToken() == account.id)
                #expect(gateway.refreshes == 1)
            }
        }
    }
}
