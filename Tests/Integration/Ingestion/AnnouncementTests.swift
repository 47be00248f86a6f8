import EventContracts
import Foundation
import IngestionCore
import IngestionNotifications
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Announcements and retirement through the API") struct AnnouncementTests {
    static let texts = Dictionary(
        uniqueKeysWithValues: ["en", "fr", "es", "zh"].map { ($0, AnnouncementMade.Words(title: "T \($0)", body: "B")) }
    )

    private func announcement(
        _ kind: AnnouncementKind, at now: Date, standsFor seconds: Double = 86_400, retiresIn retirement: Double? = nil
    ) -> AnnouncementMade {
        let now = EventTime.truncate(now)
        return AnnouncementMade(
            announcementID: .random(), kind: kind, texts: Self.texts, madeAt: now,
            endsAt: now.addingTimeInterval(seconds), retiresAt: retirement.map { now.addingTimeInterval($0) })
    }

    private func retirement(in seconds: Double, _ gateway: TestGateway) async throws -> AnnouncementMade {
        let made = announcement(.retirement, at: gateway.clock.now(), retiresIn: seconds)
        #expect(try await AnnouncementRepository.add(made, in: gateway.database.pool))
        return made
    }

    @Test(
        "NOT-13, NOT-15: an announcement repeats hourly until its end")
    func says() async throws {
        try await HandlerBench.with(
            service: IngestionService.name, migrations: try IngestionMigrations.all()
        ) { bench in
            let publisher = AnnouncementPublisher(database: bench.database), pool = bench.database.pool
            let now = bench.clock.now()
            let news = announcement(.releaseNotes, at: now)
            let short = announcement(.serviceDegraded, at: now, standsFor: 600)
            for made in [news, short] { #expect(try await AnnouncementRepository.add(made, in: pool)) }
            func events() async throws -> [AnnouncementMade] {
                try await pool.query("SELECT body FROM outbox ORDER BY id").map {
                    try EventCoding.decode(AnnouncementMade.self, from: try $0.decode([UInt8].self))
                }
            }
            try await publisher.run()
            try await publisher.run()
            let first = try await events()
            #expect(first.count == 2 && first.contains(news) && first.contains(short))
            bench.clock.advance(by: .seconds(3_601))
            try await publisher.run()
            #expect(try await events().dropFirst(2) == [news], "an expired announcement is not repeated")
            let later = EventTime.truncate(bench.clock.now())
            #expect(try await AnnouncementRepository.withdraw(news.announcementID, at: later, in: pool))
            #expect(try await !AnnouncementRepository.withdraw(news.announcementID, at: later, in: pool))
            try await publisher.run()
            #expect(try await events().count == 4)
            #expect(try await events().last?.withdrawnAt == later)
        }
    }

    @Test("NOT-13, NOT-15: active announcements are public, in four languages")
    func reads() async throws {
        try await TestGateway.with { gateway in
            let now = gateway.clock.now(), pool = gateway.database.pool
            let news = announcement(.releaseNotes, at: now)
            let short = announcement(.serviceDegraded, at: now, standsFor: 600)
            for made in [news, short] { #expect(try await AnnouncementRepository.add(made, in: pool)) }
            let ids = try await gateway.client.get("/v1/announcements").json["items"]?.items.compactMap {
                $0["id"]?.string
            }
            #expect(Set(ids ?? []) == [news.announcementID.description, short.announcementID.description])
            gateway.clock.advance(by: .seconds(601))
            let items = try await gateway.client.get("/v1/announcements").json["items"]?.items
            #expect(items?.count == 1 && items?.first?["texts"]?["zh"]?["title"]?.string == "T zh")
            #expect(try await AnnouncementRepository.withdraw(news.announcementID, at: gateway.clock.now(), in: pool))
            #expect(try await gateway.client.get("/v1/announcements").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("OPS-15, BIL-17: a retirement blocks registration until it is withdrawn")
    func blocksRegistration() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let retirement = try await retirement(in: 86_400 * 90, gateway)
            let second = AnnouncementMade(
                announcementID: .random(), kind: .retirement, texts: Self.texts, madeAt: retirement.madeAt,
                endsAt: retirement.endsAt, retiresAt: retirement.retiresAt)
            #expect(try await !AnnouncementRepository.add(second, in: gateway.database.pool), "the product ends once")
            let refused = await #expect(throws: Unexpected.self) { try await gateway.register() }
            #expect(refused.map { "\($0)".contains("no-new-accounts") } == true)
            #expect(try await person.client.get("/v1/meals").status == 200, "existing accounts continue")
            _ = try await gateway.signIn(person)
            #expect(
                try await AnnouncementRepository.withdraw(
                    retirement.announcementID, at: retirement.madeAt.addingTimeInterval(1),
                    in: gateway.database.pool))
            _ = try await gateway.register()
        }
    }

    @Test("OPS-15: only an executed retirement erases accounts")
    func erasesEverybody() async throws {
        try await TestGateway.with { gateway in
            let people = [
                try await gateway.register(), try await gateway.register(), try await gateway.register(),
            ]
            try await gateway.database.pool.execute(
                "UPDATE accounts SET status = 'suspended' WHERE account_id = \(people[2].account.uuid)")
            let thinking = try await people[1].send(
                "DELETE", "/v1/account", #"{"currentPassword":"\#(people[1].password)"}"#)
            #expect(thinking.status == 202)
            let retirement = try await retirement(in: 3_600, gateway)
            let publisher = AnnouncementPublisher(database: gateway.database)
            let pool = gateway.database.pool
            #expect(try await !AnnouncementRepository.close(at: gateway.clock.now(), in: pool), "its day is to come")
            gateway.clock.advance(by: .seconds(3_601))
            try await publisher.run()
            #expect(
                try await pool.query("SELECT FROM accounts WHERE status = 'active'").count == 1,
                "the day alone erases nobody")
            let now = EventTime.truncate(gateway.clock.now())
            #expect(try await AnnouncementRepository.close(at: now, in: pool))
            #expect(
                try await !AnnouncementRepository.withdraw(retirement.announcementID, at: now, in: pool),
                "it is too late to take it back")
            try await eventually("no member is left") {
                try await pool.query("SELECT FROM accounts").isEmpty
            }
            for person in people {
                #expect(try await person.client.get("/v1/account").status == 401)
            }
            #expect(
                try await pool.query("SELECT FROM erased_accounts WHERE applied_at IS NOT NULL").count == people.count)
        }
    }
}
