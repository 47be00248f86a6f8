import EventContracts
import Foundation
import Messaging
import NotificationChannels
import NotificationRules
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

@Suite("Notification preferences applied", .timeLimit(.minutes(10)))
struct PreferencesTests {
    private func addresses(_ scene: PushScene, _ secret: WebhookSecret) -> NotificationAddresses {
        let server = "http://127.0.0.1:\(scene.peer.port)"
        return NotificationAddresses(
            ntfy: server + "/topic", chat: server + "/room", webhook: server + "/hook", webhookSecret: secret.text)
    }

    @Test("NOT-11: preferences: an alert uses the chosen channels in order")
    func channels() async throws {
        try await PushScene.with { scene in
            let secret = WebhookSecret()
            try await scene.running {
                try await scene.prefer(
                    ["allergenAlert": ["webhook", "ntfy"]], addresses: addresses(scene, secret))
                // The topic was removed, and the browser was not chosen.
                scene.peer.answer(404, on: "/")
                try await scene.deliver(scan(of: scene.account, verdict: .contains, contains: [.milk]))
                try await scene.until("the webhook was told") { try await scene.deliveries("sent") == 1 }
                let calls = scene.peer.calls
                #expect(calls.map(\.path) == ["/", "/hook"])
                let published = try #require(
                    try JSONSerialization.jsonObject(with: Data(calls[0].body)) as? [String: Any])
                #expect(published["topic"] as? String == "topic" && published["priority"] as? Int == 5)
                #expect(published["title"] as? String == "Contient : lait")
                let id = try #require(calls[1]["webhook-id"]), time = try #require(calls[1]["webhook-timestamp"])
                let now = Date(timeIntervalSince1970: try #require(Double(time)))
                let signed = secret.headers(for: calls[1].body, id: id, at: now)
                #expect(signed.first { $0.name == "webhook-signature" }?.value == calls[1]["webhook-signature"])
            }
        }
    }

    @Test("NOT-11: disabled kinds stay in the inbox, enabled ones are sent")
    func turnedOff() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                try await scene.prefer(["allergenAlert": [], "scanAssessed": ["webPush"]])
                try await scene.deliver(scan(of: scene.account, verdict: .contains, contains: [.milk]))
                try await scene.deliver(scan(of: scene.account, verdict: .notDetected))
                try await scene.until("both are decided, one is sent") {
                    let sent = try await scene.deliveries("sent")
                    let decided = try await scene.decided()
                    return sent == 1 && decided == 2
                }
                let published = try scene.browser.open(try #require(scene.peer.calls.first).body)
                #expect(scene.peer.calls.count == 1 && published["urgent"] as? Bool == false)
            }
        }
    }

    @Test("quiet hours: hold deferrable notices, never alerts")
    func quietHours() async throws {
        try await PushScene.with { scene in
            let toronto = try #require(TimeZone(identifier: "America/Toronto"))
            @Sendable func shown(_ instant: Date) -> String {
                let minutes = LocalClock(toronto).minutes(at: instant)
                let hour = minutes / 60, minute = minutes % 60
                return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
            }
            let now = scene.bench.clock.now()
            let quiet = QuietSpan(from: shown(now - 7_200), to: shown(now + 7_200))
            try await scene.running {
                try await scene.prefer(["scanAssessed": ["webPush"]], quietHours: quiet)
                try await scene.deliver(scan(of: scene.account, verdict: .notDetected))
                try await scene.until("it waits") { try await scene.deliveries("queued") == 1 }
                try await scene.deliver(scan(of: scene.account, verdict: .contains, contains: [.milk]))
                try await scene.until("the alert is sent") { try await scene.deliveries("sent") == 1 }
                #expect(try scene.browser.open(scene.peer.calls[0].body)["urgent"] as? Bool == true)
                let rows = try await scene.bench.database.pool.query(
                    "SELECT next_try_at FROM deliveries WHERE state = 'queued'")
                let at = try #require(rows.first).decode(Date.self)
                #expect(shown(at) == quiet.to && at > now)
            }
        }
    }

    @Test("preferences: removed addresses get no further messages")
    func leftOut() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                try await scene.prefer(addresses: addresses(scene, WebhookSecret()), version: 2)
                #expect(try await scene.targets() == 4)
                try await scene.prefer(["recall": []], version: 3)
                try await scene.until("the addresses are forgotten") { try await scene.targets() == 1 }
            }
        }
    }
}
