import EventContracts
import Foundation
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

@Suite("Demo with a gateway", .timeLimit(.minutes(10)))
struct DemonstrationTests {
    private static let profile = DemoSamples.Profile(allergens: [.milk], traces: .warn)

    /// A text and a photo; for the stub every label contains milk.
    private func labels() throws -> [DemoLabel] {
        let expected = DemoSamples.Expectation(verdict: .contains, contains: [.milk], mayContain: [])
        let photo = try DemoPhoto(SampleLabel.photo("clean-en.jpg"), name: "clean-en.jpg")
        return [
            DemoLabel(title: "Milk", content: .text("milk", language: "en"), expected: expected),
            DemoLabel(title: "Oat bar", content: .photo(photo), expected: expected),
        ]
    }

    private func run(
        _ faults: StubGateway.Faults, timeout: Int = 60, on captured: CapturedConsole
    ) async throws -> Demonstration.Report {
        let labels = try labels()
        return try await StubGateway.with(faults) { url, _ in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                let account = try await GatewayAccount.register(
                    prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                let printer = DemoPrinter(console: captured.console)
                printer.begin(url, account, Self.profile)
                var demonstration = Demonstration(client: client, profile: Self.profile, labels: labels)
                demonstration.timeout = timeout
                let report = try await demonstration.run(as: account) { printer.show($0) }
                printer.show(report.notices, missing: report.missingNotices)
                printer.end(report.shortfalls)
                return report
            }
        }
    }

    @Test("demo: prints the verdict with its evidence, then the notice")
    func expected() async throws {
        let captured = CapturedConsole()
        let report = try await run(.init(), on: captured)
        #expect(report.isAsExpected)
        #expect(captured.text.contains("Milk (English): contains"))
        #expect(captured.text.contains("Oat bar (photo clean-en.jpg): contains"))
        #expect(captured.text.contains("contains    milk        “milk”"))
        #expect(captured.text.contains("alert   Contains milk"))
        #expect(captured.text.hasSuffix("\nEverything came out as expected."))
        #expect(!captured.text.lowercased().contains("safe"))
    }

    @Test("fmctl token: the token of a new account opens the gateway", arguments: [[], [AllergenChoice.milk]])
    func token(avoided: [AllergenChoice]) async throws {
        try await StubGateway.with(.init()) { url, _ in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                let token = try await TokenCommand.token(avoiding: avoided, on: client)
                #expect(!token.isEmpty && !token.contains(where: \.isWhitespace))
            }
        }
    }

    @Test("demo: an announcement is not mistaken for the notice of a scan")
    func foreignNotice() async throws {
        let captured = CapturedConsole()
        let report = try await run(.init(tellsLate: true), on: captured)
        #expect(report.isAsExpected && report.missingNotices == 0)
        #expect(report.notices.count == 3)
        #expect(captured.text.hasSuffix("\nEverything came out as expected."))
    }

    @Test("demo: a photo is sent unchanged with its media type")
    func sendsPhoto() async throws {
        let labels = try labels()
        try await StubGateway.with { url, gateway in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                let account = try await GatewayAccount.register(
                    prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                _ = try await Demonstration(client: client, profile: Self.profile, labels: labels).run(as: account) {
                    _ in
                }
            }
            #expect(gateway.contentTypes == ["application/json", "image/jpeg"])
            #expect(gateway.lastBody == (try SampleLabel.photo("clean-en.jpg")))
        }
    }

    @Test("demo: an unexpected verdict or missing notice is a failure", .slow)
    func unexpected() async throws {
        let captured = CapturedConsole()
        let wrong = try await run(.init(verdict: "notDetected"), on: captured)
        #expect(!wrong.isAsExpected)
        #expect(captured.text.contains("unexpected: expected contains, got not detected"))
        #expect(captured.text.contains("Not as expected:\n  Milk: expected contains, got not detected"))
        let silent = try await run(.init(tells: false), timeout: 1, on: captured)
        #expect(!silent.isAsExpected && silent.missingNotices == 2)
        #expect(captured.text.hasSuffix("Not as expected:\n  2 scan(s) have no notice"))
    }

    @Test(
        "NUT-03: the meal is printed with what the plan shows of its totals", arguments: [78.0, 79])
    func meal(energy: Double) async throws {
        let captured = CapturedConsole()
        let meal = DemoMeal(
            name: "Lunch", items: [.init(name: "apple", grams: 150), .init(name: "stew", grams: 250)],
            expected: .init(energyKcal: energy, reported: 1, of: 2))
        let report = try await StubGateway.with { url, _ in
            try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                let account = try await GatewayAccount.register(
                    prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                let demonstration = Demonstration(client: client, profile: Self.profile, labels: [], meal: meal)
                return try await demonstration.run(as: account) { _ in }
            }
        }
        DemoPrinter(console: captured.console).show(try #require(report.meal))
        #expect(report.isAsExpected == (energy == 78))
        #expect(captured.text.contains("apple               150 g     78 kcal"))
        #expect(captured.text.contains("stew                250 g     not known"))
        #expect(captured.text.contains("78 kcal (1 of 2)  nutrients with pro"))
        #expect(
            captured.text.contains("unexpected: meal: expected 79 kcal, 1 of 2, got 78 kcal, 1 of 2") == (energy == 79))
    }
}
