import EventContracts
import Foundation
import Postgres
import SampleLabels
import TestPeers
import TestSupport
import Testing

extension Programs.EndToEnd {
    /// From the photo of a receipt to the spending, with the real programs; the models come from `deploy/models`.
    @Suite("Receipt photo", .timeLimit(.minutes(10)))
    struct ReceiptPhotoTests {
        private struct Money: Decodable, Equatable {
            let amount: String
            let currency: String?
        }

        private struct Receipt: Decodable {
            struct Item: Decodable {
                let id: UUID
                let name: String
                let amount: Money
                let product: Product?
                let crop: [Double]?
            }
            struct Product: Decodable { let way: String }
            struct Checks: Decodable { let itemsMatchTotal: Bool? }
            let id: UUID
            let outcome: String?
            let merchant: String?
            let items: [Item]
            let total: Money?
            let checks: Checks
            let possibleDuplicate: Duplicate?
            struct Duplicate: Decodable { let receipt: UUID }

            var path: String { "/v1/receipts/\(id.uuidString.lowercased())" }
        }

        private struct Spending: Decodable {
            struct OfCurrency: Decodable {
                struct Group: Decodable { let key: String, amount: Money }
                let currency: String
                let total: Money
                let groups: [Group]
            }
            let currencies: [OfCurrency]
        }

        private func send(by person: TestPerson) async throws -> Receipt {
            try await person.result(
                of: person.http.send(
                    "POST", "/v1/receipts", headers: ["content-type": "image/jpeg", "prefer": "wait=12"],
                    body: try SampleReceipt.market.photo()))
        }

        @Test(
            "VIS-20, SPD-04, SPD-10: edits of a recognized receipt change totals"
        )
        func photoToSums() async throws {
            try await withBackbone { stack in
                try await stack.service("vision").waitUntilReady()
                let person = try await stack.gateway.register()
                let receipt = try await send(by: person)
                #expect(receipt.outcome == "read" && receipt.merchant == "MAPLE & PINE MARKET")
                #expect(receipt.total == Money(amount: "80.43", currency: "USD") && receipt.items.count == 7)
                #expect(receipt.items.allSatisfy { $0.product?.way == "provisional" && $0.crop?.count == 5 })
                #expect(receipt.checks.itemsMatchTotal == true)
                let item = try #require(receipt.items.first).id.uuidString.lowercased()
                let changed: Receipt = try await person.http.send(
                    "PATCH", receipt.path, headers: ["content-type": "application/json", "prefer": "wait=12"],
                    body: Array(#"{"items":[{"id":"\#(item)","name":"tomato soup","category":"pantry"}]}"#.utf8)
                ).expect(200)
                #expect(changed.items.first?.name == "tomato soup")
                let spending: Spending = try await person.http.send(
                    "GET", "/v1/spending?from=2025-01-01&to=2025-01-31&by=category"
                ).expect(200)
                let sum = try #require(spending.currencies.first)
                #expect(spending.currencies.count == 1 && sum.total == Money(amount: "80.43", currency: "USD"))
                let cents = try sum.groups.map { group in
                    Int64(try #require(Decimal(string: group.amount.amount)).description.filter { $0 != "." }) ?? 0
                }
                #expect(!cents.isEmpty && sum.groups.contains { $0.key == "pantry" })
                let again = try await send(by: person)
                #expect(again.possibleDuplicate?.receipt == receipt.id)
                #expect(try await stack.count("SELECT count(*) FROM vision.jobs WHERE account_id = \(person.id)") == 0)
            }
        }
    }
}
