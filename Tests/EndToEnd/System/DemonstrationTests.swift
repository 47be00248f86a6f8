import Foundation
import TestPeers
import TestSupport
import Testing

@testable import ControlService

extension Programs.EndToEnd {
    /// The output of the demo that `deploy/run` starts, with the real programs; the models come from `deploy/models`.
    @Suite("Demonstration", .timeLimit(.minutes(10)))
    struct DemonstrationTests {
        @Test("VIS-01, VIS-17, C17: every demo input gets its result and notice")
        func asExpected() async throws {
            let samples = try DemoSamples.shipped(), labels = try samples.labels()
            try await withBackbone { stack in
                try await stack.service("vision").waitUntilReady()
                let url = try #require(URL(string: stack.gateway.http.baseURL))
                let report = try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                    let account = try await GatewayAccount.register(
                        prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                    let demonstration = Demonstration(
                        client: client, profile: samples.profile, labels: labels, meal: samples.meal,
                        plate: samples.plate,
                        receipt: samples.receipt)
                    return try await demonstration.run(as: account) { _ in }
                }
                #expect(report.outcomes.map(\.title) == labels.map(\.title))
                for outcome in report.outcomes { #expect(outcome.differences.isEmpty, "\(outcome.title)") }
                #expect(report.missingNotices == 0)
                #expect(report.meal?.differences == [] && report.plate?.differences == [])
                #expect(try #require(report.receipt).differences.isEmpty)
            }
        }
    }
}
