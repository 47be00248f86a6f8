import AllergenService
import EventContracts
import Foundation
import SampleLabels
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@testable import ControlService

@Suite("Synthetic people") struct DemoPeopleTests {
    @Test("synthetic people: created only if ENVIRONMENT is test", arguments: [nil, "", "production", "Test"])
    func environment(name: String?) throws {
        let reader = EnvironmentReader(name.map { ["ENVIRONMENT": $0] } ?? [:])
        #expect(throws: ControlFailure.self) { try DemoPeopleCommand.requireTestEnvironment(reader) }
        try DemoPeopleCommand.requireTestEnvironment(EnvironmentReader(["ENVIRONMENT": "test"]))
    }

    @Test(
        "synthetic people: created if services run on this machine",
        arguments: ["127.0.0.1", "127.9.8.7", "::1", "[::1]", "Localhost"])
    func loopback(host: String) throws {
        try DemoPeopleCommand.requireLoopback(host, of: "it")
    }

    @Test(
        "synthetic people: not created on another machine",
        arguments: ["", "10.0.0.1", "127.0.0.1.example.org", "127.0.0", "127.0.0.1,10.0.0.1", "db.example.org", "/tmp"])
    func elsewhere(host: String) {
        #expect(throws: ControlFailure.self) { try DemoPeopleCommand.requireLoopback(host, of: "it") }
    }
}

@Suite("Demo samples")
struct DemoTests {
    private func scan(
        _ verdict: Verdict, contains: [AllergenChoice] = [], mayContain: [AllergenChoice] = []
    ) -> GatewayModels.LabelScan {
        func findings(_ codes: [AllergenChoice]) -> [GatewayModels.Finding] {
            codes.map { .init(allergen: $0, otherIngredient: nil, evidence: [.init(text: $0.rawValue, rule: "r")]) }
        }
        return .init(
            id: "1", verdict: verdict, complete: true, language: "en", text: nil, advice: nil,
            contains: findings(contains), mayContain: findings(mayContain), unknown: nil)
    }

    @Test("samples: every language has at least one")
    func languages() throws {
        #expect(Set(try DemoSamples.shipped().samples.map(\.language)) == ["en", "fr", "es", "zh"])
    }

    @Test("demo photos: one per language, with the verdict of their text")
    func photos() throws {
        let samples = try DemoSamples.shipped(), avoided = samples.profile.allergens
        let printed = Dictionary(uniqueKeysWithValues: try SampleLabel.all().map { ($0.file, $0) })
        #expect(Set(samples.photos.compactMap { printed[$0.photo]?.language }) == ["en", "fr", "es", "zh"])
        for photo in samples.photos {
            let label = try #require(printed[photo.photo], "\(photo.photo)")
            guard photo.expected.verdict != .couldNotRead else { continue }
            #expect(
                photo.expected.contains == avoided.filter { label.contains.contains($0.rawValue) }, "\(photo.photo)")
            #expect(
                Set(photo.expected.mayContain) == Set(avoided.filter { label.mayContain.contains($0.rawValue) }),
                "\(photo.photo)")
        }
        #expect(Set(samples.photos.map(\.expected.verdict)) == Set(Verdict.allCases))
        #expect(try samples.labels().count == samples.samples.count + samples.photos.count)
    }

    @Test("demo samples: a missing or invalid file is rejected with advice")
    func foreignFiles() throws {
        func refusal(_ make: () throws -> DemoPhoto) -> String? {
            do {
                _ = try make()
                return nil
            } catch let ControlFailure.usage(text) {
                return text
            } catch {
                return "\(error)"
            }
        }
        let missing = refusal { try DemoPhoto(file: "/nowhere/label.jpg") }
        #expect(missing == "/nowhere/label.jpg: this file does not exist")
        let foreign = refusal { try DemoPhoto(Array("%PDF-1.7".utf8), name: "a.pdf") }
        #expect(foreign?.contains("not a JPEG, PNG or WebP") == true)
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 12)
        #expect(refusal { try DemoPhoto(heic, name: "a.heic") }?.contains("HEIC photos are not supported") == true)
        let photo = try DemoPhoto(SampleLabel.photo("clean-en.jpg"), name: "clean-en.jpg")
        #expect(photo.mediaType == "image/jpeg")
    }

    @Test("demo samples: the shipped lexicon gives each its expected verdict")
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

    @Test("demo samples: differences cover verdict, missing and extra findings")
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

    @Test("demo: no text says \"safe\"")
    func words() {
        for verdict in Verdict.allCases { #expect(!verdict.words.lowercased().contains("safe")) }
    }

    @Test("demo: an alert is shown with its delivery status")
    func deliveries() {
        let captured = CapturedConsole()
        let notice = GatewayModels.Notification(
            id: "n", urgency: .alert, title: "Contains milk", body: "b", language: "en", cause: "1",
            deliveries: [
                .init(channel: "webPush", state: "failed", at: "2026-01-15T12:00:00.000Z"),
                .init(channel: "email", state: "sent", proof: "250", at: "2026-01-15T12:00:01.000Z"),
            ])
        DemoPrinter(console: captured.console).show([notice], missing: 0)
        #expect(
            captured.lines.suffix(2).map { $0.drop { $0 == " " } } == [
                "failed by webPush, 2026-01-15T12:00:00.000Z", "sent by email, 2026-01-15T12:00:01.000Z (250)",
            ])
    }

    @Test("demo: a scan without a notice is a failure")
    func missingNotice() {
        let outcome = Demonstration.Outcome(
            title: "t", language: "en", photo: nil, scan: scan(.notDetected), milliseconds: 1, differences: [])
        let notice = GatewayModels.Notification(
            id: "n", urgency: .notice, title: "", body: "", language: "en", cause: "1")
        #expect(Demonstration.Report(account: "a", outcomes: [outcome], notices: [notice]).isAsExpected)
        #expect(!Demonstration.Report(account: "a", outcomes: [outcome], notices: []).isAsExpected)
    }
}
