import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import IngestionService

@Suite("Import of an export through the API", .timeLimit(.minutes(10))) struct ImportTests {
    private static let waiting = ["prefer": "wait=10"]
    private let exports = ExportTests()

    private func made(_ person: Person, _ method: String, _ path: String, _ body: String) async throws -> JSONValue {
        let answer = try await person.send(method, path, body, headers: Self.waiting)
        guard (200..<300).contains(answer.status) else { throw Unexpected(answer) }
        return answer.body.isEmpty ? .null : try answer.json
    }

    /// Fills an account, and returns its exported files.
    private func exported(by person: Person, _ gateway: TestGateway) async throws -> [String: String] {
        let own = try await made(
            person, "POST", "/v1/foods", #"{"name":"Bread of mine","energyKcal":250,"nutrients":{"proteinG":9}}"#)
        let food = try #require(own["id"]?.string)
        let saved = try await made(
            person, "POST", "/v1/saved-foods", #"{"name":"Slice","foodId":"\#(food)","grams":40}"#)
        let slice = try #require(saved["id"]?.string)
        let meal = try await made(
            person, "POST", "/v1/meals",
            #"{"name":"Lunch","eatenAt":"2026-01-15T17:00:00Z","items":[{"savedFoodId":"\#(slice)"},"#
                + #"{"foodId":"sr28-09003","grams":150},{"name":"Sauce","energyKcal":60,"nutrients":{"fatG":5}}]}"#)
        let photo = try await person.send(
            "POST", "/v1/meals?name=Photographed&eatenAt=2026-01-16T17:00:00Z", photo: try SamplePhoto.jpeg.bytes(),
            headers: Self.waiting)
        guard photo.status == 201 else { throw Unexpected(photo) }
        let receipt = try await made(
            person, "POST", "/v1/receipts",
            #"{"merchant":"Shop","purchasedAt":"2026-01-15","total":{"amount":"3.00","currency":"CAD"},"#
                + #""items":[{"name":"Tea","amount":{"amount":"3.00","currency":"CAD"}}]}"#)
        _ = try await made(
            person, "POST", "/v1/reactions",
            #"{"occurredOn":"2026-01-15","meal":"\#(try #require(meal["id"]?.string))","cause":"bread"}"#)
        _ = try await made(
            person, "POST", "/v1/budgets",
            #"{"name":"Food","period":"month","amount":{"amount":"300.00","currency":"CAD"}}"#)
        let tea = try #require(receipt["items"]?.items.first?["product"]?["id"]?.string)
        _ = try await made(
            person, "POST", "/v1/budgets",
            #"{"name":"Tea","period":"week","product":"\#(tea)","amount":{"amount":"5.00","currency":"CAD"}}"#)
        _ = try await made(
            person, "PUT", "/v1/allergen-profile",
            #"{"allergens":["milk","peanuts"],"otherIngredients":[{"name":"kiwi","synonyms":["kiwifruit"]}]}"#)
        _ = try await made(
            person, "PUT", "/v1/goals",
            #"{"energyKcal":2000,"macros":{"proteinPercent":20,"carbohydratePercent":50,"fatPercent":30},"#
                + #""targets":{"sodiumMg":{"max":2000}}}"#)
        _ = try await made(person, "PUT", "/v1/disliked-foods/sr28-09003", "")
        let export = try await exports.asked(person)
        try await exports.tellNothing(export, of: person.account, gateway)
        try await exports.ready(export, person)
        let file = try await person.client.get("/v1/exports/\(export)/content")
        guard file.status == 200 else { throw Unexpected(file) }
        return try await exports.unpack(file.body)
    }

    private static let files: [(ImportedRecord.Kind, String)] = [
        (.allergenProfile, "records/allergen-profiles.json"), (.goals, "records/goals.json"),
        (.ownFood, "records/own-foods.json"), (.savedFood, "records/saved-foods.json"),
        (.dislikedFood, "account/disliked_foods.json"), (.meal, "records/meals.json"),
        (.receipt, "records/receipts.json"), (.reaction, "records/reactions.json"), (.budget, "records/budgets.json"),
    ]

    /// Imports every record and returns the results by kind.
    private func bring(
        _ files: [String: String], by person: Person
    ) async throws -> [ImportedRecord.Kind: [JSONValue]] {
        var results: [ImportedRecord.Kind: [JSONValue]] = [:]
        for (kind, name) in Self.files {
            let records = try JSONReader.read(Array(try #require(files[name], "\(name)").utf8), from: .ownRecords).items
            #expect(!records.isEmpty, "\(name)")
            let items = records.map { #"{"kind":"\#(kind.rawValue)","record":\#($0.canonicalText)}"# }
            results[kind] = try await bring(items, by: person)
        }
        return results
    }

    private func bring(_ items: [String], by person: Person) async throws -> [JSONValue] {
        let answer = try await person.send("POST", "/v1/imports", #"{"items":[\#(items.joined(separator: ","))]}"#)
        guard answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json["items"]?.items ?? []
    }

    @Test("GW-22: import: a new account imports an export once, with references")
    func another() async throws {
        try await TestGateway.with { gateway in
            let first = try await gateway.register(), second = try await gateway.register()
            let files = try await exported(by: first, gateway)
            let results = try await bring(files, by: second)
            for (kind, items) in results {
                #expect(items.allSatisfy { $0["outcome"]?.string == "imported" }, "\(kind): \(items)")
            }
            let profile = try await second.client.get("/v1/allergen-profile").json
            #expect(Set(profile["allergens"]?.items.map(\.string) ?? []) == ["milk", "peanuts"])
            #expect(profile["otherIngredients"]?.items.first?["synonyms"]?.items.first?.string == "kiwifruit")
            let goals = try await second.client.get("/v1/goals").json
            #expect(goals["macros"]?["protein"]?["percent"]?.number == 20)
            let meals = try await second.client.get("/v1/meals").json["items"]?.items ?? []
            #expect(meals.count == 2)
            let lunch = try #require(meals.first { $0["name"]?.string == "Lunch" })
            #expect(lunch["eatenAt"]?.string?.hasPrefix("2026-01-15T17:00:00") == true)
            let saved = try await second.client.get("/v1/saved-foods").json["items"]?.items.first
            let own = try #require(results[.ownFood]?.first?["id"]?.string)
            #expect(saved?["foodId"]?.string == own)
            let items = lunch["items"]?.items ?? []
            #expect(items.first?["savedFoodId"]?.string == saved?["id"]?.string)
            #expect(items.last?["typedNutrients"]?["fatG"]?.number == 5)
            let reaction = try await second.client.get("/v1/reactions").json["items"]?.items.first
            #expect(reaction?["meal"]?.string == lunch["id"]?.string)
            let receipt = try await second.client.get("/v1/receipts").json["items"]?.items.first
            #expect(receipt?["total"]?["amount"]?.string == "3.00")
            let tea = try #require(receipt?["items"]?.items.first?["product"]?["id"]?.string)
            let budgets = try await second.client.get("/v1/budgets").json["items"]?.items ?? []
            #expect(budgets.first { $0["name"]?.string == "Tea" }?["product"]?.string == tea)
            #expect(budgets.count == 2 && files["records/budgets.json"]?.contains(tea) == false)
            #expect(try await second.client.get("/v1/disliked-foods").json["items"]?.items.count == 1)

            let again = try await bring(files, by: second)
            for (kind, items) in again {
                #expect(items.allSatisfy { $0["outcome"]?.string == "present" }, "\(kind): \(items)")
                #expect(items.map { $0["id"] } == results[kind]?.map { $0["id"] }, "\(kind)")
            }
            #expect(try await second.client.get("/v1/meals").json["items"]?.items.count == 2)
        }
    }

    @Test("GW-22: import: the exporting account has every record already")
    func same() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let files = try await exported(by: person, gateway)
            let results = try await bring(files, by: person)
            for (kind, items) in results {
                #expect(items.allSatisfy { $0["outcome"]?.string == "present" }, "\(kind): \(items)")
            }
            // A record that was deleted since is restored, once.
            let reaction = try #require(results[.reaction]?.first?["id"]?.string)
            _ = try await person.client.send("DELETE", "/v1/reactions/\(reaction)", headers: Self.waiting)
            let back = try await bring(files, by: person)[.reaction]?.first
            #expect(back?["outcome"]?.string == "imported" && back?["id"]?.string != reaction)
            let third = try await bring(files, by: person)[.reaction]?.first
            #expect(third?["outcome"]?.string == "present" && third?["id"] == back?["id"])
            _ = try await person.client.send("DELETE", "/v1/disliked-foods/sr28-09003")
            for outcome in ["imported", "present"] {
                let food = try await bring(files, by: person)[.dislikedFood]?.first
                #expect(food?["outcome"]?.string == outcome, "\(outcome)")
            }
        }
    }

    @Test("GW-22: a photo of an imported meal is kept and not analyzed again")
    func photo() async throws {
        try await TestGateway.with { gateway in
            let first = try await gateway.register(), second = try await gateway.register()
            let files = try await exported(by: first, gateway)
            let file = try #require(files["records/meals.json"])
            let meals = try JSONReader.read(Array(file.utf8), from: .ownRecords).items
            let record = try #require(meals.first { $0["name"]?.string == "Photographed" })
            let sent = gateway.neighbors.mealPhotoOrders.count
            let item = #"{"kind":"meal","record":\#(record.canonicalText)"#
            let without = try #require(try await bring([item + "}"], by: second).first)
            #expect(without["outcome"]?.string == "imported" && without["hasPhoto"] == .bool(false), "\(without)")
            let meal = try #require(without["id"]?.string)
            #expect(try await second.client.get("/v1/meals/\(meal)/photo").status == 404)
            let draft = try await second.send("POST", "/v1/photos", photo: try SamplePhoto.jpeg.bytes())
            let photo = try #require(try draft.json["id"]?.string, "\(draft.text)")
            for _ in 1...2 {
                let with = try #require(try await bring([item + #","photo":"\#(photo)"}"#], by: second).first)
                #expect(with["outcome"]?.string == "present" && with["hasPhoto"] == .bool(true), "\(with)")
            }
            #expect(try await second.client.get("/v1/meals/\(meal)/photo").status == 200)
            #expect(gateway.neighbors.mealPhotoOrders.count == sent)
        }
    }

    @Test("GW-22: photos of an imported receipt are kept and not read again")
    func receiptPhotos() async throws {
        try await TestGateway.with { gateway in
            let first = try await gateway.register(), second = try await gateway.register()
            let file = try #require(try await exported(by: first, gateway)["records/receipts.json"])
            let record = try #require(try JSONReader.read(Array(file.utf8), from: .ownRecords).items.first)
            let draft = try await second.send("POST", "/v1/photos", photo: try SamplePhoto.jpeg.bytes())
            let photo = try #require(try draft.json["id"]?.string, "\(draft.text)")
            let item = #"{"kind":"receipt","record":\#(record.canonicalText),"photos":["\#(photo)"]}"#
            for outcome in ["imported", "present"] {
                let result = try #require(try await bring([item], by: second).first)
                #expect(result["outcome"]?.string == outcome, "\(result)")
            }
            let receipt = try #require(try await second.client.get("/v1/receipts").json["items"]?.items.first)
            let path = "/v1/receipts/\(receipt["id"]?.string ?? "")/photo"
            #expect(receipt["photos"]?.items.count == 1)
            #expect(try await second.client.get(path).status == 200)
            #expect(!gateway.neighbors.commands.contains(ReadReceipt.type))
        }
    }

    @Test("GW-22: a receipt whose photo has expired is imported without it")
    func expiredReceiptPhoto() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), id = UUID().uuidString.lowercased()
            var photos: [String] = []
            for age in [7_200.0, 0] {
                let draft = try await person.send("POST", "/v1/photos", photo: try SamplePhoto.jpeg.bytes())
                let photo = try #require(try draft.json["id"]?.string, "\(draft.text)")
                photos.append(#""\#(photo)""#)
                let sentAt = gateway.clock.now() - age, uuid = try #require(UUID(uuidString: photo))
                try await gateway.database.pool.execute("UPDATE photos SET since = \(sentAt) WHERE photo_id = \(uuid)")
            }
            let item =
                #"{"kind":"receipt","record":{"id":"\#(id)","merchant":"Shop","purchasedAt":"2026-01-15","#
                + #""total":{"amount":"3.00","currency":"CAD"},"items":[{"name":"Tea","amount":"#
                + #"{"amount":"3.00","currency":"CAD"}}]},"photos":[\#(photos.joined(separator: ","))]}"#
            let result = try #require(try await bring([item], by: person).first)
            #expect(result["outcome"]?.string == "imported" && result["missingPhotos"]?.number == 1, "\(result)")
            let receipt = try #require(try await person.client.get("/v1/receipts").json["items"]?.items.first)
            #expect(receipt["photos"]?.items.count == 1)
            let again = try #require(try await bring([item], by: person).first)
            #expect(again["outcome"]?.string == "present" && again["missingPhotos"] == nil, "\(again)")
        }
    }

    @Test("GW-22: a refused record has its reason; the others are imported")
    func refusals() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), id = UUID().uuidString.lowercased()
            let results = try await bring(
                [
                    #"{"kind":"reaction","record":{"id":"\#(id)","occurredOn":"2026-02-30","cause":"x"}}"#,
                    #"{"kind":"budget","record":{"id":"\#(id)","name":"x","period":"month","product":"\#(id)","#
                        + #""amount":{"amount":"3.00","currency":"CAD"}}}"#,
                    #"{"kind":"dislikedFood","record":{"food_id":"own-\#(id)"}}"#,
                    #"{"kind":"savedFood","record":{"id":"\#(id)","name":"soup","nutrients":{"energyKcal":80}}}"#,
                ], by: person)
            #expect(results.map { $0["outcome"]?.string } == ["refused", "refused", "refused", "imported"])
            #expect(results[0]["problem"]?["errors"]?.items.first?["pointer"]?.string == "/occurredOn")
            #expect(results[1]["problem"]?["detail"]?.string?.contains("one product") == true)
            let many = Array(repeating: #"{"kind":"goals","record":{}}"#, count: 21).joined(separator: ",")
            for body in [
                "{}", #"{"items":[]}"#, #"{"items":[{"kind":"scan","record":{}}]}"#,
                #"{"items":[{"kind":"meal","record":{}}]}"#, #"{"items":[{"kind":"meal","record":1}]}"#,
                #"{"items":[{"kind":"receipt","record":{"id":"1"},"photos":["x"]}]}"#,
                #"{"items":[{"kind":"meal","record":{"id":"1"},"photos":["\#(id)"]}]}"#,
                #"{"items":[\#(many)]}"#,
            ] {
                #expect(try await person.send("POST", "/v1/imports", body).status == 422, "\(body)")
            }
        }
    }

    @Test("GW-22: a failed record is refused alone, and can be sent again")
    func failure() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), id = UUID().uuidString.lowercased()
            let items = [
                #"{"kind":"savedFood","record":{"id":"\#(id)","name":"soup","nutrients":{"energyKcal":80}}}"#,
                #"{"kind":"dislikedFood","record":{"food_id":"sr28-09003"}}"#,
            ]
            gateway.neighbors.set(.silent)
            async let sent = bring(items, by: person)
            let problem = #"{"type":"https://foodmagic.example/problems/set-aside","title":"No","status":500}"#
            try await eventually("the operation waits") {
                try await gateway.database.pool.execute(
                    """
                    UPDATE operations SET status = 'failed', problem = \(problem)::json, ended_at = updated_at
                    WHERE kind = 'saveFood' AND status = 'pending'
                    """) > 0
            }
            let first = try await sent
            #expect(first.map { $0["outcome"]?.string } == ["refused", "imported"], "\(first)")
            #expect(first.first?["problem"]?["status"]?.number == 500)
            gateway.neighbors.set(.answering)
            let second = try await bring(items, by: person), third = try await bring(items, by: person)
            #expect(second.map { $0["outcome"]?.string } == ["imported", "present"], "\(second)")
            #expect(third.map { $0["outcome"]?.string } == ["present", "present"], "\(third)")
        }
    }

    @Test("GW-22: import: limited to the scopes of the token")
    func scopes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let session = try await gateway.database.pool.query("SELECT session_id FROM sessions")[0].decode(UUID.self)
            let tokens = try await AccessTokens(
                signingKey: TestGateway.signingKey, retiredKeys: [], clock: gateway.clock)
            let narrow = try await tokens.issue(
                account: person.account, session: SessionID(session), revocationVersion: 1, scopes: [.account, .foods])
            let answer = try await person.send(
                "POST", "/v1/imports",
                #"{"items":[{"kind":"goals","record":{"energyKcal":2000}},"#
                    + #"{"kind":"dislikedFood","record":{"food_id":"sr28-09003"}}]}"#,
                headers: ["authorization": "Bearer \(narrow)"])
            let items = try answer.json["items"]?.items ?? []
            #expect(items.map { $0["outcome"]?.string } == ["refused", "imported"], "\(answer.text)")
            #expect(items.first?["problem"]?["status"]?.number == 403)
        }
    }

    @Test("GW-22, BIL-15: basic cannot import an export")
    func basic() async throws {
        try await TestGateway.with({ $0.plan = .basic }) { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/imports", #"{"items":[{"kind":"goals","record":{"energyKcal":2000}}]}"#,
                headers: ["accept-language": "fr"])
            #expect(answer.status == 403 && answer.problem == "forbidden")
            #expect(try answer.json["detail"]?.string?.contains("importation") == true)
        }
    }

    @Test("GW-22: import: the table of records accepts known kinds only")
    func kinds() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), now = gateway.clock.now(), pool = gateway.database.pool
            for kind in ImportedRecord.Kind.allCases.map(\.rawValue) + [ImportedItemRepository.product] {
                try await ImportedItemRepository.save(kind, "1", as: "2", of: person.account, at: now, in: pool)
            }
            await #expect(throws: PostgresError.self) {
                try await pool.execute(
                    "INSERT INTO imported_items VALUES (\(person.account.uuid), 'scan', '1', '2', \(now))")
            }
        }
    }

    @Test("GW-22: import: every kind of record needs only the core consent")
    func routes() {
        for kind in ImportedRecord.Kind.allCases {
            let route = RouteTable.gateway.routes.first { $0.operation == kind.operation }
            #expect(route?.consent == nil || route?.consent == .processing, "\(kind)")
            #expect(route != nil, "\(kind)")
        }
    }
}
