import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@Suite("Inbox through the API")
struct InboxPageTests {
    private static func notice(
        _ kind: NoticeKind, cause: String, of person: Person, _ gateway: TestGateway,
        _ change: (inout Notice) -> Void = { _ in }
    ) async throws -> Notice {
        let id = NoticeID.random()
        let text = NoticeText(title: "A title of some words", body: "A body of some more words.", language: "en")
        var notice = Notice(
            accountID: person.account, noticeID: id, version: 1, kind: kind, causeID: cause, urgency: .notice,
            text: try await gateway.sealer.seal(text, .noticeText(id, of: person.account)),
            createdAt: gateway.clock.now(), readAt: nil, deletedAt: nil)
        change(&notice)
        return notice
    }

    @Test("NOT-09: inbox: first and last pages of 10,000 notices are fast")
    func largeInbox() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for place in 0..<100 {
                let notice = try await Self.notice(.releaseNotes, cause: "\(place)", of: person, gateway)
                try await gateway.neighbors.publish(NoticeCreated(notice: notice), nil, nil)
            }
            // Copies of these notices on further pages.
            try await gateway.database.pool.execute(
                """
                INSERT INTO documents (kind, id, owner, sort_key, version, body)
                SELECT kind, gen_random_uuid(), owner, sort_key - 1000000 * round::bigint, version, body
                FROM documents, generate_series(1, 99) AS round WHERE kind = 'notification'
                """)
            try await gateway.database.pool.execute("ANALYZE documents")
            let count = "SELECT count(*) FROM documents WHERE kind = 'notification'"
            #expect(try await gateway.database.count("\(raw: count)") == 10_000)
            // For comparison an inbox of one page, read alternately.
            let other = try await gateway.register()
            for place in 0..<20 {
                let notice = try await Self.notice(.releaseNotes, cause: "\(place)", of: other, gateway)
                try await gateway.neighbors.publish(NoticeCreated(notice: notice), nil, nil)
            }
            func time(_ person: Person) async throws -> Duration {
                let start = ContinuousClock.now
                let page = try await person.client.get("/v1/notifications?limit=20")
                let time = start.duration(to: .now)
                #expect(page.status == 200)
                return time
            }
            var rounds: [Duration] = [], small: [Duration] = []
            for _ in 0..<5 {
                var times: [Duration] = [], others: [Duration] = []
                for _ in 0..<50 {
                    times.append(try await time(person))
                    others.append(try await time(other))
                }
                rounds.append(times.sorted()[39])
                small.append(others.sorted()[39])
            }
            let p80 = try #require(rounds.min()), control = try #require(small.min())
            print("an inbox of 10,000 notices: a page in \(p80), of 20 in \(control) (p80 of 50, the best of 5 rounds)")
            // The limit is 50 ms and the goal 10 ms; a debug build beside other tests takes longer.
            #expect(p80 < max(.milliseconds(20), control * 2))
        }
    }

    @Test("NOT-09: a notice names its subject and its link")
    func leads() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let payment = PaymentID.random(), grant = GrantID.random(), export = ExportID.random()
            let submission = FoodSubmissionID.random(), meal = MealID.random(), day = CalendarDay("2026-01-15")
            let notices = try await [
                Self.notice(.paymentChanged, cause: "1", of: person, gateway) { $0.paymentID = payment },
                Self.notice(.grantChanged, cause: "2", of: person, gateway) { $0.grantID = grant },
                Self.notice(.exportReady, cause: "3", of: person, gateway) { $0.exportID = export },
                Self.notice(.submissionReviewed, cause: "4", of: person, gateway) { $0.submissionID = submission },
                Self.notice(.reportReady, cause: "5", of: person, gateway) {
                    $0.mealID = meal
                    $0.day = day
                },
                Self.notice(.dailyReport, cause: "6", of: person, gateway) { $0.day = day },
                Self.notice(.recall, cause: "7", of: person, gateway) {
                    $0.deliveries = [.init(channel: .email, state: .sent, proof: "250", at: gateway.clock.now())]
                },
            ]
            for notice in notices { try await gateway.neighbors.publish(NoticeCreated(notice: notice), nil, nil) }
            func read(_ place: Int) async throws -> JSONValue {
                try await person.client.get("/v1/notifications/\(notices[place].noticeID)").json
            }
            #expect(try await read(0)["payment"]?.string == payment.description)
            #expect(try await read(0)["why"]?.string == "/v1/payments")
            #expect(try await read(1)["grant"]?.string == grant.description)
            #expect(try await read(1)["why"]?.string == "/v1/grants/\(grant)")
            #expect(try await read(2)["export"]?.string == export.description)
            #expect(try await read(3)["submission"]?.string == submission.description)
            #expect(try await read(4)["why"]?.string == "/v1/meals/\(meal)/report")
            let delivery = try await read(6)["deliveries"]?.items.first
            #expect(delivery?["channel"]?.string == "email" && delivery?["proof"]?.string == "250")
            #expect(try await read(0)["deliveries"] == nil)
            #expect(try await read(5)["day"]?.string == "2026-01-15")
            #expect(try await read(5)["why"]?.string == "/v1/days/2026-01-15/report")
        }
    }
}
