@testable import ControlService
import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Postgres
import TestPeers
import TestSupport
import Testing

@Suite("Announcement and retirement commands", .timeLimit(.minutes(10)))
struct AnnouncementCommandTests {
    private static let texts = Dictionary(
        uniqueKeysWithValues: AnnouncementTable.languages.map { ($0, AnnouncementMade.Words(title: "T", body: "B")) })

    private static func retirement(in days: Double) -> AnnouncementMade {
        // A whole second, so that the value read back is exactly equal.
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let day = now.addingTimeInterval(days * 86_400)
        return AnnouncementMade(
            announcementID: .random(), kind: .retirement, texts: texts, madeAt: now,
            endsAt: now.addingTimeInterval(400 * 86_400), retiresAt: day)
    }

    @Test(
        "OPS-15, BIL-17: one retirement at a time; no erasure before its day")
    func retires() async throws {
        try await MigratedDatabase.with { migrated in
            let orders = AnnouncementTable(database: migrated.database)
            #expect(try await orders.retirement() == nil)
            try await migrated.execute(
                """
                INSERT INTO billing.subscriptions (subscription_id, account_id, version, status, state, checkout_id,
                    changed_at)
                VALUES (gen_random_uuid(), gen_random_uuid(), 1, 'active',
                    jsonb_build_object('periodEnd', to_char(now() + interval '30 days',
                        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), gen_random_uuid(), now())
                """)
            let early = await #expect(throws: ControlFailure.self) { try await orders.add(Self.retirement(in: 20)) }
            #expect(early?.description.contains("paid until") == true)
            let announced = Self.retirement(in: 40)
            try await orders.add(announced)
            await #expect(throws: ControlFailure.self) { try await orders.add(Self.retirement(in: 50)) }
            #expect(try await orders.list() == [announced])
            let status = try await orders.retirement()
            #expect(status?.id == announced.announcementID && status?.isClosing == false && status?.subscriptions == 1)
            await #expect(throws: ControlFailure.self) { try await orders.finish() }
            try await migrated.execute("DELETE FROM billing.subscriptions")
            let tooSoon = await #expect(throws: ControlFailure.self) { try await orders.finish() }
            #expect(tooSoon?.description.contains("retirement is due") == true)
            try await migrated.execute(
                """
                UPDATE ingestion.announcements SET retires_at = now() - interval '1 day', made_at = made_at - interval \
                '9 days'
                """
            )
            try await orders.finish()
            #expect(try await orders.retirement()?.isClosing == true)
            await #expect(throws: ControlFailure.self) { try await orders.withdraw(announced.announcementID) }
            #expect(
                try await migrated.count(
                    "SELECT count(*) FROM control.audit_log WHERE action IN ('announce', 'finish-retirement')") == 4)
        }
    }

    @Test("NOT-13: release notes are announced once in every language")
    func releases() async throws {
        let shipped = try ReleaseNotes.shipped(), newest = try #require(shipped.last)
        #expect(Set(shipped.map(\.id)).count == shipped.count)
        #expect(shipped.allSatisfy { Set($0.texts.keys) == Set(AnnouncementTable.languages) })
        try await MigratedDatabase.with { migrated in
            let orders = AnnouncementTable(database: migrated.database), now = Date()
            #expect(try await orders.announce(newest, at: now))
            for later in [0, 60, 400 * 86_400] as [TimeInterval] {
                #expect(try await !orders.announce(newest, at: now + later))
            }
            let listed = try await orders.list()
            #expect(listed.map(\.announcementID) == [newest.id] && listed.first?.kind == .releaseNotes)
            #expect(listed.first?.texts == newest.texts && listed.first?.retiresAt == nil)
            #expect(
                try await migrated.count("SELECT count(*) FROM control.audit_log WHERE action = 'announce'") == 1)
        }
    }

    @Test("NOT-13: a text file needs all four languages within the length limits")
    func reads() throws {
        let folder = try #require(FileManager.default.temporaryDirectory as URL?)
        let file = folder.appending(path: "\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let words = #"{"title":"New","body":"Seats."}"#
        try #"{"en":\#(words),"fr":\#(words),"es":\#(words),"zh":\#(words)}"#.write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(try AnnouncementTable.texts(from: file).keys.sorted() == ["en", "es", "fr", "zh"])
        for bad in [
            #"{"en":\#(words)}"#, "[]", "no JSON",
            #"{"en":{"title":"","body":"x"},"fr":\#(words),"es":\#(words),"zh":\#(words)}"#,
        ] {
            try bad.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(throws: ControlFailure.self) { try AnnouncementTable.texts(from: file) }
        }
    }
}
