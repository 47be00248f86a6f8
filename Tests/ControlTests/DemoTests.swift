import AllergenService
import EventContracts
import Foundation
import TestSupport
import Testing

@testable import ControlService

@Suite("Demo samples")
struct DemoTests {
    private func scan(
        _ verdict: Verdict, contains: [AllergenChoice] = [], mayContain: [AllergenChoice] = []
    ) -> GatewayModels.LabelScan {
        func findings(_ codes: [AllergenChoice]) -> [GatewayModels.Finding] {
            codes.map { .init(allergen: $0, otherIngredient: nil, evidence: [.init(text: $0.rawValue, rule: "r")]) }
        }
        return .init(
            id: "1", verdict: verdict, complete: true, language: "en", contains: findings(contains),
            mayContain: findings(mayContain), unknown: nil)
    }

    @Test("there are some for each language")
    func languages() throws {
        #expect(Set(try DemoSamples.shipped().samples.map(\.language)) == ["en", "fr", "es", "zh"])
    }

    @Test("the shipped lexicon gives each sample the verdict that the demo expects")
    func verdicts() throws {
        let samples = try DemoSamples.shipped()
        let assess = AssessLabel(lexicon: try Lexicon.builtIn())
        let profile = AssessmentProfile(
            allergens: Set(samples.profile.allergens), traces: samples.profile.traces)
        for sample in samples.samples {
            let assessment = assess.decide(
                sample.text, language: LabelLanguage(rawValue: sample.language), profile: profile)
            #expect(assessment.verdict == sample.expected.verdict, "\(sample.title)")
            #expect(
                assessment.contains.map(\.subject) == sample.expected.contains.map { .allergen($0) },
                "\(sample.title)")
            #expect(
                assessment.mayContain.map(\.subject) == sample.expected.mayContain.map { .allergen($0) },
                "\(sample.title)")
        }
    }

    @Test("an answer differs by verdict, by what it lacks and by what it has too much")
    func differences() {
        let expected = DemoSamples.Expectation(verdict: .contains, contains: [.milk], mayContain: [.nuts])
        #expect(expected.differences(to: scan(.contains, contains: [.milk], mayContain: [.nuts])).isEmpty)
        #expect(
            expected.differences(to: scan(.notDetected)) == [
                "expected contains, got not detected", "contains: expected milk, got nothing",
                "may contain: expected nuts, got nothing",
            ])
        #expect(
            expected.differences(to: scan(.contains, contains: [.eggs, .milk], mayContain: [.nuts])) == [
                "contains: expected milk, got eggs, milk"
            ])
    }

    @Test("no verdict says safe, in any word of the demo")
    func words() {
        for verdict in Verdict.allCases { #expect(!verdict.words.lowercased().contains("safe")) }
    }

    @Test("a scan without a notice is not as expected")
    func missingNotice() {
        let outcome = Demonstration.Outcome(
            title: "t", language: "en", scan: scan(.notDetected), milliseconds: 1, differences: [])
        let notice = GatewayModels.Notification(
            id: "n", urgency: .notice, title: "", body: "", language: "en", cause: "1")
        #expect(Demonstration.Report(account: "a", outcomes: [outcome], notices: [notice]).isAsExpected)
        #expect(!Demonstration.Report(account: "a", outcomes: [outcome], notices: []).isAsExpected)
    }
}
