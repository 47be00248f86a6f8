import EventContracts
import Foundation
import IngestionCore
import IngestionScans
import IngestionService
import Messaging
import TestPeers
import TestSupport
import Testing

@Suite("Products through the API") struct ProductTests {
    private static func product(_ version: Int64, _ contains: [AllergenChoice], at date: Date) throws -> ProductChanged
    {
        ProductChanged(
            gtin: try #require(GTIN("036000291452")), version: version, language: "en", contains: contains,
            mayContain: [.species(.almond)],
            evidence: [ProductEvidence(allergen: .milk, term: "whey", rule: "ingredient-term", source: "ours")],
            readings: version, firstReadAt: date, readAt: date,
            change: version > 1 ? ProductChange(at: date, added: contains, removed: [.fish]) : nil)
    }

    private static func publish(_ body: ProductChanged, key: String? = nil, _ gateway: TestGateway) async throws {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: ProductChanged.type, time: gateway.clock.now(),
            subject: body.gtin.digits, key: key ?? body.gtin.digits, correlationID: UUID())
        try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await ProductProjection().handle(Event(attributes: attributes, body: body), in: transaction)
        }
    }

    @Test("ALG-09: a product is read by any form of its number")
    func reads() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            #expect(try await person.client.get("/v1/products/036000291452").status == 404)
            for version: Int64 in [1, 3, 2] {
                try await Self.publish(
                    Self.product(version, version == 3 ? [.milk, .eggs] : [.milk], at: gateway.clock.now()), gateway)
            }
            for form in ["036000291452", "0036000291452", "00036000291452"] {
                for reader in [person, other] {
                    let answer = try await reader.client.get("/v1/products/\(form)")
                    #expect(answer.status == 200 && answer.header("etag") == "\"3\"")
                }
            }
            let value = try await person.client.get("/v1/products/036000291452").json
            #expect(value["gtin"]?.string == "00036000291452" && value["readings"]?.number == 3)
            #expect(value["contains"]?.items.compactMap(\.string) == ["milk", "eggs"])
            #expect(value["mayContain"]?.items.compactMap(\.string) == ["almond"])
            #expect(value["change"]?["removed"]?.items.compactMap(\.string) == ["fish"])
            #expect(value["evidence"]?.items.first?["term"]?.string == "whey")
            let same = try await person.client.get(
                "/v1/products/036000291452", headers: ["if-none-match": "\"3\""])
            #expect(same.status == 304)
            for bad in ["036000291453", "1", "036000291452'--", "..%2f"] {
                #expect(try await person.client.get("/v1/products/\(bad)").status == 404, "\(bad)")
            }
            #expect(try await gateway.client.get("/v1/products/036000291452").status == 401)
        }
    }

    @Test("product: an event with another product's key is rejected")
    func foreignKey() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let product = try Self.product(1, [.milk], at: gateway.clock.now())
            await #expect(throws: PermanentFailure.self) {
                try await Self.publish(product, key: "00000096385074", gateway)
            }
        }
    }
}
