import BillingRules
import EventContracts
import Foundation
import HTTPTypes
import IngestionBilling
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Seats and staff gifts through the API") struct SeatTests {
    /// Registers a person who pays for seats.
    private func makePayer(_ gateway: TestGateway, seats: Int = 5, plan: String = "institution-yearly-cad") async throws
        -> Person
    {
        let person = try await gateway.register(), now = gateway.clock.now()
        var published = SubscriptionChanged(
            accountID: person.account, subscriptionID: .random(), version: 3, status: .active,
            choice: PlanChoice(planID: plan, seats: seats), price: Money(minorUnits: 31_995, currency: .cad),
            region: "CA-ON", changedAt: now)
        published.periodStart = now
        published.periodEnd = now + 365 * 86_400
        try await gateway.neighbors.publish(published, nil, nil)
        return person
    }

    private func offer(_ payer: Person, _ name: String = "Ana, reception") async throws -> (id: String, token: String) {
        let answer = try await payer.send("POST", "/v1/subscription/seats", #"{"name":"\#(name)"}"#)
        guard answer.status == 201, let id = try answer.json["id"]?.string, let token = try answer.json["token"]?.string
        else { throw Unexpected(answer) }
        return (id, token)
    }

    private func accept(_ person: Person, _ token: String, wait: Int = 0) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "POST", "/v1/seats/accept", #"{"token":"\#(token)"}"#, headers: wait > 0 ? ["prefer": "wait=\(wait)"] : [:])
    }

    /// Publishes the events of a seat in the place of `billing`.
    private func decide(
        _ gateway: TestGateway, _ seat: SeatID, of payer: Person, member: AccountID?, version: Int64,
        operation: OperationID? = nil
    ) async throws {
        let published = SeatChanged(
            accountID: payer.account, subscriptionID: .random(), seatID: seat, version: version, memberID: member,
            changedAt: gateway.clock.now())
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: SeatChanged.type, time: gateway.clock.now(), subject: nil,
            key: payer.account.description, operationID: operation,
            operationStatus: operation == nil ? nil : .succeeded, correlationID: UUID())
        try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await SeatProjection().handle(Event(attributes: attributes, body: published), in: transaction)
        }
    }

    /// The operation of the newest command of a type.
    private func operation(_ type: EventType, _ gateway: TestGateway) async throws -> OperationID? {
        let rows = try await gateway.database.pool.query(
            "SELECT operation_id FROM outbox WHERE type = \(type.name) ORDER BY id DESC LIMIT 1")
        return try rows.first?.decode(UUID?.self).map { OperationID($0) }
    }

    @Test("BIL-20: a seat is offered, claimed once, listed by name, and given up")
    func life() async throws {
        try await TestGateway.with { gateway in
            let payer = try await makePayer(gateway), guest = try await gateway.register()
            let stranger = try await gateway.register()
            let (id, token) = try await offer(payer), seat = try #require(SeatID(text: id))
            #expect(try await accept(payer, token).status == 404)
            #expect(try await accept(guest, "nonsense").status == 404)
            // The request waits for billing's event and ends with it, although the event's account is the payer's.
            async let held = accept(guest, token, wait: 10)
            let ordered = try await eventually("the command") { try await operation(AssignSeat.type, gateway) }
            try await decide(gateway, seat, of: payer, member: guest.account, version: 1, operation: ordered)
            #expect(try await held.status == 204)
            let command = try #require(try await gateway.database.events(AssignSeat.self).first?.body)
            #expect(command.accountID == payer.account && command.memberID == guest.account && command.seatID == seat)
            // The invitation works once.
            #expect(try await accept(stranger, token).status == 404)
            let list = try await payer.client.get("/v1/subscription/seats")
            let item = try #require(try list.json["items"]?.items.first)
            #expect(item["state"]?.string == "taken" && item["name"]?.string == "Ana, reception")
            // The list does not reveal who uses the seat.
            #expect(!list.text.contains(guest.account.description) && !list.text.contains(guest.email))
            #expect(!list.text.contains(token))
            #expect(try await guest.client.get("/v1/seats").json["items"]?.items.count == 1)
            #expect(try await stranger.client.get("/v1/seats").json["items"]?.items.isEmpty == true)
            #expect(try await stranger.client.send("DELETE", "/v1/seats/\(id)").status == 404)
            #expect(try await payer.client.send("DELETE", "/v1/seats/\(id)").status == 404)
            #expect(try await guest.client.send("DELETE", "/v1/subscription/seats/\(id)").status == 404)
            let left = try await guest.client.send("DELETE", "/v1/seats/\(id)")
            #expect(left.status == 202)
            let release = try #require(try await gateway.database.events(ReleaseSeat.self).first?.body)
            #expect(release.accountID == payer.account && release.seatID == seat)
            try await decide(
                gateway, seat, of: payer, member: nil, version: 2,
                operation: try await operation(ReleaseSeat.type, gateway))
            let path = try #require(left.header("location"))
            #expect(try await guest.client.get(path).json["status"]?.string == "succeeded")
            // A late, older event of billing.
            try await decide(gateway, seat, of: payer, member: guest.account, version: 1)
            #expect(try await guest.client.get("/v1/seats").json["items"]?.items.isEmpty == true)
            #expect(try await payer.client.get("/v1/subscription/seats").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("BIL-20: offers are limited to paid seats, invitations to their time")
    func offers() async throws {
        try await TestGateway.with { gateway in
            let payer = try await makePayer(gateway), guest = try await gateway.register()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<9 {
                    group.addTask {
                        try await payer.send("POST", "/v1/subscription/seats", #"{"name":"x"}"#).status
                    }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [201: 5, 409: 4])
            let ids = try await payer.client.get("/v1/subscription/seats").json["items"]?.items ?? []
            for item in ids {
                let id = try #require(item["id"]?.string)
                #expect(try await payer.client.send("DELETE", "/v1/subscription/seats/\(id)").status == 202)
                #expect(try await payer.client.send("DELETE", "/v1/subscription/seats/\(id)").status == 404)
            }
            let (_, token) = try await offer(payer)
            gateway.clock.advance(by: .seconds(15 * 86_400))
            let late = try await gateway.signIn(guest)
            #expect(try await accept(late, token).status == 404)
            let single = try await makePayer(gateway, seats: 1, plan: "pro-monthly-cad")
            for person in [single, late] {
                #expect(try await person.send("POST", "/v1/subscription/seats", #"{"name":"x"}"#).status == 409)
            }
            // The person's name for the member is sealed, and the token is not stored.
            let rows = try await gateway.database.pool.query("SELECT seats::text FROM seats")
            for row in rows { #expect(try !row.decode(String.self).contains(token)) }
        }
    }

    @Test("GW-25: administrators give plans with a reason, not to themselves")
    func gifts() async throws {
        try await TestGateway.with { gateway in
            let chief = try await gateway.staff(.administrator), person = try await gateway.register()
            let path = "/v1/admin/accounts/\(person.account)/plan"
            let until = EventTime.format(gateway.clock.now() + 30 * 86_400)
            let body = #"{"tier":"pro","until":"\#(until)","reason":"Lost a week of data"}"#
            #expect(try await person.send("PUT", path, body).status == 403)
            #expect(try await chief.send("PUT", "/v1/admin/accounts/\(chief.account)/plan", body).status == 403)
            for bad in [
                #"{"tier":"pro","until":"\#(until)"}"#, #"{"tier":"basic","until":"\#(until)","reason":"x"}"#,
                #"{"tier":"pro","until":"2001-01-01T00:00:00Z","reason":"x"}"#,
            ] {
                #expect(try await chief.send("PUT", path, bad).status == 422, "\(bad)")
            }
            let given = try await chief.send("PUT", path, body)
            #expect(given.status == 200)
            #expect(try await chief.client.send("DELETE", path).status == 204)
            let orders = try await gateway.database.events(SetComplimentaryPlan.self).map(\.body)
            #expect(orders.map(\.tier) == [.pro, .basic] && orders.map(\.version) == [1, 2])
            #expect(orders.allSatisfy { $0.accountID == person.account })
            let rows = try await gateway.database.pool.query(
                """
                SELECT action FROM audit_entries
                WHERE subject_id = \(person.account.uuid) AND actor_id = \(chief.account.uuid) ORDER BY entry_id
                """)
            let actions: [String] = try rows.map { try $0.decode(String.self) }
            #expect(actions == ["plan-given", "plan-taken-back"])
            let nobody = "/v1/admin/accounts/\(UUID().uuidString.lowercased())/plan"
            #expect(try await chief.send("PUT", nobody, body).status == 404)
        }
    }
}
