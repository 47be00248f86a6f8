import AllergenService
import BillingService
import EventContracts
import Foundation
import Hexadecimal
import IngestionCore
import IngestionGovernance
import IngestionService
import Messaging
import NotificationService
import NutritionService
import Postgres
import SpendingService
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

extension Programs.EndToEnd {
    @Suite("Account erasure in every service", .timeLimit(.minutes(10)))
    struct ErasureTests {
        private static let lists:
            [(service: String, list: ErasureList, migrations: @Sendable () throws -> [Migration])] = [
                (IngestionService.name, IngestionErasure.list, { try IngestionMigrations.all() }),
                (VisionService.name, VisionErasure.list, { try VisionMigrations.all() }),
                (NutritionService.name, NutritionErasure.list, { try NutritionMigrations.all() }),
                (AllergenService.name, AllergenErasure.list, { try AllergenMigrations.all() }),
                (NotificationService.name, NotificationErasure.list, { try NotificationMigrations.all() }),
                (SpendingService.name, SpendingErasure.list, { try SpendingMigrations.all() }),
                (BillingService.name, BillingErasure.list, { try BillingMigrations.all() }),
            ]

        /// Numbered outbox rows, the erasure receipt and the ledger stay; they contain only the random account id.
        private static let mayStay: Set<String> = [
            "outbox", "outbox_keys", "consumed", "erased_accounts", "erasures", "republish_requests", "holes",
            "reported_losses", "dead_letter_orders",
        ]

        @Test("GW-19: erasure list: covers every table with an account id")
        func listed() async throws {
            #expect(Self.lists.map(\.service).sorted() == Topic.services.sorted())
            for (service, list, migrations) in Self.lists {
                try await HandlerBench.with(service: service, migrations: try migrations()) { bench in
                    #expect(try await list.missing(in: bench.database.pool) == [], "\(service)")
                    // Executes every statement on the real schema.
                    let erasure = AccountErasure(list, keyRing: bench.keyRing)
                    let deleted = try await bench.database.write(.request(correlationID: UUID())) { transaction in
                        try await erasure.apply(to: .random(), .random(), at: Date(), in: transaction)
                    }
                    #expect(deleted == [:], "\(service)")
                }
            }
        }

        private struct Receipt: Decodable {
            struct Service: Decodable {
                let service: String
                let deleted: [String: Int]
            }
            let state: String
            let link: String?
            let services: [Service]
        }

        private struct ErasureRequest: Encodable {
            let currentPassword = "correct horse battery"
            let now = true
        }

        /// Uses every feature once.
        private func live(_ person: TestPerson) async throws {
            try await person.setProfile(.init(["milk"], otherIngredients: ["durian"]))
            _ = try await person.scan("Ingredients: milk, sugar.", gtin: "4006381333931")
            try await person.recordReaction(on: "2026-01-02", cause: "milk", notes: "hives")
            struct Item: Encodable {
                let name = "Soup of mine"
                let grams = 100
            }
            struct Meal: Encodable {
                let name: String
                let items: [Item]
            }
            let meal = try await person.http.send(
                "POST", "/v1/meals", json: Meal(name: "Lunch of mine", items: [Item()]),
                headers: ["prefer": "wait=10"])
            #expect(meal.status == 201, "\(meal.text)")
            let receipt = try await person.http.send(
                "POST", "/v1/receipts", headers: ["content-type": "application/json", "prefer": "wait=10"],
                body: Array(
                    #"""
                    {"merchant":"Corner","purchasedAt":"2026-01-14","items":[{"name":"Milk",
                    "amount":{"amount":"3.50","currency":"CAD"}}],"total":{"amount":"3.50","currency":"CAD"}}
                    """#
                    .utf8))
            #expect(receipt.status == 201, "\(receipt.text)")
            try await eventually("a notice") { try await person.notices().count >= 1 }
        }

        private func erase(_ person: TestPerson) async throws -> String {
            let receipt: Receipt = try await person.http.send("DELETE", "/v1/account", json: ErasureRequest()).expect(
                202)
            let token = try #require(receipt.link?.split(separator: "/").last)
            return "/v1/erasures/\(token)"
        }

        /// Tables that must not contain the account but do, as `schema.table`.
        private func traces(of person: TestPerson, _ stack: TestStack) async throws -> Set<String> {
            let id = person.id.uuidString.lowercased(), hex = id.filter { $0 != "-" }
            let keyText = id.utf8.hexadecimal
            var found: Set<String> = []
            for (service, list, _) in Self.lists {
                let tables = try await stack.admin.query(
                    """
                    SELECT table_name::text FROM information_schema.tables
                    WHERE table_schema = \(service) AND table_type = 'BASE TABLE'
                    """
                ).map { try $0.decode(String.self) }
                for table in tables where !Self.mayStay.contains(table) && list.kept[table] == nil {
                    let rows = try await stack.admin.query(
                        """
                        SELECT count(*) FROM \(identifier: service).\(identifier: table) AS r
                        WHERE r::text LIKE \("%\(id)%") OR r::text LIKE \("%\(hex)%") OR r::text LIKE \("%\(keyText)%")
                        """)
                    if try rows[0].decode(Int64.self) > 0 { found.insert("\(service).\(table)") }
                }
            }
            return found
        }

        @Test("GW-19, OPS-14: erasure completes in every service within a minute")
        func complete() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register(), other = try await stack.gateway.register()
                try await live(person)
                try await live(other)
                #expect(try await traces(of: person, stack).count > 10)
                let started = ContinuousClock.now
                let path = try await erase(person)
                let receipt = try await eventually("the receipt is complete", within: .seconds(60)) { () -> Receipt? in
                    let receipt: Receipt = try await stack.gateway.http.get(path).expect(200)
                    return receipt.state == "complete" ? receipt : nil
                }
                print("erased in every service after \(ContinuousClock.now - started)")
                #expect(Set(receipt.services.map(\.service)) == Set(Topic.services))
                for service in ["ingestion", "nutrition", "allergen", "notification", "spending"] {
                    let deleted = receipt.services.first { $0.service == service }?.deleted
                    #expect(deleted?.isEmpty == false, "\(service)")
                }
                try await eventually("nothing is left") {
                    try await traces(of: person, stack).isEmpty
                }
                #expect(
                    try await stack.count(
                        "SELECT count(*) FROM keyring.data_keys WHERE account_id = \(person.id)") == 0)
                #expect(try await other.scans().count == 1)
                #expect(try await other.notices().count >= 1)
                #expect(try await other.http.get("/v1/meals").text.contains("Lunch of mine"))
            }
        }

        @Test(
            "row 31: a restarted service erases, even with pending commands"
        )
        func away() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                try await live(person)
                try await stack.service("nutrition").kill()
                struct Meal: Encodable {
                    struct Item: Encodable {
                        let name = "Bread"
                        let grams = 50
                    }
                    let items = [Item()]
                }
                for _ in 0..<5 { #expect(try await person.http.send("POST", "/v1/meals", json: Meal()).status == 202) }
                let path = try await erase(person)
                try await eventually("the others have reported") {
                    let receipt: Receipt = try await stack.gateway.http.get(path).expect(200)
                    return receipt.services.count == Topic.services.count - 1
                }
                let before: Receipt = try await stack.gateway.http.get(path).expect(200)
                #expect(before.state == "erasing")
                try await stack.service("nutrition").start()
                try await eventually("the receipt is complete") {
                    let receipt: Receipt = try await stack.gateway.http.get(path).expect(200)
                    return receipt.state == "complete"
                }
                try await eventually("nothing is left") {
                    try await traces(of: person, stack).isEmpty
                }
                #expect(try await stack.count("SELECT count(*) FROM nutrition.dead_letters") == 0)
            }
        }
    }
}
