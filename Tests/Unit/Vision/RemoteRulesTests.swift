import ChatModels
import EventContracts
import Foundation
import ServiceRuntime
import Testing

@testable import VisionService

@Suite("Remote model policy")
struct RemoteRulesTests {
    private func consents(_ version: Int64, _ purposes: ConsentPurpose...) -> CommandConsents {
        CommandConsents(version: version, allowed: purposes.map(\.rawValue))
    }

    @Test("GW-22, GW-49, C26: no consent by default; abroad needs a separate one")
    func permission() {
        let yes = consents(3, .processing, .remoteRecognition), no = consents(4, .processing)
        let abroad = consents(5, .processing, .remoteRecognition, .recognitionOutsideCanada)
        let cases: [(CommandConsents?, CommandConsents?, Bool, RemotePermission)] = [
            (nil, nil, true, .refused), (yes, nil, true, .granted), (nil, yes, true, .granted),
            (yes, no, true, .refused), (no, yes, true, .refused), (yes, nil, false, .refusedAbroad),
            (yes, abroad, false, .granted), (abroad, yes, false, .granted), (abroad, nil, true, .granted),
            (consents(6, .remoteRecognition), nil, true, .refused),
            (consents(6, .processing, .recognitionOutsideCanada), nil, false, .refused),
            (abroad, consents(6, .processing, .remoteRecognition), false, .refusedAbroad),
        ]
        for (ordered, published, isInCanada, permission) in cases {
            #expect(RemotePermission(ordered: ordered, published: published, isInCanada: isInCanada) == permission)
        }
    }

    @Test("remote model: called for unnamed food or always, for usable photos")
    func needed() {
        func sight(_ labels: [String], _ light: PhotoLight = .unjudged) -> FoodPrediction {
            FoodPrediction(
                foods: labels.map {
                    .init(
                        label: $0, score: 0.9, box: [0, 0, 1, 1], mass: .init(logarithm: 5, spread: 0.5),
                        method: .usual,
                        embedding: [])
                }, light: light, predictor: Predictor(name: "t", version: "1"))
        }
        let dark = PhotoLight(brightness: 0.01, sharpness: 20), blurred = PhotoLight(brightness: 0.5, sharpness: 1)
        #expect(SecondOpinion.reasonNotToAsk(about: sight(["apple"]), .unnamed) == .named)
        #expect(SecondOpinion.reasonNotToAsk(about: sight(["apple", "other food"]), .unnamed) == nil)
        #expect(SecondOpinion.reasonNotToAsk(about: sight([]), .unnamed) == nil)
        for use in RemoteModelSettings.Use.allCases {
            #expect(SecondOpinion.reasonNotToAsk(about: sight([], dark), use) == .tooDark)
            #expect(SecondOpinion.reasonNotToAsk(about: sight([], blurred), use) == .tooDark)
            #expect((SecondOpinion.reasonNotToAsk(about: sight(["apple"]), use) == nil) == (use != .unnamed))
        }
    }

    @Test("remote model: paused after three failures, probed, then trusted")
    func breaker() {
        var breaker = RemoteBreaker(), now = ContinuousClock.now
        for _ in 0..<2 { breaker.fail(at: now) }
        let beforeThird = breaker.isClosed
        breaker.fail(at: now)
        let isLet = breaker.letsThrough(at: now), retries = breaker.takeRetry()
        #expect(beforeThird && !breaker.isClosed && !breaker.wouldLet(at: now) && !isLet)
        #expect(!retries, "nothing is tried again meanwhile")
        now += RemoteBreaker.pause
        let first = breaker.letsThrough(at: now), second = breaker.letsThrough(at: now)
        #expect(first && !second)
        breaker.fail(at: now)
        #expect(!breaker.wouldLet(at: now + .seconds(29)))
        let probe = breaker.letsThrough(at: now + .seconds(31))
        breaker.succeed()
        #expect(probe && breaker.isClosed && breaker.wouldLet(at: now))
    }

    @Test("remote model: Retry-After up to ten minutes; retries are limited")
    func asked() {
        let now = ContinuousClock.now
        var breaker = RemoteBreaker()
        breaker.fail(at: now, asked: .seconds(90))
        #expect(!breaker.wouldLet(at: now + .seconds(89)) && breaker.wouldLet(at: now + .seconds(90)))
        breaker.fail(at: now, asked: .seconds(86_400))
        #expect(breaker.wouldLet(at: now + RemoteBreaker.maxPause))
        var saver = RemoteBreaker()
        var taken = 0
        while saver.takeRetry() { taken += 1 }
        #expect(taken == 5)
        for _ in 0..<11 { _ = saver.letsThrough(at: now) }
        let again = saver.takeRetry(), oneMore = saver.takeRetry()
        #expect(again && !oneMore, "ten calls allow one retry")
    }
}

@Suite("Remote model configuration")
struct RemoteConfigurationTests {
    private static let server = [
        "FOOD_REMOTE_URL": "https://models.example/v1", "FOOD_REMOTE_MODEL": "qwen-vl",
        "FOOD_REMOTE_REGION": "ca-central-1",
    ]

    private func read(
        _ values: [String: String], workers: Int = 2
    ) -> (settings: RemoteModelSettings?, problems: [ConfigurationError.Problem]) {
        var reader = EnvironmentReader(values)
        let settings = RemoteModelSettings(from: &reader, workers: workers)
        do throws(ConfigurationError) {
            try reader.finish()
            return (settings, [])
        } catch {
            return (settings, error.problems)
        }
    }

    @Test(
        "VIS-15: remote model: off by default; then one call of four seconds"
    )
    func defaults() throws {
        #expect(read([:]).settings == nil && read([:]).problems.isEmpty)
        let settings = try #require(read(Self.server).settings)
        #expect(
            settings
                == RemoteModelSettings(
                    ChatServerSettings(
                        url: "https://models.example/v1", model: "qwen-vl", region: "ca-central-1",
                        timeout: .seconds(4))))
        #expect(settings.use == .unnamed && settings.calls == 1)
        let other = read(
            Self.server.merging([
                "FOOD_REMOTE_KEY": "sk-1", "FOOD_REMOTE_USE": "shadow", "FOOD_REMOTE_TIMEOUT_SECONDS": "15",
                "FOOD_REMOTE_CALLS": "8",
            ]) { $1 })
        #expect(other.settings?.use == .shadow && other.settings?.server.key == "sk-1" && other.problems.isEmpty)
    }

    @Test(
        "OPS-04, C26: a model abroad stops the start unless allowed",
        arguments: [
            ("ca-central-1", "", true), ("canadacentral", "", true), ("us-east-1", "", false), ("", "", false),
            ("us-east-1", "us-east-1", true),
        ])
    func region(_ region: String, _ allowed: String, _ isTaken: Bool) {
        let (settings, problems) = read(
            Self.server.merging(["FOOD_REMOTE_REGION": region, "REGIONS_OUTSIDE_CANADA": allowed]) { $1 })
        #expect(problems.isEmpty == isTaken)
        #expect(problems.allSatisfy { $0.key == "FOOD_REMOTE_REGION" })
        if isTaken { #expect(settings?.server.isInCanada == allowed.isEmpty) }
    }

    @Test("remote model settings: every problem is listed, without the key")
    func problems() {
        let (_, problems) = read([
            "FOOD_REMOTE_URL": "http://models.example/v1", "FOOD_REMOTE_MODEL": "a \"b\"", "FOOD_REMOTE_KEY": "se cret",
            "FOOD_REMOTE_REGION": "us-east-1", "FOOD_REMOTE_USE": "sometimes", "FOOD_REMOTE_TIMEOUT_SECONDS": "60",
            "FOOD_REMOTE_CALLS": "2",
        ])
        #expect(
            Set(problems.map(\.key)) == [
                "FOOD_REMOTE_URL", "FOOD_REMOTE_MODEL", "FOOD_REMOTE_KEY", "FOOD_REMOTE_REGION", "FOOD_REMOTE_USE",
                "FOOD_REMOTE_TIMEOUT_SECONDS", "FOOD_REMOTE_CALLS",
            ])
        #expect(!"\(problems)".contains("se cret"))
        #expect(read(["FOOD_REMOTE_MODEL": "m"]).problems.map(\.key) == ["FOOD_REMOTE_URL"])
        #expect(
            read(["FOOD_REMOTE_URL": "http://127.0.0.1:11434/v1"]).problems.map(\.key) == [
                "FOOD_REMOTE_MODEL", "FOOD_REMOTE_REGION",
            ])
        #expect(read(Self.server, workers: 1).problems.map(\.key) == ["FOOD_REMOTE_CALLS"], "labels would wait for it")
    }
}
