import EventContracts
import Foundation
import IngestionCore
import IngestionService
import IngestionSpending
import Messaging
import Purchases
import Quantities
import TestPeers
import TestSupport
import Testing

@Suite("Community prices through the API") struct CommunityPriceTests {
    private static let near = "Near Market", far = "Distant Market", hated = "Hated Market"

    private static func price(
        _ name: String, _ millionths: Int64, at place: (Double, Double), on day: CalendarDay
    ) -> CommunityPrice {
        CommunityPrice(
            store: StoreID(NamedUUID.make(name)), name: name,
            place: CoarsePlace(latitude: place.0, longitude: place.1), currency: .cad, unit: .kilogram,
            millionths: millionths, contributors: 4, day: day)
    }

    private static func publish(
        _ prices: [CommunityPrice], of name: String, version: Int64, key: String? = nil, _ gateway: TestGateway
    ) async throws {
        let words = PurchasedProductWords(name: name, category: .produce)
        let product = try #require(CommunityKey.all(of: words, by: .mass).first)
        let body = CommunityPriceChanged(
            product: product, version: version, prices: prices, changedAt: gateway.clock.now())
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: CommunityPriceChanged.type, time: gateway.clock.now(),
            subject: product.description, key: key ?? product.description, correlationID: UUID())
        try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await CommunityPriceProjection().handle(
                Event(attributes: attributes, body: body), in: transaction)
        }
    }

    /// The current day of a registered person.
    private static func today(_ gateway: TestGateway) throws -> CalendarDay {
        CalendarDay(gateway.clock.now(), in: try #require(TimeZone(identifier: "America/Toronto")))
    }

    /// Buys 2 kg of apples for $6 today.
    private static func buy(_ person: Person, on day: CalendarDay) async throws -> String {
        let answer = try await person.send(
            "POST", "/v1/receipts",
            """
            {"merchant":"Corner Market","purchasedAt":"\(day)","items":[{"name":"apples","quantity":2,"unit":"kg",
            "amount":{"amount":"6.00","currency":"CAD"}}],"total":{"amount":"6.00","currency":"CAD"}}
            """, headers: ["prefer": "wait=10"])
        return try #require(try answer.json["items"]?.items.first?["product"]?["id"]?.string, "\(answer.text)")
    }

    @Test("SPD-14, SPD-15: product: its cost is shown beside nearby prices")
    func beside() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), today = try Self.today(gateway)
            let product = try await Self.buy(person, on: today), path = "/v1/products/\(product)/prices?units=metric"
            func nearby() async throws -> [JSONValue] {
                let answer = try await person.client.get(path)
                guard answer.status == 200 else { throw Unexpected(answer) }
                return try #require(try answer.json["nearby"]?.items)
            }
            let here = (43.65, -79.38),
                prices = [
                    Self.price(Self.near, 200_000_000, at: (43.7, -79.4), on: today),
                    Self.price(Self.hated, 100_000_000, at: here, on: today),
                    Self.price(Self.far, 150_000_000, at: (45.5, -73.57), on: today),
                ]
            try await Self.publish(prices, of: "apples", version: 2, gateway)
            try await Self.publish([], of: "apples", version: 1, gateway)
            #expect(try await nearby().isEmpty, "without a place no nearby prices are shown")
            let preferences = """
                {"location":{"latitude":43.65,"longitude":-79.38},"radiusKm":20,"ignoredStores":["\(prices[1].store)"],
                "preferredStores":["\(prices[0].store)"]}
                """
            let chosen = try await person.send(
                "PUT", "/v1/shopping-preferences", preferences, headers: ["prefer": "wait=10"])
            #expect(chosen.status == 200, "\(chosen.text)")
            let shown = try await nearby(), offer = try #require(shown.first)
            #expect(shown.count == 1 && offer["store"]?["name"]?.string == Self.near)
            #expect(offer["price"]?.string == "2.00000" && offer["unit"]?.string == "kg")
            #expect(offer["contributors"]?.number == 4 && offer["store"]?["preferred"] == .bool(true))
            #expect(offer["store"]?["kilometres"]?.number == 6 && offer["day"]?.string == today.description)
            try await Self.publish([], of: "apples", version: 3, gateway)
            #expect(try await nearby().isEmpty)
        }
    }

    @Test("SPD-12: budget: if exceeded, shows where the same costs less")
    func advised() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), today = try Self.today(gateway)
            let product = try await Self.buy(person, on: today)
            let budget = try await person.send(
                "POST", "/v1/budgets",
                #"{"name":"Food","period":"month","amount":{"amount":"5.00","currency":"CAD"}}"#,
                headers: ["prefer": "wait=10"])
            let price = Self.price(Self.near, 200_000_000, at: (43.65, -79.38), on: today)
            try await Self.publish([price], of: "apples", version: 1, gateway)
            let path = "/v1/budgets/\(try budget.json["id"]?.string ?? "")"
            let before = try await person.client.get(path)
            #expect(try before.json["advice"]?["steps"]?.items.isEmpty == true, "\(before.text)")
            _ = try await person.send(
                "PUT", "/v1/shopping-preferences", #"{"location":{"latitude":43.65,"longitude":-79.38}}"#,
                headers: ["prefer": "wait=10"])
            let answer = try await person.client.get(path), step = try answer.json["advice"]?["steps"]?.items.first
            #expect(step?["kind"]?.string == "shop" && step?["product"]?["id"]?.string == product, "\(answer.text)")
            #expect(step?["store"]?["name"]?.string == Self.near && step?["saving"]?["amount"]?.string == "2.00")
        }
    }

    @Test("community price: an event with another product's key is rejected")
    func foreignKey() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            await #expect(throws: PermanentFailure.self) {
                try await Self.publish([], of: "apples", version: 1, key: "x", gateway)
            }
        }
    }
}

extension CommunityPriceTests {
    @Test(
        "SPD-09, SPD-24: suggestions fit the price range and budget")
    func suggestions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let today = try Self.today(gateway), product = try await Self.buy(person, on: today)
            _ = try await person.send(
                "POST", "/v1/receipts",
                """
                {"merchant":"Corner \
                Market","purchasedAt":"\(today)","items":[{"name":"crackers","quantity":1,"unit":"ea",
                "amount":{"amount":"4.00","currency":"CAD"},"discount":{"amount":"-1.00","currency":"CAD"}}]}
                """, headers: ["prefer": "wait=10"])
            func shown(_ query: String, by reader: Person) async throws -> [JSONValue] {
                let answer = try await reader.client.get("/v1/shopping-suggestions\(query)")
                guard answer.status == 200 else { throw Unexpected(answer) }
                return try #require(try answer.json["items"]?.items)
            }
            let price = Self.price(Self.near, 200_000_000, at: (43.65, -79.38), on: today)
            try await Self.publish([price], of: "apples", version: 1, gateway)
            _ = try await person.send(
                "PUT", "/v1/shopping-preferences", #"{"location":{"latitude":43.65,"longitude":-79.38}}"#,
                headers: ["prefer": "wait=10"])
            let all = try await shown("", by: person)
            #expect(all.count == 2 && all.first?["product"]?["id"]?.string == product)
            #expect(all.first?["reasons"]?.items.compactMap(\.string) == ["cheaperNearby"])
            #expect(all.first?["saving"]?["amount"]?.string == "2.00")
            #expect(all.first?["nearby"]?["store"]?["name"]?.string == Self.near)
            #expect(all.last?["reducedBy"]?["amount"]?.string == "1.00" && all.last?["saving"] == nil)
            #expect(
                try await shown("?currency=CAD&priceTo=5.99", by: person).map { $0["product"]?["name"]?.string } == [
                    "crackers"
                ])
            #expect(try await shown("?currency=USD", by: person).isEmpty)
            #expect(try await shown("", by: other).isEmpty)
            let budget = try await person.send(
                "POST", "/v1/budgets",
                #"{"name":"All","period":"month","amount":{"amount":"12.00","currency":"CAD"}}"#,
                headers: ["prefer": "wait=10"])
            let id = try budget.json["id"]?.string ?? ""
            #expect(try await shown("?budget=\(id)", by: person).map { $0["product"]?["name"]?.string } == ["crackers"])
            for bad in [
                "?category=x", "?currency=x", "?priceFrom=1", "?currency=CAD&priceFrom=2&priceTo=1",
                "?budget=\(UUID())",
            ] {
                #expect(try await person.client.get("/v1/shopping-suggestions\(bad)").status == 400, "\(bad)")
            }
            #expect(try await other.client.get("/v1/shopping-suggestions?budget=\(id)").status == 400)
        }
    }

    @Test("SPD-09, SPD-12: suggestions: feedback is counted once and anonymously")
    func judged() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            func judge(_ body: String, key: String) async throws -> Int {
                try await person.send(
                    "POST", "/v1/shopping-suggestions/judgements", body, headers: ["idempotency-key": key]
                ).status
            }
            #expect(try await judge(#"{"fits":true,"useful":false}"#, key: "one") == 204)
            #expect(try await judge(#"{"fits":true,"useful":false}"#, key: "one") == 204)
            #expect(try await judge(#"{"fits":true}"#, key: "two") == 204)
            #expect(try await judge("{}", key: "three") == 422)
            #expect(try await judge(#"{"fits":"yes"}"#, key: "four") == 422)
            let counts = try await JudgementRepository.counts(in: gateway.database.pool)
            #expect(counts[.fits]?.yes == 2 && counts[.fits]?.no == 0 && counts[.useful]?.no == 1)
        }
    }
}
