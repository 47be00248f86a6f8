import EventContracts
import Foundation
import TestSupport
import Testing

@testable import ControlService

@Suite("Demo against a gateway", .timeLimit(.minutes(2)))
struct DemonstrationTests {
    /// The first sample alone, which contains milk for the stub.
    private func samples() throws -> DemoSamples {
        let shipped = try DemoSamples.shipped()
        let sample = DemoSamples.Sample(
            title: "Milk", language: "en", text: "milk",
            expected: .init(verdict: .contains, contains: [.milk], mayContain: []))
        return DemoSamples(profile: shipped.profile, samples: [sample, sample])
    }

    private func run(_ faults: StubGateway.Faults, on captured: CapturedConsole) async throws -> Demonstration.Report {
        let samples = try samples()
        return try await StubGateway.with(faults) { url, _ in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                let account = try await GatewayAccount.register(
                    prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                let printer = DemoPrinter(console: captured.console)
                printer.begin(url, account, samples.profile)
                var demonstration = Demonstration(client: client, samples: samples)
                demonstration.patience = 1
                let report = try await demonstration.run(as: account) { printer.show($0, text: "milk") }
                printer.show(report.notices, missing: report.missingNotices)
                return report
            }
        }
    }

    @Test("the verdict is printed with the words it rests on, and the notice after it")
    func expected() async throws {
        let captured = CapturedConsole()
        let report = try await run(.init(), on: captured)
        #expect(report.isAsExpected)
        #expect(captured.text.contains("Milk (English): contains"))
        #expect(captured.text.contains("contains    milk        “milk”"))
        #expect(captured.text.contains("alert   Contains milk"))
        #expect(!captured.text.lowercased().contains("safe"))
    }

    @Test("another verdict than expected, or a missing notice, is said and is not as expected")
    func unexpected() async throws {
        let captured = CapturedConsole()
        let wrong = try await run(.init(verdict: "notDetected"), on: captured)
        #expect(!wrong.isAsExpected)
        #expect(captured.text.contains("unexpected: expected contains, got not detected"))
        let silent = try await run(.init(tells: false), on: captured)
        #expect(!silent.isAsExpected && silent.missingNotices == 2)
        #expect(captured.text.contains("2 scan(s) have no notice"))
    }
}
