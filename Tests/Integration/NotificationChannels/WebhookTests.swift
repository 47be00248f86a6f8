import Crypto
import Foundation
import NotificationChannels
import Outbound
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Webhooks, chat rooms and ntfy", .timeLimit(.minutes(10)))
struct WebhookTests {
    private let sender = ChannelSender(mail: nil, vapid: nil, neighbors: PeerAddresses.loopback)

    private func url(_ peer: HTTPPeer, _ path: String) throws -> TargetURL {
        try #require(TargetURL("http://127.0.0.1:\(peer.port)\(path)", allowsPlain: true))
    }

    @Test("webhook: the signature matches the Standard Webhooks example")
    func signature() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let headers = secret.headers(
            for: Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            at: Date(timeIntervalSince1970: 1_614_265_330))
        #expect(headers.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(headers[2].value == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(WebhookSecret(WebhookSecret().text) != nil && WebhookSecret("whsec_AAAA") == nil)
    }

    @Test("webhook: a receiver verifies the sender and deduplicates by id")
    func webhook() async throws {
        try await HTTPPeer.with { peer in
            let secret = WebhookSecret(), target = ChannelTarget.webhook(try url(peer, "/hook"), secret)
            peer.answer(500)
            #expect(await sender.send(Messages.alert, to: target, at: .now) == .later(after: nil, "status 500"))
            peer.answer(200)
            #expect(await sender.send(Messages.alert, to: target, at: .now) == .accepted(proof: "200"))
            let calls = peer.calls
            #expect(calls.count == 2 && Set(calls.compactMap { $0["webhook-id"] }).count == 1)
            let call = try #require(calls.last), key = String(secret.text.dropFirst("whsec_".count))
            let signed = "\(call["webhook-id"] ?? "").\(call["webhook-timestamp"] ?? "")."
            let code = HMAC<SHA256>.authenticationCode(
                for: Array(signed.utf8) + call.body,
                using: SymmetricKey(data: try #require(Data(base64Encoded: key))))
            #expect(call["webhook-signature"] == "v1,\(Data(code).base64EncodedString())")
            let body = try #require(try JSONSerialization.jsonObject(with: Data(call.body)) as? [String: Any])
            #expect(body["type"] as? String == "notice" && body["timestamp"] as? String == "2023-11-14T22:13:20Z")
            let data = try #require(body["data"] as? [String: Any])
            #expect(data["title"] as? String == Messages.alert.title && data["urgent"] as? Bool == true)
        }
    }

    @Test("chat room: gets its own format, with mentions disabled")
    func chat() async throws {
        try await HTTPPeer.with { peer in
            peer.answer(204)
            var message = Messages.alert
            message.body = "@everyone " + String(repeating: "x", count: 5_000)
            let outcome = await sender.send(message, to: .chat(try url(peer, "/api/webhooks/1/t")), at: .now)
            #expect(outcome == .accepted(proof: "204"))
            let call = try #require(peer.calls.first)
            let body = try #require(try JSONSerialization.jsonObject(with: Data(call.body)) as? [String: Any])
            let content = try #require(body["content"] as? String)
            #expect(content.hasPrefix("**Contains: peanuts**\n@everyone") && content.count == 2_000)
            #expect((body["allowed_mentions"] as? [String: [String]]) == ["parse": []])
        }
    }

    @Test("ntfy: has the topic in the body, and alerts at highest priority")
    func ntfy() async throws {
        try await HTTPPeer.with { peer in
            peer.answer(200)
            let topic = try url(peer, "/my-topic_1")
            #expect(await sender.send(Messages.alert, to: .ntfy(topic), at: .now) == .accepted(proof: "200"))
            var message = Messages.alert
            message.isUrgent = false
            _ = await sender.send(message, to: .ntfy(topic), at: .now)
            let bodies = try peer.calls.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any])
            }
            #expect(peer.calls.allSatisfy { $0.path == "/" })
            #expect(bodies.map { $0["priority"] as? Int } == [5, 3])
            #expect(bodies[0]["topic"] as? String == "my-topic_1" && bodies[0]["click"] as? String == message.link)
            #expect(await sender.send(message, to: .ntfy(try url(peer, "/a/b")), at: .now) == .refused("no topic"))
        }
    }

    @Test(
        "channels: private networks are refused as targets, also by DNS",
        arguments: ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"])
    func ownNetworks(host: String) async throws {
        let stranger = ChannelSender(mail: nil, vapid: nil)
        try await HTTPPeer.with { peer in
            let url = try #require(TargetURL("http://\(host):\(peer.port)/hook", allowsPlain: true))
            let outcome = await stranger.send(Messages.alert, to: .chat(url), at: .now)
            // A machine without IPv6 cannot try its addresses.
            #expect(
                outcome == .refused("the address may not be reached")
                    || host.hasPrefix("[") && outcome == .later(after: nil, "not reachable"))
            #expect(peer.calls.isEmpty)
        }
    }

    @Test("channel: a failing server is paused after 5 attempts, then probed")
    func breaker() async throws {
        try await HTTPPeer.with { peer in
            peer.answer(503)
            let target = ChannelTarget.chat(try url(peer, "/hook")), start = Date(timeIntervalSince1970: 1_700_000_000)
            for _ in 0..<8 { _ = await sender.send(Messages.alert, to: target, at: start) }
            #expect(peer.calls.count == 5)
            peer.answer(204)
            let early = await sender.send(Messages.alert, to: target, at: start + 29)
            #expect(early == .leftAlone(for: .seconds(30)) && peer.calls.count == 5)
            for _ in 0..<2 {
                #expect(await sender.send(Messages.alert, to: target, at: start + 31) == .accepted(proof: "204"))
            }
            #expect(peer.calls.count == 7)
        }
    }
}
