import EventContracts
import Foundation
import IngestionCore
import TestPeers
@testable import IngestionSpending
import Messaging
import Quantities
import TestSupport
import Testing

@Suite("Shopping preferences and budget advice through the API") struct ShoppingTests {
    private static let held = ["prefer": "wait=10"]

    @Test("SPD-07, SPD-08, SPD-16: place: stored to about a kilometer only")
    func preferences() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let path = "/v1/shopping-preferences"
            let before = try await person.client.get(path)
            let standard = try before.json
            #expect(standard["version"]?.number == 0 && standard["radiusKm"]?.number == 10, "\(before.text)")
            #expect(standard["sharesPrices"] == .bool(false) && standard["location"] == nil)
            let shop = UUID().uuidString.lowercased()
            let body = """
                {"location":{"latitude":43.653482,"longitude":-79.383935},"radiusKm":25,"ignoredStores":["\(shop)"],\
                "units":"metric","wayCostPerKm":{"amount":"0.40","currency":"CAD"},"sharesPrices":true}
                """
            let set = try await person.send("PUT", path, body, headers: Self.held)
            #expect(set.status == 200 && set.header("etag") == "\"1\"", "\(set.text)")
            let read = try await person.client.get(path).json
            #expect(read["location"]?["latitude"] == .number("43.65"))
            #expect(read["location"]?["longitude"] == .number("-79.38"))
            #expect(read["ignoredStores"]?.items.map(\.string) == [shop])
            #expect(read["wayCostPerKm"]?["amount"]?.string == "0.40")
            #expect(read["sharesPrices"] == .bool(true) && read["units"]?.string == "metric")
            #expect(try await person.send("PUT", path, "{}", headers: ["if-match": "\"7\""]).status == 412)
            #expect(try await other.client.get(path).json["version"]?.number == 0)
            #expect(try await person.send("PUT", path, "{}", headers: Self.held).json["location"] == nil)
        }
    }

    @Test(
        "SPD-07: invalid preferences are rejected with pointers",
        arguments: [
            (#"{"radiusKm":0}"#, "/radiusKm"), (#"{"radiusKm":201}"#, "/radiusKm"),
            (#"{"location":{"latitude":91,"longitude":0}}"#, "/location"), (#"{"location":"home"}"#, "/location"),
            (#"{"ignoredStores":["x"]}"#, "/ignoredStores/0"), (#"{"units":"stones"}"#, "/units"),
            (#"{"wayCostPerKm":{"amount":"-1","currency":"CAD"}}"#, "/wayCostPerKm/amount"),
        ])
    func refused(body: String, place: String) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("PUT", "/v1/shopping-preferences", body)
            #expect(answer.status == 422 && answer.pointers == [place], "\(answer.text)")
        }
    }

    @Test("SPD-12: an exceeded budget shows advice, and the user rates it")
    func advice() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let today = CalendarDay(gateway.clock.now(), in: try #require(TimeZone(identifier: "America/Toronto")))
            let made = try await person.send(
                "POST", "/v1/budgets",
                #"{"name":"Snacks","period":"month","category":"snacks","amount":{"amount":"9.00","currency":"CAD"}}"#,
                headers: Self.held)
            let path = "/v1/budgets/\(try made.json["id"]?.string ?? "")"
            for (name, price) in [("Potato chips 200 g", "3.99"), ("Potato chips brand 200 g", "7.99")] {
                #expect(try await person.client.get(path).json["advice"] == nil)
                let bought = try await person.send(
                    "POST", "/v1/receipts",
                    """
                    {"merchant":"Corner Market","purchasedAt":"\(today)","items":[{"name":"\(name)",\
                    "category":"snacks","amount":{"amount":"\(price)","currency":"CAD"}}]}
                    """, headers: Self.held)
                #expect(bought.status == 201, "\(bought.text)")
            }
            let advice = try await person.client.get(path).json["advice"]
            let steps = advice?["steps"]?.items ?? []
            let swap = steps.first { $0["kind"]?.string == "swap" }
            #expect(swap?["product"]?["name"]?.string == "Potato chips brand 200 g", "\(steps)")
            #expect(swap?["instead"]?["name"]?.string == "Potato chips 200 g")
            #expect(swap?["saving"]?["amount"]?.string == "4.00" && advice?["useful"] == nil)
            #expect(try await other.send("PUT", path + "/advice", #"{"useful":true}"#).status == 404)
            #expect(try await person.send("PUT", path + "/advice", "{}").pointers == ["/useful"])
            let judged = try await person.send("PUT", path + "/advice", #"{"useful":true}"#, headers: Self.held)
            #expect(judged.status == 200 && judged.header("etag") == "\"2\"", "\(judged.text)")
            #expect(try await person.client.get(path).json["advice"]?["useful"] == .bool(true))
        }
    }
}
