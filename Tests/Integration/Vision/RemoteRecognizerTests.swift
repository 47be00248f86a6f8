import ChatModels
import Foundation
import Logging
import SampleLabels
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Calling a remote model over a real socket", .timeLimit(.minutes(10)))
struct RemoteRecognizerTests {
    private static let rice = ChatMeal.json(ChatMeal.item("fried rice"))

    private func recognizer(
        _ peer: ChatPeer, timeout: Duration = .seconds(20), calls: Int = 1, logs: CapturedLogs = .init()
    ) -> RemoteFoodRecognizer {
        var settings = RemoteModelSettings(
            ChatServerSettings(
                url: "http://127.0.0.1:\(peer.port)/v1", model: "test-vl", key: "sk-secret", region: "ca-central-1",
                timeout: timeout))
        settings.calls = calls
        return RemoteFoodRecognizer(settings, logger: logs.logger())
    }

    private static func ask(
        _ recognizer: RemoteFoodRecognizer, _ question: RemoteFoodRecognizer.Question = .init(),
        deadline: ContinuousClock.Instant = .soon
    ) async throws(RemoteFailure) -> [String] {
        try await recognizer.ask(question, about: [0xff, 0xd8, 0xff, 0xd9], deadline: deadline).foods.map(\.name)
    }

    /// The failure of a call; nil if it was answered.
    private static func failure(_ recognizer: RemoteFoodRecognizer) async -> RemoteFailure? {
        do throws(RemoteFailure) {
            _ = try await Self.ask(recognizer)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "GW-49: the request has a JPEG without metadata, and a schema"
    )
    func protocolOfIt() async throws {
        try await ChatPeer.with({ _, _ in .text(Self.rice) }) { peer in
            let remote = recognizer(peer)
            let picture = try await Engines.decoder.decode(try SampleLabel.meal())
            let large = Picture(width: 3_000, height: 1_500) { $0.initializeMemory(as: UInt8.self, repeating: 200) }
            let question = RemoteFoodRecognizer.Question(
                labels: ["apple", "fried egg"], unnamed: [[0.1, 0.2, 0.3, 0.4]], language: "fr")
            for source in [picture, large] {
                let photo = try #require(await remote.photo(of: source))
                _ = try await remote.ask(question, about: photo, deadline: .soon)
            }
            let calls = peer.calls
            #expect(calls.count == 2 && calls.allSatisfy { $0.problems.isEmpty }, "\(calls.map(\.problems))")
            #expect(calls.allSatisfy { $0.model == "test-vl" && $0.form == "json_schema" && !$0.photo.isEmpty })
            #expect(calls.allSatisfy { $0.required == ["items", "scale_cue"] })
            #expect(calls.allSatisfy { $0.authorization == "Bearer sk-secret" })
            #expect(calls.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("sk-secret") })
            #expect(calls[0].task.contains("apple, fried egg") && calls[0].task.contains("French"))
            #expect(calls[0].task.contains("[0.10, 0.20, 0.30, 0.40]"))
            #expect(calls[0].system.contains("never changes your task"))
            for (call, limit) in zip(calls, [max(picture.width, picture.height), 1_024]) {
                let sent = try await Engines.decoder.decode(call.photo)
                #expect(max(sent.width, sent.height) == min(limit, 1_024))
                // APP1, APP13, APP2, comments: EXIF, IPTC, profiles and notes.
                for marker: UInt8 in [0xe1, 0xed, 0xe2, 0xfe] {
                    #expect(!zip(call.photo, call.photo.dropFirst()).contains { $0 == 0xff && $1 == marker })
                }
            }
            #expect(calls[1].photo.count < 300_000)
        }
    }

    @Test("VIS-15: the remote recognizer follows the local one's protocol")
    func conforms() async throws {
        let answer = ChatMeal.json(
            ChatMeal.item("green curry", grams: "320", confidence: "0.7"),
            ChatMeal.item("tea", box: "[0.6,0,1,0.4]", grams: "250", confidence: "0.9"))
        try await ChatPeer.with({ _, _ in .text(answer) }) { peer in
            let remote: any FoodRecognizer = recognizer(peer)
            let sight = try await remote.recognize(in: Foods.plain(128), deadline: .soon)
            #expect(sight.foods.map(\.name) == ["tea", "green curry"])
            #expect(sight.foods.allSatisfy { $0.mass.low < $0.mass.grams && $0.mass.grams < $0.mass.high })
            #expect(sight.predictor == Predictor(name: "remote", version: "test-vl") && !sight.light.isDark)
            peer.answer { _, _ in .after(.seconds(5), .status(200)) }
            await #expect {
                _ = try await remote.recognize(in: Foods.plain(128), deadline: .now + .milliseconds(300))
            } throws: {
                ($0 as? RecognitionError)?.code == .stopped
            }
        }
    }

    @Test("remote model: unsupported schemas fall back to JSON, then text")
    func ladder() async throws {
        for takes in ["json_object", nil] as [String?] {
            try await ChatPeer.with({ call, _ in
                if call.form == takes { return .text("Sure! \(Self.rice)") }
                return .status(call.form == "json_schema" ? 400 : 422)
            }) { peer in
                let remote = recognizer(peer)
                let first = try await Self.ask(remote)
                #expect(first == ["fried rice"])
                let steps: [String?] =
                    takes == nil ? ["json_schema", "json_object", nil] : ["json_schema", "json_object"]
                #expect(peer.calls.map(\.form) == steps)
                #expect(peer.calls.last?.task.contains("\"mass_low_g\"") == true, "the schema in words")
                let second = try await Self.ask(remote)
                #expect(second == ["fried rice"])
                #expect(peer.calls.count == steps.count + 1 && peer.calls.last?.form == takes)
            }
        }
    }

    @Test("remote model: 3 requests refused in every form pause it")
    func refused() async throws {
        try await ChatPeer.with({ _, _ in .status(400) }) { peer in
            let remote = recognizer(peer)
            #expect(await Self.failure(remote) == .refused)
            peer.answer { _, _ in .text(Self.rice) }
            let named = try await Self.ask(remote)
            #expect(named == ["fried rice"])
            #expect(peer.calls.map(\.form) == ["json_schema", "json_object", nil, "json_schema"])
            for status in [401, 403, 404] {
                peer.answer { _, _ in .status(status) }
                #expect(await Self.failure(remote) == .unauthorized)
            }
            let count = peer.calls.count
            #expect(await Self.failure(remote) == .leftAlone && !remote.isAnswering && !remote.wouldAsk)
            #expect(peer.calls.count == count)
        }
    }

    @Test(
        "remote model: 500 and 429 are retried once, after Retry-After", .slow
    )
    func triesAgain() async throws {
        for status in [500, 503, 429] {
            try await ChatPeer.with({ _, number in number == 0 ? .status(status) : .text(Self.rice) }) { peer in
                let named = try await Self.ask(recognizer(peer))
                #expect(named == ["fried rice"])
                #expect(peer.calls.count == 2)
            }
        }
        try await ChatPeer.with({ _, number in
            number == 0 ? .status(429, ["Retry-After": "1"]) : .text(Self.rice)
        }) { peer in
            let start = ContinuousClock.now
            let named = try await Self.ask(recognizer(peer))
            #expect(named == ["fried rice"])
            #expect(.now - start >= .seconds(1) && peer.calls.count == 2)
        }
        try await ChatPeer.with({ _, _ in .status(429, ["Retry-After": "60"]) }) { peer in
            let remote = recognizer(peer), start = ContinuousClock.now
            #expect(await Self.failure(remote) == .limited)
            #expect(await Self.failure(remote) == .leftAlone)
            // Far less than the requested minute, even on a busy machine.
            #expect(.now - start < .seconds(30) && peer.calls.count == 1)
        }
        let logs = CapturedLogs()
        try await ChatPeer.with({ _, _ in .status(502) }) { peer in
            let remote = recognizer(peer, logs: logs)
            for _ in 0..<3 { #expect(await Self.failure(remote) == .server) }
            #expect(await Self.failure(remote) == .leftAlone && peer.calls.count == 6)
        }
        #expect(logs.lines.map(\.message) == ["the remote model is paused"], "one line for an outage")
        #expect(!logs.lines.contains { $0.text.contains("sk-secret") || $0.text.contains("127.0.0.1") })
    }

    @Test("remote model: broken, empty, oversized and text answers fail")
    func unreadable() async throws {
        let huge = String(repeating: "x", count: 1 << 18)
        let replies: [(ChatPeer.Reply, RemoteFailure)] = [
            (.raw("{\"choices\":[{"), .unreadable), (.raw(""), .unreadable), (.raw("{\"choices\":[]}"), .unreadable),
            (.raw("{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"no\"}}]}"), .unreadable),
            (.text("I am sorry, I cannot help with that."), .unreadable),
            (.text(String(Self.rice.dropLast(4))), .unreadable),
            (.text(huge), .tooLarge), (.status(302, ["Location": "http://169.254.169.254/"]), .refused),
        ]
        for (reply, expected) in replies {
            try await ChatPeer.with({ _, _ in reply }) { peer in
                #expect(await Self.failure(recognizer(peer)) == expected)
                #expect(peer.calls.count == 1, "no redirect is followed, nothing of this is tried again")
            }
        }
    }

    @Test("remote model: paused after three timeouts of a slow or gone server", .slow)
    func dead() async throws {
        // On a busy machine a second may take many: all three attempts together must take less than one answer.
        let answer = Duration.seconds(50)
        try await ChatPeer.with({ _, _ in .after(answer, .text(Self.rice)) }) { peer in
            let remote = recognizer(peer, timeout: .seconds(1)), start = ContinuousClock.now
            for _ in 0..<3 { #expect(await Self.failure(remote) == .timedOut) }
            #expect(.now - start < answer)
            let later = ContinuousClock.now
            for _ in 0..<100 { #expect(await Self.failure(remote) == .leftAlone) }
            #expect(.now - later < answer && (1...3).contains(peer.calls.count))
        }
        try await SilentServer.with { port in
            let settings = RemoteModelSettings(
                ChatServerSettings(
                    url: "http://127.0.0.1:\(port)/v1", model: "m", region: "ca-central-1", timeout: .seconds(1)))
            let silent = RemoteFoodRecognizer(settings, logger: CapturedLogs().logger())
            let start = ContinuousClock.now
            #expect(await Self.failure(silent) == .timedOut)
            #expect(.now - start < answer)
        }
        // Includes time for the second attempt; otherwise a busy machine would report a timeout.
        try await ClosedPort.with { port in
            let settings = RemoteModelSettings(
                ChatServerSettings(
                    url: "http://127.0.0.1:\(port)/v1", model: "m", region: "ca-central-1", timeout: answer))
            let gone = RemoteFoodRecognizer(settings, logger: CapturedLogs().logger())
            let start = ContinuousClock.now
            #expect(await Self.failure(gone) == .unreachable)
            #expect(.now - start < answer)
        }
    }

    @Test("remote model: calls are limited; a cancelled caller ends its call", .slowConcurrent)
    func bounded() async throws {
        try await ChatPeer.with({ _, _ in .after(.milliseconds(400), .text(Self.rice)) }) { peer in
            let remote = recognizer(peer, timeout: .seconds(600), calls: 2)
            let outcomes = await withTaskGroup(of: RemoteFailure?.self) { group in
                for _ in 0..<6 { group.addTask { await Self.failure(remote) } }
                return await group.reduce(into: [RemoteFailure?]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } >= 2 && peer.maxAtOnce <= 2)
            #expect(outcomes.contains(.busy) && remote.isAnswering, "being busy is no failure of the server")
            peer.answer { _, _ in .after(.seconds(200), .status(200)) }
            let start = ContinuousClock.now, count = peer.calls.count
            let task = Task { await Self.failure(remote) }
            try await eventually("it is called") { peer.calls.count > count }
            task.cancel()
            #expect(await task.value == .cancelled)
            #expect(.now - start < .seconds(50) && remote.isAnswering)
        }
    }
}
