import Foundation
import IngestionCore
import IngestionService
import NotificationService
import Postgres
import SpendingService
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    /// Two people of one household, through the real programs.
    @Suite("Household", .timeLimit(.minutes(10)))
    struct HouseholdTests {
        private struct Household: Decodable {
            struct Member: Decodable { let id: UUID, name: String, me: Bool }
            let members: [Member]
        }

        private struct Invitation: Decodable { let code: String }
        private struct Resource: Decodable {
            let id: UUID
            var text: String { id.uuidString.lowercased() }
        }
        private struct Money: Codable, Equatable { let amount: String, currency: String }

        private struct Shared: Decodable {
            struct Receipt: Decodable {
                struct Contributor: Decodable { let name: String }
                let id: UUID
                let contributor: Contributor
            }
            let items: [Receipt]
        }

        private struct Spending: Decodable {
            struct OfCurrency: Decodable { let total: Money }
            let currencies: [OfCurrency]
        }

        private struct Inbox: Decodable {
            struct Notice: Decodable { let kind: String }
            let items: [Notice]
        }

        private struct Purchase: Encodable {
            struct Item: Encodable { let name = "milk", amount: Money }
            let purchasedAt: String
            let items: [Item]
        }

        private struct Budget: Encodable {
            let name = "Food", period = "year", scope = "household"
            let amount = Money(amount: "10.00", currency: "CAD")
        }

        private func buy(_ amount: String, by person: TestPerson) async throws -> Resource {
            // In every time zone the current day is this one or a later one.
            let day = Date().addingTimeInterval(-43_200).formatted(.iso8601.year().month().day())
            return try await person.http.send(
                "POST", "/v1/receipts",
                json: Purchase(purchasedAt: day, items: [.init(amount: Money(amount: amount, currency: "CAD"))]),
                headers: ["prefer": "wait=12"]
            ).expect(201)
        }

        private func share(_ receipt: Resource, by person: TestPerson) async throws {
            let answer = try await person.http.send(
                "PUT", "/v1/receipts/\(receipt.text)/sharing", json: ["shared": true])
            #expect(answer.status == 200)
        }

        private func excesses(_ person: TestPerson) async throws -> Int {
            let inbox: Inbox = try await person.http.get("/v1/notifications?limit=100").expect(200)
            return inbox.items.filter { $0.kind == "budgetExceeded" }.count
        }

        @Test(
            "SPD-25: household: invite, join, share, view, shared budget, leave"
        )
        func life() async throws {
            try await withBackbone { stack in
                let ann = try await stack.gateway.register(), ben = try await stack.gateway.register()
                let _: Resource = try await ann.http.send(
                    "POST", "/v1/households", json: ["name": "Maple Street", "displayName": "Ann"]
                ).expect(201)
                let invitation: Invitation = try await ann.http.send("POST", "/v1/household/invitations").expect(201)
                let home: Household = try await ben.http.send(
                    "POST", "/v1/household/members", json: ["code": invitation.code, "displayName": "Ben"]
                ).expect(201)
                #expect(Set(home.members.map(\.name)) == ["Ann", "Ben"])
                let _: Resource = try await ann.http.send(
                    "POST", "/v1/budgets", json: Budget(), headers: ["prefer": "wait=12"]
                ).expect(201)

                try await share(try await buy("6.00", by: ann), by: ann)
                try await share(try await buy("5.00", by: ben), by: ben)
                for person in [ann, ben] {
                    let shared: Shared = try await person.http.get("/v1/household/receipts").expect(200)
                    #expect(Set(shared.items.map(\.contributor.name)) == ["Ann", "Ben"] && shared.items.count == 2)
                    let spending: Spending = try await person.http.get(
                        "/v1/spending?scope=household&by=year&from=\(since)"
                    )
                    .expect(200)
                    #expect(spending.currencies.map(\.total) == [Money(amount: "11.00", currency: "CAD")])
                    try await eventually("\(person.email) is notified") { try await excesses(person) == 1 }
                }
                try await share(try await buy("1.00", by: ann), by: ann)

                let me = try #require(home.members.first { $0.me })
                let left = try await ben.http.send(
                    "DELETE", "/v1/household/members/\(me.id.uuidString.lowercased())")
                #expect(left.status == 204)
                let shared: Shared = try await ann.http.get("/v1/household/receipts").expect(200)
                #expect(shared.items.count == 2 && shared.items.allSatisfy { $0.contributor.name == "Ann" })
                #expect(try await ben.http.get("/v1/household/receipts").status == 404)
                let spending: Spending = try await ann.http.get("/v1/spending?scope=household&by=year&from=\(since)")
                    .expect(200)
                #expect(spending.currencies.map(\.total) == [Money(amount: "7.00", currency: "CAD")])
                try await eventually("spending has the data") {
                    try await stack.count(
                        """
                        SELECT count(*) FROM spending.household_members
                        WHERE account_id = \(ben.id) AND ended_at IS NOT NULL
                        """) == 1
                }
                for person in [ann, ben] { #expect(try await excesses(person) == 1, "each gets one notice") }
            }
        }

        /// The first day of the requested totals.
        private var since: String { Date().addingTimeInterval(-86_400 * 2).formatted(.iso8601.year().month().day()) }
    }
}
