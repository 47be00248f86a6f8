import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Push test messages", .timeLimit(.minutes(10)))
struct TestPushTests {
    private func order(
        _ scene: PushScene, _ id: PushSubscriptionID, ago seconds: TimeInterval = 0
    ) async throws -> SendTestPush {
        let command = SendTestPush(
            accountID: scene.account, subscriptionID: id, requestedAt: scene.bench.clock.now() - seconds)
        try await scene.bench.publish(command, of: scene.account, subject: id)
        return command
    }

    /// The browser that `PushScene.running` registers.
    private func browser(_ scene: PushScene) async throws -> PushSubscriptionID {
        let rows = try await scene.bench.database.pool.query("SELECT target_id FROM targets")
        return PushSubscriptionID(try #require(rows.first).decode(UUID.self))
    }

    private func settled(_ scene: PushScene) async throws -> Int {
        try await scene.bench.database.count("SELECT count(*) FROM push_tests WHERE settled_at IS NOT NULL")
    }

    /// Whether a test message waits for its next attempt.
    private func isWaiting(_ scene: PushScene) async throws -> Bool {
        let now = scene.bench.clock.now()
        return try await scene.bench.database.count(
            """
            SELECT count(*) FROM push_tests
            WHERE settled_at IS NULL AND held_until IS NULL AND next_try_at > \(now)
            """) == 1
    }

    @Test("test message: is sent once, localized")
    func sent() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                let id = try await browser(scene), command = try await order(scene, id)
                try await scene.until("the test is sent") { try await settled(scene) == 1 }
                try await scene.bench.publish(command, of: scene.account, subject: id)
                let later = try await self.order(scene, PushSubscriptionID.random(), ago: 3_600)
                try await scene.until("the one after it is settled") { try await settled(scene) == 2 }
                #expect(later.subscriptionID != id)
                let calls = scene.peer.calls.filter { $0.path == "/push/1" }
                #expect(calls.count == 1)
                let published = try scene.browser.open(try #require(calls.first).body)
                #expect(published["title"] as? String == "Message de test" && published["language"] as? String == "fr")
                #expect(published["urgent"] as? Bool == false)
                #expect(published["link"] as? String == "https://food.test/settings/notices")
                #expect(try await scene.bench.database.count("SELECT count(*) FROM notices") == 0)
            }
        }
    }

    @Test("test message: waits for an unknown browser or failing push service")
    func triedAgain() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                scene.peer.answer(503, on: "/push/1")
                let id = PushSubscriptionID.random()
                _ = try await order(scene, id)
                try await scene.until("the browser is unknown") { try await isWaiting(scene) }
                let old = try await browser(scene)
                try await scene.bench.publish(
                    PushSubscriptionChanged(
                        accountID: scene.account, subscriptionID: old, details: nil,
                        changedAt: scene.bench.clock.now()),
                    of: scene.account, subject: old)
                try await scene.until("the old browser is gone") { try await scene.targets() == 0 }
                try await scene.subscribe(id)
                scene.bench.clock.advance(by: .seconds(6))
                try await scene.until("the push service fails") {
                    let waits = try await isWaiting(scene)
                    return waits && scene.peer.calls.count == 1
                }
                scene.peer.answer(201, on: "/push/1")
                scene.bench.clock.advance(by: .seconds(120))
                try await scene.until("the test is sent") { try await settled(scene) == 1 }
                #expect(scene.peer.calls.count == 2)
            }
        }
    }

    @Test("test message: expires after 5 minutes; a gone browser is removed")
    func givenUp() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                let id = try await browser(scene)
                _ = try await order(scene, id, ago: 301)
                try await scene.until("the old test is given up") { try await settled(scene) == 1 }
                #expect(scene.peer.calls.isEmpty)
                scene.peer.answer(410, on: "/push/1")
                _ = try await order(scene, id)
                try await scene.until("the browser is forgotten") { try await scene.targets() == 0 }
                try await scene.until("the test is settled") { try await settled(scene) == 1 }
                #expect(scene.peer.calls.count == 1)
            }
        }
    }
}
