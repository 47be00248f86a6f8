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

@Suite("Announcements")
struct AnnouncementTests {
    private static func announcement(
        _ scene: InboxScene, _ kind: AnnouncementKind = .releaseNotes, id: AnnouncementID = .random(),
        withdrawnAt: Date? = nil
    ) -> AnnouncementMade {
        let now = scene.bench.clock.now()
        let texts = ["en", "fr", "es", "zh"].map { ($0, AnnouncementMade.Words(title: "News \($0)", body: "Body")) }
        return AnnouncementMade(
            announcementID: id, kind: kind, texts: Dictionary(uniqueKeysWithValues: texts), madeAt: now,
            endsAt: now + 7 * 86_400, withdrawnAt: withdrawnAt)
    }

    private static func work(_ scene: InboxScene) -> AnnouncementJob {
        AnnouncementJob(database: scene.bench.database, inboxWriter: scene.inboxWriter)
    }

    /// Registers a number of further people.
    private static func people(_ count: Int, _ scene: InboxScene) async throws {
        for place in 0..<count {
            try await scene.register(try await scene.bench.account(), locale: place.isMultiple(of: 2) ? "fr-CA" : "en")
        }
    }

    @Test("NOT-12, NOT-13: each account gets one notice in its language")
    func everybodyOnce() async throws {
        try await InboxScene.with { scene in
            try await Self.people(410, scene)
            let handler = RememberAnnouncement()
            let news = Self.announcement(scene), end = Self.announcement(scene, .retirement)
            for announcement in [news, end, news] { try await scene.deliver(announcement, to: handler) }
            async let one: Void = Self.work(scene).run()
            async let other: Void = Self.work(scene).run()
            _ = try await (one, other)
            try await scene.deliver(news, to: handler)
            try await Self.work(scene).run()
            for (announcement, kind) in [(news, NoticeKind.releaseNotes), (end, .retirement)] {
                let published = try await scene.published(kind)
                #expect(published.count == 411 && Set(published.map(\.notice.accountID)).count == 411)
                #expect(published.allSatisfy { $0.notice.causeID == announcement.announcementID.description })
                #expect(published.filter { $0.text.title == "News fr" }.count == 205)
            }
            let done = "SELECT count(*) FROM announcements WHERE told_at IS NOT NULL"
            #expect(try await scene.bench.database.count("\(raw: done)") == 2)
        }
    }

    @Test("NOT-13: another instance continues after a crash, without repeats")
    func resumes() async throws {
        try await InboxScene.with { scene in
            try await Self.people(410, scene)
            let announcement = Self.announcement(scene, .serviceDegraded)
            try await scene.deliver(announcement, to: RememberAnnouncement())
            #expect(try await Self.work(scene).announceBatch())
            #expect(try await scene.published().count == AnnouncementJob.batch)
            // Simulates that the instance died before it stored its progress.
            try await scene.bench.database.pool.execute("UPDATE announcements SET told_upto = NULL")
            try await Self.work(scene).run()
            let published = try await scene.published(.serviceDegraded)
            #expect(published.count == 411 && Set(published.map(\.notice.accountID)).count == 411)
        }
    }

    @Test("NOT-15: withdrawn or expired announcements stop; recovery is announced")
    func stops() async throws {
        try await InboxScene.with { scene in
            try await Self.people(410, scene)
            let handler = RememberAnnouncement()
            let id = AnnouncementID.random()
            try await scene.deliver(Self.announcement(scene, id: id), to: handler)
            #expect(try await Self.work(scene).announceBatch())
            try await scene.deliver(
                Self.announcement(scene, id: id, withdrawnAt: scene.bench.clock.now()), to: handler)
            // An instance that missed the withdrawal announces it again.
            try await scene.deliver(Self.announcement(scene, id: id), to: handler)
            #expect(try await Self.work(scene).announceBatch() == false)
            let late = Self.announcement(scene)
            scene.bench.clock.advance(by: .seconds(8 * 86_400))
            try await scene.deliver(late, to: handler)
            #expect(try await Self.work(scene).announceBatch() == false)
            try await scene.deliver(Self.announcement(scene, .serviceRestored), to: handler)
            try await Self.work(scene).run()
            #expect(try await scene.published(.releaseNotes).count == AnnouncementJob.batch)
            #expect(try await scene.published(.serviceDegraded).count == 411)
        }
    }

    @Test("announcement: erased accounts are skipped")
    func erased() async throws {
        try await InboxScene.with { scene in
            try await scene.register(.random())
            try await scene.deliver(Self.announcement(scene), to: RememberAnnouncement())
            try await Self.work(scene).run()
            #expect(try await scene.published().map(\.notice.accountID) == [scene.account])
        }
    }
}
