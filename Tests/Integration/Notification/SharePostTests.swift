import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Links posted to chat rooms", .timeLimit(.minutes(10)))
struct SharePostTests {
    private static let words = ShareWords(title: "Lunch", link: "https://food.test/v1/shared/abc")

    private func order(_ scene: PushScene, expiresIn seconds: TimeInterval = 3_600) async throws -> PostShare {
        let id = ShareID.random(), now = scene.bench.clock.now()
        return PostShare(
            accountID: scene.account, shareID: id,
            words: try await scene.bench.sealer.seal(Self.words, .shareWords(id, of: scene.account)), language: "fr",
            requestedAt: now, expiresAt: now.addingTimeInterval(seconds))
    }

    private func posts(_ scene: PushScene, _ state: String) async throws -> Int {
        try await scene.bench.database.count("SELECT count(*) FROM share_posts WHERE state = \(state)")
    }

    private func published(_ scene: PushScene) -> [HTTPPeer.Call] { scene.peer.calls.filter { $0.path == "/chat" } }

    @Test("NUT-23, C16: a link is posted once, then its text is deleted")
    func posted() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                try await scene.prefer(
                    addresses: NotificationAddresses(chat: "http://127.0.0.1:\(scene.peer.port)/chat"))
                let command = try await self.order(scene)
                for _ in 0..<2 { try await scene.bench.publish(command, of: scene.account, subject: command.shareID) }
                try await scene.until("the link is posted") { try await posts(scene, "sent") == 1 }
                let calls = published(scene)
                #expect(calls.count == 1)
                let body = String(decoding: calls.first?.body ?? [], as: UTF8.self)
                for part in ["**Lunch**", Self.words.link, "Food Magic", "\"allowed_mentions\""] {
                    #expect(body.contains(part), "\(body)")
                }
                #expect(
                    try await scene.bench.database.count("SELECT count(*) FROM share_posts WHERE words IS NULL") == 1)
            }
        }
    }

    @Test("NUT-23: an unresponsive chat room is retried within a limit")
    func triedAgain() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                let roomless = try await order(scene)
                try await scene.bench.publish(roomless, of: scene.account, subject: roomless.shareID)
                try await scene.until("there is no room") { try await posts(scene, "failed") == 1 }
                scene.peer.answer(503, on: "/chat")
                try await scene.prefer(
                    addresses: NotificationAddresses(chat: "http://127.0.0.1:\(scene.peer.port)/chat"))
                let command = try await self.order(scene)
                try await scene.bench.publish(command, of: scene.account, subject: command.shareID)
                try await scene.until("a try has failed") {
                    try await scene.bench.database.count(
                        "SELECT count(*) FROM share_posts WHERE tries = 1 AND state = 'queued' AND held_until IS NULL")
                        == 1
                }
                scene.peer.answer(200, on: "/chat")
                scene.bench.clock.advance(by: .seconds(600))
                try await scene.until("the link is posted") { try await posts(scene, "sent") == 1 }
                let late = try await self.order(scene, expiresIn: -1)
                try await scene.bench.publish(late, of: scene.account, subject: late.shareID)
                try await scene.until("the link is too late") { try await posts(scene, "failed") == 2 }
                #expect(published(scene).count == 2)
            }
        }
    }
}
