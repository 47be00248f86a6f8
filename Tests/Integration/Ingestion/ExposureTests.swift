import EventContracts
import Foundation
import IngestionCore
import IngestionScans
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing

@Suite("Context of a reaction") struct ExposureTests {
    private func window(_ day: String, _ time: String?, _ zone: String) throws -> ExposureWindow {
        let date = try #require(CalendarDay(day)), place = try #require(TimeZone(identifier: zone))
        return try #require(ExposureWindow(day: date, timeOfDay: time.flatMap(TimeOfDay.init), in: place))
    }

    @Test("exposures: with a time: the 48 hours before it, in local time")
    func withTime() throws {
        let window = try window("2026-11-20", "19:30", "America/Toronto")
        #expect(window.upTo == EventTime.parse("2026-11-21T00:30:00Z"))
        #expect(window.from == EventTime.parse("2026-11-19T00:30:00Z"))
    }

    @Test("exposures: without a time: the day and the 48 hours before it")
    func dayOnly() throws {
        let window = try window("2026-11-20", nil, "Asia/Shanghai")
        #expect(window.from == EventTime.parse("2026-11-17T16:00:00Z"))
        #expect(window.upTo == EventTime.parse("2026-11-20T16:00:00Z"))
        let short = try self.window("2026-03-08", nil, "America/Toronto")
        #expect(short.upTo.timeIntervalSince(short.from) == TimeInterval(71 * 3_600), "the clocks went forward")
    }

    @Test("GW-23: exposures list the account's scans of the preceding 48 hours")
    func exposures() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            let scan = try await person.scan("milk, sugar")
            _ = try await stranger.scan("milk, fish")
            let today = CalendarDay(gateway.clock.now(), in: try #require(TimeZone(identifier: "America/Toronto")))
            let id = try #require(scan["id"]?.string)
            let made = try await person.send(
                "POST", "/v1/reactions",
                #"{"occurredOn":"\#(today)","allergens":["milk","almond"],"symptoms":["hives"],"scan":"\#(id)"}"#,
                headers: ["prefer": "wait=5"])
            #expect(made.status == 201)
            let path = try #require(made.header("location"))
            let answer = try await person.client.get("\(path)/exposures")
            #expect(answer.status == 200)
            let items = try #require(try answer.json["items"]?.items)
            #expect(items.count == 1)
            #expect(items[0]["id"]?.string == id && items[0]["resource"]?.string == "/v1/label-scans/\(id)")
            #expect(items[0]["contains"]?.items.compactMap(\.string) == ["milk"])
            #expect(items[0]["suspected"]?.items.compactMap(\.string) == ["milk"])
            #expect(items[0]["isNamed"] == .bool(true))
            let early = try await person.send(
                "POST", "/v1/reactions", #"{"occurredOn":"2020-01-02","timeOfDay":"08:00","cause":"soup"}"#,
                headers: ["prefer": "wait=5"])
            let earlier = try #require(early.header("location"))
            #expect(try await person.client.get("\(earlier)/exposures").json["items"]?.items.isEmpty == true)
            #expect(try await stranger.client.get("\(path)/exposures").status == 404)
            #expect(try await person.client.get("/v1/reactions/\(UUID())/exposures").status == 404)
            #expect(try await person.client.get("/v1/reactions/x/exposures").status == 404)
        }
    }

    @Test("reaction: time, symptoms and links are kept; null clears them")
    func linksOfReactions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let eaten = try await person.send(
                "POST", "/v1/meals", #"{"items":[{"foodId":"sr28-09003","grams":150}]}"#, headers: ["prefer": "wait=10"]
            ).json
            let meal = try #require(eaten["id"]?.string)
            let bad = try await person.send(
                "POST", "/v1/reactions",
                #"{"occurredOn":"2025-12-24","timeOfDay":"24:00","symptoms":["joy"],"gtin":"123","scan":"x","meal":7}"#)
            #expect(bad.pointers == ["/timeOfDay", "/symptoms/0", "/gtin", "/scan", "/meal"])
            let blank = try await person.send("POST", "/v1/reactions", #"{"occurredOn":"2025-12-24","cause":"  "}"#)
            #expect(blank.pointers == ["/allergens"])
            let long = String(repeating: "n", count: 2_001)
            let tooLong = try await person.send(
                "POST", "/v1/reactions", #"{"occurredOn":"2025-12-24","cause":"soup","notes":"\#(long)"}"#)
            #expect(tooLong.pointers == ["/notes"])
            let made = try await person.send(
                "POST", "/v1/reactions",
                #"""
                {"occurredOn":"2025-12-24","timeOfDay":"19:30","symptoms":["hives","cough"],"gtin":"036000291452",
                 "meal":"\#(meal)","notes":"\#(long.dropLast())"}
                """#, headers: ["prefer": "wait=5"])
            #expect(made.status == 201)
            let value = try made.json
            #expect(value["timeOfDay"]?.string == "19:30" && value["gtin"]?.string == "00036000291452")
            #expect(value["symptoms"]?.items.compactMap(\.string) == ["hives", "cough"])
            #expect(value["meal"]?.string == meal)
            let path = try #require(made.header("location"))
            let cleared = try await person.send(
                "PATCH", path, #"{"gtin":null,"timeOfDay":null,"symptoms":[]}"#, headers: ["prefer": "wait=5"])
            #expect(try cleared.json["gtin"] == nil && cleared.json["timeOfDay"] == nil)
            #expect(try cleared.json["symptoms"]?.items.isEmpty == true)
            let nothing = try await person.send("PATCH", path, #"{"meal":null}"#)
            #expect(nothing.pointers == ["/allergens"], "an allergen or a cause is required")
        }
    }
}
