import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Diary history") struct DiaryTimeTests {
    private static let day = "2026-01-14"

    private func record(_ person: Person, _ name: String, kcal: Int, slot: String = "lunch") async throws -> String {
        let body = #"""
            {"name":"\#(name)","slot":"\#(slot)","eatenAt":"2026-01-14T12:00:00-05:00",
            "items":[{"name":"x","energyKcal":\#(kcal)}]}
            """#
        let answer = try await person.send("POST", "/v1/meals", body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(answer.json["id"]?.string)
    }

    /// The time of the test's clock, which then advances by a minute.
    private func now(_ gateway: TestGateway) -> String {
        defer { gateway.clock.advance(by: .seconds(60)) }
        return EventTime.format(gateway.clock.now())
    }

    @Test("GW-22, NUT-03: meal: readable as of an earlier time, even if deleted")
    func meal() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            let before = now(gateway)
            let id = try await record(person, "Soup", kcal: 200)
            let first = now(gateway)
            let changed = try await person.send(
                "PATCH", "/v1/meals/\(id)", #"{"name":"Stew"}"#, headers: ["prefer": "wait=10"])
            #expect(changed.status == 200)
            let second = now(gateway)
            let deleted = try await person.client.send("DELETE", "/v1/meals/\(id)", headers: ["prefer": "wait=10"])
            #expect(deleted.status == 204)
            let third = now(gateway)

            #expect(try await person.client.get("/v1/meals/\(id)").status == 404)
            #expect(try await person.client.get("/v1/meals/\(id)?at=\(before)").status == 404)
            #expect(try await person.client.get("/v1/meals/\(id)?at=\(first)").json["name"]?.string == "Soup")
            #expect(try await person.client.get("/v1/meals/\(id)?at=\(second)").json["name"]?.string == "Stew")
            #expect(try await person.client.get("/v1/meals/\(id)?at=\(third)").status == 404)
            #expect(try await stranger.client.get("/v1/meals/\(id)?at=\(first)").status == 404)
            #expect(try await stranger.client.get("/v1/meals/\(id)/versions").status == 404)

            let versions = try await person.client.get("/v1/meals/\(id)/versions").json["items"]?.items ?? []
            #expect(versions.map { $0["version"]?.number } == [3, 2, 1])
            #expect(versions.map { $0["deleted"] } == [.bool(true), .bool(false), .bool(false)])
            #expect(versions.map { $0["meal"]?["name"]?.string } == ["Stew", "Stew", "Soup"])
            #expect(versions.last?["at"]?.string == first)

            for wrong in ["yesterday", "2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z"] {
                let refused = try await person.client.get("/v1/meals/\(id)?at=\(wrong)")
                #expect(refused.status == 400 && refused.parameters == ["at"], "\(wrong)")
            }
            let stored = try await gateway.database.pool.query("SELECT body::text FROM meal_versions")
            for row in stored { #expect(try !row.decode("body", as: String.self).contains("Stew")) }
        }
    }

    @Test("GW-22, NUT-05: a day as of an earlier time sums the meals it had then")
    func day() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let first = try await record(person, "Soup", kcal: 200)
            let one = now(gateway)
            _ = try await record(person, "Cake", kcal: 300, slot: "tea time")
            let both = now(gateway)
            let moved = try await person.send(
                "PATCH", "/v1/meals/\(first)", #"{"eatenAt":"2026-01-13T12:00:00-05:00"}"#,
                headers: ["prefer": "wait=10"])
            #expect(moved.status == 200)
            let rest = now(gateway)
            func energy(_ at: String, on day: String = Self.day) async throws -> String {
                let published = try await person.client.get("/v1/days/\(day)?at=\(at)").json
                let slots = published["slots"]?.items.compactMap { $0["slot"]?.string } ?? []
                let kcal = published["totals"]?["energyKcal"]?["value"]?.number ?? -1
                return "\(published["meals"]?.number ?? -1) \(kcal) \(slots.joined(separator: ","))"
            }
            #expect(try await energy(one) == "1 200 lunch")
            #expect(try await energy(both) == "2 500 lunch,tea time")
            #expect(try await energy(rest) == "1 300 tea time")
            #expect(try await energy(both, on: "2026-01-13") == "0 0 ")
            #expect(try await energy(rest, on: "2026-01-13") == "1 200 lunch")
        }
    }

    @Test("GW-48, C10: grant: shows no earlier versions")
    func grants() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let id = try await record(owner, "Soup", kcal: 200)
            let then = now(gateway)
            let end = EventTime.format(gateway.clock.now().addingTimeInterval(86_400))
            let offered = try await owner.send(
                "POST", "/v1/grants", #"{"name":"Dr. Roy","scopes":["diary"],"expiresAt":"\#(end)"}"#)
            let token = try #require(try offered.json["token"]?.string),
                grant = try #require(
                    try offered.json["id"]?.string)
            #expect(try await doctor.send("POST", "/v1/grants/accept", #"{"token":"\#(token)"}"#).status == 200)
            let headers = ["grant": grant]
            #expect(try await doctor.client.get("/v1/meals/\(id)", headers: headers).status == 200)
            #expect(try await doctor.client.get("/v1/meals/\(id)?at=\(then)", headers: headers).status == 403)
            #expect(
                try await doctor.client.get("/v1/days/\(Self.day)?at=\(then)", headers: headers).status == 403)
            #expect(try await doctor.client.get("/v1/meals/\(id)/versions", headers: headers).status == 404)
        }
    }

    @Test("GW-22: history: old versions are removed after 90 days")
    func pruned() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let id = try await record(person, "Soup", kcal: 200)
            gateway.clock.advance(by: .seconds(60))
            _ = try await person.send(
                "PATCH", "/v1/meals/\(id)", #"{"name":"Stew"}"#, headers: ["prefer": "wait=10"])
            let gone = try await record(person, "Cake", kcal: 300)
            _ = try await person.client.send("DELETE", "/v1/meals/\(gone)", headers: ["prefer": "wait=10"])
            func versions() async throws -> [Int64] {
                try await gateway.database.pool.query("SELECT version FROM meal_versions ORDER BY meal_id, version")
                    .map { try $0.decode(Int64.self) }.sorted()
            }
            let housekeeping = Housekeeping(
                database: gateway.database, photos: gateway.archive, retention: .init())
            gateway.clock.advance(by: .seconds(89 * 86_400))
            try await housekeeping.run()
            #expect(try await versions() == [1, 1, 2, 2])
            gateway.clock.advance(by: .seconds(86_400 + 60))
            try await housekeeping.run()
            #expect(try await versions() == [2])

            // A version that was replaced less than 90 days ago was still current 90 days ago.
            let late = try await gateway.register(), stood = try await record(late, "Soup", kcal: 200)
            gateway.clock.advance(by: .seconds(30 * 86_400))
            let back = try await gateway.signIn(late)
            _ = try await back.send(
                "PATCH", "/v1/meals/\(stood)", #"{"name":"Stew"}"#, headers: ["prefer": "wait=10"])
            gateway.clock.advance(by: .seconds(70 * 86_400))
            try await housekeeping.run()
            #expect(try await versions() == [1, 2, 2])
            gateway.clock.advance(by: .seconds(21 * 86_400))
            try await housekeeping.run()
            #expect(try await versions() == [2, 2])
        }
    }
}
