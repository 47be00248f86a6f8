import BillingRules
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

@Suite("Photo quota of meals and receipts") struct PhotoQuotaTests {
    private func with(
        photos: Int = 3, _ body: @escaping @Sendable (TestGateway) async throws -> Void
    ) async throws {
        try await TestGateway.with {
            $0.plan = .basic
            $0.entitlements = EntitlementTable(basicPhotosPerDay: photos)
        } _: { gateway in
            try await body(gateway)
        }
    }

    private func send(_ path: String, by person: Person, key: String? = nil) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "POST", path, photo: try SamplePhoto.jpeg.bytes(), headers: key.map { ["idempotency-key": $0] } ?? [:])
    }

    private func left(_ person: Person) async throws -> Int? {
        try await person.client.get("/v1/subscription").json["photosLeft"]?.number
    }

    @Test("C12: Basic has three photos a day; labels are free")
    func basic() async throws {
        try await with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            #expect(try await left(person) == 3)
            #expect(try await send("/v1/meals", by: person).status == 202)
            #expect(try await send("/v1/receipts", by: person).status == 202)
            #expect(try await left(person) == 1)
            let draft = try await send("/v1/photos", by: person).json["id"]?.string ?? ""
            let confirmed = try await person.send("POST", "/v1/receipts", #"{"photos":["\#(draft)"]}"#)
            #expect(confirmed.status == 202)
            #expect(try await left(person) == 0)
            for path in ["/v1/meals", "/v1/receipts"] {
                let refused = try await send(path, by: person)
                #expect(refused.status == 429 && refused.problem == "quota-exceeded", "\(refused.text)")
                let problem = try refused.json
                #expect(problem["limit"]?.number == 3 && problem["remaining"]?.number == 0)
                let reset = try #require(problem["resetsAt"]?.string.flatMap(EventTime.parse))
                let wait = try #require(refused.header("retry-after").flatMap(Double.init))
                #expect(abs(reset.timeIntervalSince(gateway.clock.now()) - wait) <= 1 && wait <= 25 * 3_600)
                var calendar = Calendar(identifier: .gregorian)
                calendar.timeZone = try #require(TimeZone(identifier: "America/Toronto"))
                #expect(calendar.startOfDay(for: reset) == reset, "the person's midnight")
            }
            let later = try await send("/v1/photos", by: person).json["id"]?.string ?? ""
            let command = try await person.send("POST", "/v1/meals", #"{"photo":"\#(later)"}"#)
            #expect(command.status == 429)
            #expect(try await send("/v1/label-scans", by: person).status == 202, "labels are not in the quota")
            let label = try await person.send("POST", "/v1/label-scans", #"{"photo":"\#(later)"}"#)
            #expect(label.status == 202, "the photo of a refused meal still waits")
            #expect(try await send("/v1/meals", by: other).status == 202)
            let rows = try await gateway.database.count("SELECT count(*) FROM photos WHERE state = 'arriving'")
            #expect(rows == 0, "a refused photo leaves no row")
        }
    }

    @Test("C12: a repeated request counts once, a rejected one not at all")
    func once() async throws {
        try await with { gateway in
            let person = try await gateway.register(), key = UUID().uuidString
            let first = try await send("/v1/meals", by: person, key: key)
            #expect(first.status == 202)
            for _ in 0..<3 {
                let again = try await send("/v1/meals", by: person, key: key)
                #expect(again.header("location") == first.header("location"))
            }
            #expect(try await left(person) == 2)
            #expect(try await send("/v1/meals?eatenAt=yesterday", by: person).status == 422)
            let unknown = #"{"photo":"\#(UUID().uuidString.lowercased())"}"#
            #expect(try await person.send("POST", "/v1/meals", unknown).status == 422)
            #expect(try await left(person) == 2)
            #expect(try await send("/v1/meals", by: person).status == 202)
            #expect(try await send("/v1/meals", by: person).status == 202)
            let again = try await send("/v1/meals", by: person, key: key)
            #expect(again.status == 202 && again.header("location") == first.header("location"))
        }
    }

    @Test("C12: of twelve concurrent photos three are accepted")
    func atOnce() async throws {
        try await with { gateway in
            let person = try await gateway.register()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for place in 0..<12 {
                    group.addTask {
                        let path = place.isMultiple(of: 2) ? "/v1/meals" : "/v1/receipts"
                        return try await send(path, by: person).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 202 } == 3, "\(statuses)")
            #expect(statuses.allSatisfy { [202, 429, 503].contains($0) }, "\(statuses)")
        }
    }

    @Test("C12: the quota resets by the user's clock; old days are removed")
    func days() async throws {
        try await with(photos: 1) { gateway in
            let person = try await gateway.register()
            #expect(try await send("/v1/meals", by: person).status == 202)
            let refused = try await send("/v1/meals", by: person)
            let wait = try #require(refused.header("retry-after").flatMap(Int.init))
            gateway.clock.advance(by: .seconds(wait - 2))
            let signed = try await gateway.signIn(person)
            #expect(try await send("/v1/meals", by: signed).status == 429)
            gateway.clock.advance(by: .seconds(3))
            #expect(try await send("/v1/meals", by: signed).status == 202)
            #expect(try await send("/v1/receipts", by: signed).status == 429)
            #expect(try await gateway.database.count("SELECT count(*) FROM photo_days") == 2)
            gateway.clock.advance(by: .seconds(5 * 86_400))
            try await Housekeeping(
                database: gateway.database, photos: gateway.archive, retention: .init()
            ).run()
            #expect(try await gateway.database.count("SELECT count(*) FROM photo_days") == 0)
        }
    }

    @Test("C12: a quota of zero requires another plan; labels stay free")
    func none() async throws {
        try await with(photos: 0) { gateway in
            let person = try await gateway.register()
            for path in ["/v1/meals", "/v1/receipts"] {
                let refused = try await send(path, by: person)
                #expect(refused.status == 402 && refused.problem == "plan-required", "\(refused.text)")
            }
            #expect(try await send("/v1/label-scans", by: person).status == 202)
            #expect(try await gateway.client.get("/v1/plans").json["basic"]?["photosPerDay"]?.number == 0)
            // The event about the basic tier from before the quota was set to zero is no longer valid.
            try await gateway.neighbors.publish(
                EntitlementChanged(
                    accountID: person.account, version: 1, tier: .basic, entitlements: EntitlementTable()[.basic],
                    changedAt: gateway.clock.now()), nil, nil)
            #expect(try await send("/v1/meals", by: person).status == 402)
        }
    }

    @Test("C13, GW-44: Pro has no quota and uses its own lane")
    func pro() async throws {
        try await with(photos: 1) { gateway in
            let person = try await gateway.register(), basic = try await gateway.register()
            try await gateway.neighbors.publish(
                EntitlementChanged(
                    accountID: person.account, version: 1, tier: .pro, entitlements: EntitlementTable()[.pro],
                    changedAt: gateway.clock.now()), nil, nil)
            for _ in 0..<3 { #expect(try await send("/v1/meals", by: person).status == 202) }
            #expect(try await send("/v1/meals", by: basic).status == 202)
            #expect(try await left(person) == nil)
            let orders = try await gateway.database.events(RecognizeMeal.self).map(\.body)
            #expect(orders.filter { $0.accountID == person.account }.map(\.isPro) == [true, true, true])
            #expect(orders.filter { $0.accountID == basic.account }.map(\.isPro) == [false])
            let lanes = try await gateway.database.pool.query(
                "SELECT DISTINCT account_id, lane FROM operations WHERE lane IS NOT NULL")
            for row in lanes {
                let (account, lane) = try row.decode(UUID.self, String.self)
                #expect(lane == (account == person.account.uuid ? "pro" : "basic"))
            }
        }
    }
}
