import Crypto
import Foundation
import NotificationChannels
import Outbound
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Browser push messages", .timeLimit(.minutes(10)))
struct WebPushTests {
    private static func bytes(_ text: String) -> [UInt8] { Base64URL.decode(text) ?? [] }

    @Test("web push: the example of RFC 8291 appendix A is reproduced")
    func example() throws {
        let subscription = try #require(
            PushSubscription(
                endpoint: "https://push.example.net/",
                key: Self.bytes(
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
                secret: Self.bytes("BTBZMqHH6r4Tts7J_aSIgg")))
        let ephemeral = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = try WebPushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: subscription, ephemeral: ephemeral,
            salt: Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.encode(body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test("web push: invalid keys and messages too long are rejected")
    func refusals() throws {
        let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        let secret = [UInt8](repeating: 7, count: 16)
        #expect(PushSubscription(endpoint: "e", key: key, secret: Array(secret.dropLast())) == nil)
        #expect(PushSubscription(endpoint: "e", key: [4] + [UInt8](repeating: 1, count: 64), secret: secret) == nil)
        let subscription = try #require(PushSubscription(endpoint: "e", key: key, secret: secret))
        let longest = [UInt8](repeating: 65, count: WebPushEncryption.maxMessageSize)
        #expect(try WebPushEncryption.encrypt(longest, for: subscription).count == WebPushEncryption.recordSize)
        #expect(throws: WebPushEncryption.TooLong.self) {
            try WebPushEncryption.encrypt(longest + [65], for: subscription)
        }
    }

    @Test("web push: a browser decrypts it; VAPID names the sender (RFC 8292)")
    func delivery() async throws {
        let signing = P256.Signing.PrivateKey(), browser = PushBrowser()
        let vapid = try VAPID(key: Array(signing.rawRepresentation), contact: "mailto:ops@food.test")
        try await HTTPPeer.with { peer in
            let sender = ChannelSender(mail: nil, vapid: vapid, neighbors: PeerAddresses.loopback)
            let subscription = try browser.subscription("http://127.0.0.1:\(peer.port)/push/1")
            var message = Messages.alert
            message.body = String(repeating: "很长的文字 ", count: 2_000)
            #expect(await sender.send(message, to: .webPush(subscription), at: .now) == .accepted(proof: "201"))
            let call = try #require(peer.calls.first)
            #expect(call.path == "/push/1" && call["Content-Encoding"] == "aes128gcm")
            #expect(call["Urgency"] == "high" && call["TTL"] == "86400" && call["Topic"] == "notice-1")
            let published = try browser.open(call.body)
            #expect(published["title"] as? String == message.title && published["link"] as? String == message.link)
            let body = try #require(published["body"] as? String)
            #expect(body.hasSuffix("…") && message.body.hasPrefix(body.dropLast()) && body.count > 500)
            let field = try #require(call["Authorization"])
            try verify(field, by: signing.publicKey, audience: "http://127.0.0.1:\(peer.port)")
            // The same message again: another key and another salt.
            _ = await sender.send(message, to: .webPush(subscription), at: .now)
            #expect(peer.calls.count == 2 && peer.calls[0].body != peer.calls[1].body)
        }
    }

    @Test("web push: an expired subscription differs from a busy service")
    func outcomes() async throws {
        let vapid = try VAPID(key: Array(P256.Signing.PrivateKey().rawRepresentation), contact: "mailto:o@food.test")
        try await HTTPPeer.with { peer in
            let sender = ChannelSender(mail: nil, vapid: vapid, neighbors: PeerAddresses.loopback)
            let subscription = try PushBrowser().subscription("http://127.0.0.1:\(peer.port)/push/1")
            let cases: [(Int, [String: String], DeliveryOutcome)] = [
                (410, [:], .gone), (404, [:], .gone), (413, [:], .refused("status 413")),
                (429, ["Retry-After": "120"], .later(after: .seconds(120), "status 429")),
                (503, [:], .later(after: nil, "status 503")),
                (307, ["Location": "http://127.0.0.1:\(peer.port)/other"], .refused("status 307")),
            ]
            for (status, headers, outcome) in cases {
                peer.answer(status, headers)
                #expect(await sender.send(Messages.alert, to: .webPush(subscription), at: .now) == outcome)
            }
            #expect(peer.calls.allSatisfy { $0.path == "/push/1" })
        }
    }

    private func verify(_ field: String, by key: P256.Signing.PublicKey, audience: String) throws {
        let parts = field.dropFirst("vapid ".count).components(separatedBy: ", ")
        let token = try #require(parts.first { $0.hasPrefix("t=") }).dropFirst(2).split(separator: ".")
        #expect(parts.contains("k=\(Base64URL.encode(key.x963Representation))"))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Self.bytes(String(token[2])))
        #expect(key.isValidSignature(signature, for: Array("\(token[0]).\(token[1])".utf8)))
        let claims = try #require(
            try JSONSerialization.jsonObject(with: Data(Self.bytes(String(token[1])))) as? [String: Any])
        #expect(claims["aud"] as? String == audience && claims["sub"] as? String == "mailto:ops@food.test")
        let end = try #require(claims["exp"] as? Double)
        #expect(end > Date.now.timeIntervalSince1970 && end <= Date.now.timeIntervalSince1970 + 86_400)
    }
}

/// The loopback range, where tests' peers listen.
enum PeerAddresses {
    static let loopback = ["127.0.0.0/8"].compactMap(AddressRange.init)
}

extension PushBrowser {
    func subscription(_ endpoint: String) throws -> PushSubscription {
        try #require(PushSubscription(endpoint: endpoint, key: publicKey, secret: secret))
    }
}
