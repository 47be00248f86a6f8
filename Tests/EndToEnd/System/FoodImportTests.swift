import EventContracts
import FoodCatalogue
import FoodLibrary
import FoodTables
import Foundation
import Logging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

/// The public form of a food, decoded independently of the services' code.
private struct Found: Decodable {
    struct Item: Decodable { let id: String, name: String, gtin: String? }
    let items: [Item]
}

private struct Eaten: Decodable {
    struct Item: Decodable {
        struct Food: Decodable { let id: String?, name: String? }
        let food: Food, source: String
    }
    struct Figure: Decodable { let value: Double?, reported: Int, of: Int }
    let items: [Item], totals: [String: Figure]
}

private struct Entry: Encodable {
    struct Item: Encodable { let gtin: String, grams: Double }
    let items: [Item]
}

extension Programs.EndToEnd {
    @Suite("Imported food table to meal", .serialized, .timeLimit(.minutes(10)))
    struct FoodImportTests {
        private static let held = ["prefer": "wait=12"]
        private static let code = "4006381333931"
        private static let products = """
            {"code":"4006381333931","product_name":"Qwix bar","brands":"Mill","nutriments":{"energy-kcal_100g":400,\
            "fat_100g":20,"proteins_100g":10,"carbohydrates_100g":45}}
            {"code":"96385074","product_name":"Qwix roll","nutriments":{"energy-kcal_100g":2000}}

            """

        @Test("NUT-26, NUT-35: food table: imported, found, eaten, exported, removed")
        func theWholeWay() async throws {
            try await withBackbone { stack in
                try await withTemporaryDirectory { folder in
                    let path = folder.appending(path: "off.jsonl"), files = CatalogueFiles(stack.catalogueRoot)
                    try Data(Self.products.utf8).write(to: path)
                    // The operator's own schema, which the services do not know.
                    _ = try await Migrator(admin: stack.database.admin, logger: Logger(label: "test")).apply(
                        try Migrations.own(), schema: AuditLog.schema, role: stack.database.role(AuditLog.schema).name,
                        password: "secret")
                    let orders = SharedFoodTable(database: OperatorDatabase(stack.database.admin), files: files)
                    let person = try await stack.gateway.register()
                    let eat = Entry(items: [.init(gtin: Self.code, grams: 50)])
                    let release = FoodRelease(orders: orders, files: files)
                    let outcome = try await release.run(.off, at: path, now: Date())
                    #expect(outcome.foods == 1 && outcome.version == 1)
                    #expect(outcome.rejected == [RowProblem.impossibleEnergy.rawValue: 1])
                    #expect(try await release.run(.off, at: path, now: Date()).version == nil, "the same again")
                    try await eventually("the food is found") {
                        let found: Found = try await person.http.get("/v1/foods?gtin=\(Self.code)").expect(200)
                        return found.items.map(\.id) == ["off-\(Self.code)"]
                    }
                    let meal: Eaten = try await person.http.send("POST", "/v1/meals", json: eat, headers: Self.held)
                        .expect(201)
                    #expect(meal.items.map(\.source) == ["catalogue"] && meal.items.first?.food.name == "Qwix bar")
                    #expect(meal.totals["energyKcal"]?.value == 200 && meal.totals["ironMg"]?.value == nil)
                    #expect(try await orders.all().contains { $0.id.value == "off-\(Self.code)" })
                    #expect(try await orders.release("off", nil, at: Date())?.version == 2)
                    #expect(try await orders.release("off", nil, at: Date()) == nil)
                    try await eventually("the food is gone") {
                        let found: Found = try await person.http.get("/v1/foods?gtin=\(Self.code)").expect(200)
                        return found.items.isEmpty
                    }
                    let refused = try await person.http.send("POST", "/v1/meals", json: eat, headers: Self.held)
                    #expect(refused.status == 422)
                    let told = "SELECT count(*) FROM nutrition.outbox WHERE topic = 'nutrition.catalogue.v1'"
                    #expect(try await stack.count(.init(trusted: told)) == 2)
                }
            }
        }
    }
}
