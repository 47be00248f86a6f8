import EventContracts
import FoodCatalogue
import FoodLibrary
import FoodTables
import Foundation
import IngestionCore
import IngestionService
import Messaging
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Imported foods, barcodes and saved foods through the API") struct ImportedFoodTests {
    private static let code = "4006381333931"

    private func made(_ path: String, _ body: String, by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", path, body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    private func found(_ query: String, by person: Person) async throws -> [JSONValue] {
        try await person.client.get("/v1/foods?\(query)").json["items"]?.items ?? []
    }

    /// A table with one product in a catalogue store.
    private func released(_ name: String, version: Int64, in store: URL) throws -> CatalogueReleased {
        let food = ImportedFood(
            try #require(FoodID("off-\(Self.code)")), named: [.english: name],
            amounts: NutrientAmounts([.energy: 400]), brand: "Mill")
        let draft = store.appending(path: "off.sorted")
        try Data((ReleaseRow.head + ReleaseRow.line(food)).utf8).write(to: draft)
        let file = try CatalogueFiles(store).take(draft, of: "off")
        return CatalogueReleased(
            source: "off", version: version, uri: file.name, sha256: file.sha256, bytes: file.bytes, foods: 1,
            releasedAt: Date())
    }

    @Test(
        "NUT-26, NUT-22: a newer food release replaces the older one")
    func releases() async throws {
        try await withTemporaryDirectory { store in
            try await TestGateway.with {
                $0.catalogueDirectory = store
            } _: { gateway in
                let person = try await gateway.register()
                #expect(try await found("query=qwix", by: person).isEmpty)
                let first = try released("Qwix bar", version: 1, in: store)
                try await gateway.neighbors.publish(first)
                try await eventually("the release is found") {
                    try await found("query=mill%20qw", by: person).first?["id"]?.string == "off-\(Self.code)"
                }
                let byCode = try await found("gtin=\(Self.code)", by: person)
                #expect(byCode.count == 1 && byCode[0]["gtin"]?.string == "0\(Self.code)")
                let read = try await person.client.get("/v1/foods/off-\(Self.code)").json
                #expect(read["brand"]?.string == "Mill" && read["nutrients"]?["iron"]?["amount"] == .null)
                #expect(read["source"]?["title"]?.string?.contains("Open Food Facts") == true)
                let meal = try await made(
                    "/v1/meals", #"{"items":[{"gtin":"\#(Self.code)","grams":50}]}"#, by: person)
                #expect(meal["items"]?.items.first?["food"]?["id"]?.string == "off-\(Self.code)")
                // Late and repeated events, and those with another key, change nothing.
                try await gateway.neighbors.publish(try released("Qwix roll", version: 2, in: store))
                try await gateway.neighbors.publish(first)
                await #expect(throws: PermanentFailure.self) {
                    try await gateway.neighbors.publish(first, key: "fdc")
                }
                try await eventually("the newer release is found") {
                    try await found("query=qwix%20roll", by: person).count == 1
                }
                #expect(try await found("query=qwix%20bar", by: person).isEmpty)
                var gone = first
                gone.version = 3
                gone.withdrawnAt = Date()
                try await gateway.neighbors.publish(gone, isSnapshot: true)
                try await eventually("the table is withdrawn") {
                    try await found("query=qwix", by: person).isEmpty
                }
                let none = try await person.send(
                    "POST", "/v1/meals", #"{"items":[{"gtin":"\#(Self.code)","grams":50}]}"#)
                #expect(none.status == 422 && none.pointers == ["/items/0/gtin"])
            }
        }
    }

    @Test("NUT-33, NUT-24: own foods are found first by their owner's barcode")
    func ownBarcode() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let food = try await made(
                "/v1/foods", #"{"name":"My bar","energyKcal":410,"gtin":"\#(Self.code)"}"#, by: person)
            #expect(food["gtin"]?.string == "0\(Self.code)")
            #expect(try await found("gtin=0\(Self.code)", by: person).map { $0["id"] } == [food["id"]])
            #expect(try await found("gtin=\(Self.code)", by: other).isEmpty)
            let meal = try await made(
                "/v1/meals", #"{"items":[{"gtin":"\#(Self.code)","grams":50},{"energyKcal":10}]}"#, by: person)
            let items = meal["items"]?.items ?? []
            #expect(items.first?["food"]?["id"] == food["id"] && items.count == 2)
            let changed = try await person.send(
                "PATCH", "/v1/meals/\(meal["id"]?.string ?? "")",
                #"{"items":[{"gtin":"\#(Self.code)","grams":75}]}"#, headers: ["prefer": "wait=10"])
            #expect(try changed.status == 200 && changed.json["items"]?.items.first?["food"]?["id"] == food["id"])
            for (body, pointers) in [
                (#"{"items":[{"gtin":"4006381333932","grams":5}]}"#, ["/items/0/gtin"]),
                (#"{"items":[{"gtin":"\#(Self.code)"}]}"#, ["/items/0/grams"]),
                (#"{"items":[{"gtin":"\#(Self.code)","foodId":"sr28-09003","grams":5}]}"#, ["/items/0"]),
                (#"{"items":[{"gtin":"\#(Self.code)","energyKcal":5}]}"#, ["/items/0"]),
            ] {
                let answer = try await person.send("POST", "/v1/meals", body)
                #expect(answer.status == 422 && answer.pointers == pointers, "\(body)")
            }
            let foreign = try await other.send(
                "POST", "/v1/meals", #"{"items":[{"gtin":"\#(Self.code)","grams":5}]}"#)
            #expect(foreign.status == 422 && foreign.pointers == ["/items/0/gtin"])
            #expect(try await person.client.get("/v1/foods?gtin=4006381333932").status == 400)
            let cleared = try await person.send(
                "PATCH", "/v1/foods/\(food["id"]?.string ?? "")", #"{"gtin":null}"#, headers: ["prefer": "wait=10"])
            #expect(try cleared.status == 200 && cleared.json["gtin"] == nil)
        }
    }

    @Test("NUT-08, NUT-22: saved foods: rank first and can be eaten by their id")
    func savedFirst() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let saved = try await made(
                "/v1/saved-foods", #"{"name":"apple of mine","foodId":"sr28-09003","grams":150}"#, by: person)
            let typed = try await made("/v1/saved-foods", #"{"name":"Apple pie","energyKcal":320}"#, by: person)
            let own = try await made("/v1/foods", #"{"name":"apple","brand":"Mum","energyKcal":50}"#, by: person)
            let items = try await found("query=apple&limit=5", by: person)
            #expect(items.count == 5)
            #expect(items[0]["id"] == own["id"], "the whole name comes first")
            let ids = items.compactMap { $0["savedFoodId"]?.string }
            #expect(Set(ids) == [saved["id"]?.string, typed["id"]?.string])
            #expect(items[1...2].allSatisfy { $0["source"]?.string == "savedFood" })
            #expect(items.first { $0["savedFoodId"] == saved["id"] }?["grams"]?.number == 150)
            #expect(items.first { $0["savedFoodId"] == typed["id"] }?["energyKcal"]?.number == 320)
            #expect(items[3...].allSatisfy { $0["source"] == nil })
            #expect(try await found("query=aple%20pie", by: person).first?["isMisspelled"] == .bool(true))
            let meal = try await made("/v1/meals", #"{"items":[{"savedFoodId":"\#(ids[0])"}]}"#, by: person)
            #expect(meal["items"]?.items.first?["savedFoodId"]?.string == ids[0])
            #expect(try await found("query=apple%20of%20mine", by: other).allSatisfy { $0["savedFoodId"] == nil })
            _ = try await person.client.send(
                "DELETE", "/v1/saved-foods/\(saved["id"]?.string ?? "")", headers: ["prefer": "wait=10"])
            #expect(try await found("query=apple%20of%20mine", by: person).allSatisfy { $0["savedFoodId"] == nil })
        }
    }
}
