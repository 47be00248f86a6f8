import EventContracts
import Foundation
import Messaging
import NotificationChannels
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Digests")
struct DigestTests {
    private static func planner(_ scene: InboxScene) -> DeliveryPlanner {
        DeliveryPlanner(pool: scene.bench.database.pool, clock: scene.bench.clock)
    }

    private static func announce(_ count: Int, _ scene: InboxScene) async throws {
        for place in 0..<count {
            let now = scene.bench.clock.now()
            let words = AnnouncementMade.Words(title: "News \(place)", body: "Body \(place)")
            try await scene.deliver(
                AnnouncementMade(
                    announcementID: .random(), kind: .releaseNotes, texts: ["en": words], madeAt: now,
                    endsAt: now + 86_400),
                to: RememberAnnouncement())
        }
        try await AnnouncementJob(database: scene.bench.database, inboxWriter: scene.inboxWriter).run()
    }

    private static func claim(_ scene: InboxScene) async throws -> [[ClaimedDelivery]] {
        try await scene.bench.database.pool.withTransaction { transaction in
            try await planner(scene).claimDigests(at: scene.bench.clock.now(), limit: 32, in: transaction)
        }
    }

    private static func single(_ scene: InboxScene) async throws -> [ClaimedDelivery] {
        try await scene.bench.database.pool.withTransaction { transaction in
            try await DeliveryRepository.claim(
                isUrgent: false, at: scene.bench.clock.now(), limit: 100, in: transaction)
        }
    }

    @Test(
        "NOT-11: a digest is sent once at its hour by one instance"
    )
    func gathered() async throws {
        try await InboxScene.with { scene in
            try await scene.prefer(["releaseNotes": ["email", "ntfy"]], digestAt: "09:30")
            try await scene.reach(scene.account, by: .email)
            try await scene.reach(scene.account, by: .ntfy)
            try await Self.announce(3, scene)
            try await Self.planner(scene).plan(isUrgent: false)
            try scene.move(to: "2026-01-15T14:29:59Z")
            #expect(try await Self.claim(scene).isEmpty)
            try scene.move(to: "2026-01-15T14:30:00Z")
            #expect(try await Self.single(scene).isEmpty, "its notices are not sent separately")
            async let one = Self.claim(scene), other = Self.claim(scene)
            let digests = try await one + other
            #expect(digests.map(\.count) == [3, 3] && Set(digests.map { $0[0].channel }) == [.email, .ntfy])
            let writer = MessageWriter(
                sealer: scene.bench.sealer, texts: scene.inboxWriter.texts, webURL: "https://food.test",
                unsubscribing: nil,
                allowsPlain: false)
            // A mail without an unsubscribe link is never sent; here only the text is checked.
            for digest in digests { _ = await writer.write(digest) }
            #expect(try await Self.claim(scene).isEmpty, "it is under way")
        }
    }

    @Test(
        "NOT-11: digest: omits read notices and removed channels"
    )
    func seen() async throws {
        try await InboxScene.with { scene in
            try await scene.reach(scene.account, by: .email)
            try await Self.announce(2, scene)
            try await Self.planner(scene).plan(isUrgent: false)
            let first = try #require(try await scene.published().first).notice
            try await scene.deliver(
                ChangeNotice(accountID: scene.account, noticeID: first.noticeID, read: true),
                to: MarkNotice())
            scene.bench.clock.advance(by: .seconds(2 * 3_600))
            let digests = try await Self.claim(scene)
            #expect(digests.map { $0.map(\.notice) }.flatMap(\.self).count == 1)
            #expect(!digests.flatMap(\.self).contains { $0.notice == first.noticeID })
            // The next digest, for a person who removed the address.
            try await Self.announce(1, scene)
            try await Self.planner(scene).plan(isUrgent: false)
            try await scene.bench.database.pool.execute("DELETE FROM targets")
            scene.bench.clock.advance(by: .seconds(86_400))
            #expect(try await Self.claim(scene).isEmpty)
            #expect(try await Self.single(scene).isEmpty)
            try await DeliveryRepository.dropOrphans(
                at: scene.bench.clock.now(), on: scene.bench.database.pool)
            let left = "SELECT count(*) FROM deliveries WHERE state = 'queued'"
            #expect(try await scene.bench.database.count("\(raw: left)") == 0)
        }
    }

    @Test("NOT-11: a failed digest is retried as one message")
    func retries() async throws {
        try await InboxScene.with { scene in
            try await scene.reach(scene.account, by: .email)
            try await Self.announce(4, scene)
            try await Self.planner(scene).plan(isUrgent: false)
            scene.bench.clock.advance(by: .seconds(2 * 3_600))
            #expect(try await Self.claim(scene).map(\.count) == [4])
            scene.bench.clock.advance(by: .seconds(290))
            #expect(try await Self.claim(scene).isEmpty, "this copy's clock is ahead, that is all")
            // The instance that claimed it died, and the lease ends.
            try await scene.bench.database.pool.execute("UPDATE deliveries SET held_until = clock_timestamp()")
            #expect(try await Self.claim(scene).map(\.count) == [4])
        }
    }

    @Test("NOT-11: despite clock changes there is one digest a day")
    func onceADay() async throws {
        try await InboxScene.with { scene in
            try await scene.prefer(["releaseNotes": ["email"]], digestAt: "09:30")
            try await scene.reach(scene.account, by: .email)
            try scene.move(to: "2026-01-15T14:00:00Z")
            try await Self.announce(2, scene)
            try await Self.planner(scene).plan(isUrgent: false)
            try scene.move(to: "2026-01-15T14:31:00Z")
            #expect(try await Self.claim(scene).map(\.count) == [2])
            try await scene.bench.database.pool.execute("UPDATE deliveries SET state = 'sent', settled_at = now()")
            try scene.move(to: "2026-01-15T14:26:00Z")
            try await Self.announce(1, scene)
            try await Self.planner(scene).plan(isUrgent: false)
            try scene.move(to: "2026-01-15T14:30:00Z")
            #expect(try await Self.claim(scene).isEmpty, "today's digest was sent already")
            try scene.move(to: "2026-01-15T23:00:00Z")
            #expect(try await Self.claim(scene).isEmpty)
            try scene.move(to: "2026-01-16T14:29:59Z")
            #expect(try await Self.claim(scene).isEmpty)
            try scene.move(to: "2026-01-16T14:30:00Z")
            #expect(try await Self.claim(scene).map(\.count) == [1])
        }
    }
}
