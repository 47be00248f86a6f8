import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import IngestionBilling

@Suite("Campaigns of promotions (BIL-14)", .timeLimit(.minutes(10))) struct CampaignTests {
    private static let words =
        #"{"en":{"title":"Spring","body":"Half a year of Pro."},"fr":{"title":"Printemps","body":"Pro."}}"#

    private func body(
        _ more: String = "", words: String = CampaignTests.words, places: String = #"["today"]"#
    ) -> String {
        #"{"name":"Spring","words":\#(words),"places":\#(places)\#(more)}"#
    }

    private func created(_ body: String, by staff: Person) async throws -> String {
        let answer = try await staff.send("POST", "/v1/admin/campaigns", body)
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(try answer.json["id"]?.string)
    }

    private func counts(of id: String, by staff: Person) async throws -> [Int?] {
        let items = try await staff.client.get("/v1/admin/campaigns").json["items"]?.items ?? []
        let counts = items.first { $0["id"]?.string == id }?["counts"]
        return ["shown", "clicked", "dismissed"].map { counts?[$0]?.number }
    }

    /// The stored counts, including those of groups too small to report.
    private func stored(_ id: String, _ gateway: TestGateway) async throws -> [Int64] {
        let row = try #require(
            try await gateway.database.pool.query(
                """
                SELECT sum(shown)::bigint, sum(clicked)::bigint, sum(dismissed)::bigint FROM promotion_counts
                WHERE promotion = \(id)
                """
            ).first)
        let (shown, clicked, dismissed) = try row.decode(Int64.self, Int64.self, Int64.self)
        return [shown, clicked, dismissed]
    }

    private func withGateway(_ body: @escaping @Sendable (TestGateway) async throws -> Void) async throws {
        try await TestGateway.with({
            $0.plan = .basic
            $0.promotionActions = 1
        }) { try await body($0) }
    }

    @Test("BIL-14: a campaign is shown first, counted anonymously, and ends")
    func shown() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register(), chief = try await gateway.staff(.administrator)
            let executive = try await gateway.staff(.executive)
            let id = try await created(body(), by: chief)
            #expect(try await executive.send("POST", "/v1/admin/campaigns", body()).status == 403)
            _ = try await person.scan()
            let promotion = try await person.client.get("/v1/promotions/next?place=today")
            #expect(try promotion.json["id"]?.string == id && promotion.json["title"]?.string == "Spring")
            let again = try await person.client.get("/v1/promotions/next", headers: ["accept-language": "fr"])
            #expect(try again.json["title"]?.string == "Printemps")
            #expect(try await stored(id, gateway) == [1, 0, 0])
            for _ in 1...2 {
                #expect(try await person.client.send("POST", "/v1/promotions/\(id)/click").status == 204)
            }
            #expect(try await person.client.send("POST", "/v1/promotions/\(id)/dismissal").status == 204)
            #expect(try await stored(id, gateway) == [1, 1, 1])
            #expect(try await person.client.send("POST", "/v1/promotions/none/click").status == 404)
            let columns = try await gateway.database.pool.query(
                "SELECT column_name FROM information_schema.columns WHERE table_name = 'promotion_counts' ORDER BY 1")
            let names = try columns.map { try $0.decode(String.self) as String }
            #expect(names == ["clicked", "day", "dismissed", "promotion", "shown"])

            let other = try await gateway.register()
            let past = #","startsAt":"2026-01-01T00:00:00Z","endsAt":"2026-01-02T00:00:00Z""#
            #expect(try await chief.send("PUT", "/v1/admin/campaigns/\(id)", body(past)).status == 200)
            _ = try await other.scan()
            #expect(try await other.client.get("/v1/promotions/next").json["id"]?.string == "history")
            #expect(try await chief.client.send("DELETE", "/v1/admin/campaigns/\(id)").status == 204)
            #expect(try await chief.client.send("DELETE", "/v1/admin/campaigns/\(id)").status == 404)
            #expect(try await chief.send("PUT", "/v1/admin/campaigns/\(id)", body()).status == 404)
            let audit = try await gateway.database.pool.query(
                "SELECT 1 FROM audit_entries WHERE action = 'campaign-changed'")
            #expect(audit.count == 3)
        }
    }

    @Test("BIL-14, GW-27: counts are shown once ten people have seen a campaign")
    func smallGroup() async throws {
        try await withGateway { gateway in
            let chief = try await gateway.staff(.administrator), executive = try await gateway.staff(.executive)
            let id = try await created(body(), by: chief)
            for _ in 1...10 {
                #expect(try await counts(of: id, by: executive) == [nil, nil, nil])
                let person = try await gateway.register()
                _ = try await person.scan()
                #expect(try await person.client.get("/v1/promotions/next").json["id"]?.string == id)
            }
            #expect(try await counts(of: id, by: executive) == [10, 0, 0])
        }
    }

    @Test("BIL-14: campaign: concurrent requests show it once")
    func atOnce() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register(), chief = try await gateway.staff(.administrator)
            let id = try await created(body(), by: chief)
            _ = try await person.scan()
            let shown = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 1...8 {
                    group.addTask { try await person.client.get("/v1/promotions/next").json["id"]?.string }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(shown == Array(repeating: id, count: 8))
            #expect(try await stored(id, gateway) == [1, 0, 0])
        }
    }

    @Test("BIL-14: counts of promotions are deleted after 400 days")
    func retention() async throws {
        try await withGateway { gateway in
            for days in [399.0, 401.0] {
                try await gateway.database.pool.execute(
                    """
                    INSERT INTO promotion_counts (promotion, day, shown) VALUES ('history',
                        (\(gateway.clock.now() - days * 86_400)::timestamptz AT TIME ZONE 'UTC')::date, 1)
                    """)
            }
            try await Housekeeping(database: gateway.database, photos: gateway.archive, retention: .init()).run()
            #expect(try await stored("history", gateway) == [1, 0, 0])
        }
    }

    @Test("BIL-14: place, language and daily cap decide who sees a campaign")
    func rules() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register(), chief = try await gateway.staff(.administrator)
            let id = try await created(body(places: #"["spending"]"#), by: chief)
            func shown(_ query: String, _ language: String = "en") async throws -> String? {
                let answer = try await person.client.get(
                    "/v1/promotions/next\(query)", headers: ["accept-language": language])
                return answer.status == 204 ? nil : try answer.json["id"]?.string
            }
            _ = try await person.scan()
            #expect(try await shown("?place=spending", "zh") != id)
            gateway.clock.advance(by: .seconds(3_700))
            let later = try await gateway.signIn(person)
            _ = try await later.scan()
            func next(_ place: String) async throws -> String? {
                let answer = try await later.client.get("/v1/promotions/next?place=\(place)")
                return answer.status == 204 ? nil : try answer.json["id"]?.string
            }
            #expect(try await next("today") != id)
            #expect(try await later.client.get("/v1/promotions/next?place=scan").status == 400)
        }
    }

    @Test("BIL-14: campaign: its share limits the hours it is offered in")
    func share() throws {
        var campaign = Campaign(
            id: UUID(), name: "x", words: [.en: .init(title: "t", body: "b")], startsAt: .distantPast, endsAt: nil,
            places: [.today], share: 25, perDay: 1)
        let account = AccountID.random(), start = Date(timeIntervalSince1970: 1_800_000_000)
        func offered(_ hours: Range<Int>) -> Int {
            hours.count {
                campaign.isOffered(
                    at: .today, in: .en, to: account, now: start.addingTimeInterval(Double($0) * 3_600))
            }
        }
        #expect((350...650).contains(offered(0..<2_000)))
        campaign.share = 100
        #expect(offered(0..<2_000) == 2_000)
        #expect(!campaign.isOffered(at: .diary, in: .en, to: account, now: start))
        #expect(!campaign.isOffered(at: .today, in: .fr, to: account, now: start))
        campaign.endsAt = start
        #expect(!campaign.isOffered(at: .today, in: .en, to: account, now: start))
    }

    @Test("BIL-14: campaign: a daily cap of one lasts until the next day")
    func cap() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register(), chief = try await gateway.staff(.administrator)
            let id = try await created(body(), by: chief)
            _ = try await person.scan()
            #expect(try await person.client.get("/v1/promotions/next").json["id"]?.string == id)
            try await gateway.database.pool.execute(
                "UPDATE promotions SET shown_at = shown_at - interval '2 hours' WHERE promotion = \(id)")
            _ = try await person.scan()
            #expect(try await person.client.get("/v1/promotions/next").json["id"]?.string == "history")
            try await gateway.database.pool.execute(
                "UPDATE promotions SET shown_at = shown_at - interval '2 days', day = day - 1")
            _ = try await person.scan()
            #expect(try await person.client.get("/v1/promotions/next").json["id"]?.string == id)
        }
    }

    @Test("BIL-14: campaign: an invalid one is refused with each fault")
    func invalid() async throws {
        try await withGateway { gateway in
            let chief = try await gateway.staff(.administrator)
            let cases: [(String, String)] = [
                ("{}", "/name"), (body(words: "{}"), "/words"),
                (body(words: #"{"de":{"title":"x","body":"y"}}"#), "/words/de"),
                (body(words: #"{"en":{"title":"x","body":"see https://x"}}"#), "/words/en"),
                (body(places: "[]"), "/places"), (body(places: #"["scan"]"#), "/places/0"),
                (body(#","share":0"#), "/share"), (body(#","perDay":25"#), "/perDay"),
                (body(#","endsAt":"2020-01-01T00:00:00Z""#), "/endsAt"), (body(#","startsAt":"x""#), "/startsAt"),
            ]
            for (body, pointer) in cases {
                let answer = try await chief.send("POST", "/v1/admin/campaigns", body)
                #expect(answer.status == 422 && answer.pointers.contains(pointer), "\(body): \(answer.text)")
            }
        }
    }
}
