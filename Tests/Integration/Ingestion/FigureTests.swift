import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Business figures") struct FigureTests {
    /// Registers people a number of days ago.
    private func people(_ count: Int, daysAgo: Double, _ gateway: TestGateway) async throws -> [Person] {
        var people: [Person] = []
        let created = gateway.clock.now() - daysAgo * 86_400
        for _ in 0..<count {
            let person = try await gateway.register()
            try await gateway.database.pool.execute(
                "UPDATE accounts SET created_at = \(created) WHERE account_id = \(person.account.uuid)")
            people.append(person)
        }
        return people
    }

    private func part(_ value: JSONValue?) -> Double? {
        if case .number(let text)? = value { Double(text) } else { nil }
    }

    private func pay(
        _ person: Person, _ plan: String, at paidAt: Date, refundedAt: Date? = nil, _ gateway: TestGateway
    ) async throws {
        var payment = PaymentChanged(
            accountID: person.account, paymentID: .random(), subscriptionID: .random(), version: 2, status: .paid,
            purpose: .purchase, choice: PlanChoice(planID: plan), net: Money(minorUnits: 700, currency: .cad),
            taxes: [], total: Money(minorUnits: 791, currency: .cad), askedAt: paidAt)
        payment.paidAt = paidAt
        payment.refundedAt = refundedAt
        try await gateway.neighbors.publish(payment, nil, nil)
    }

    @Test("BIL-16, BIL-19, GW-27: revenue by plan needs at least ten people")
    func money() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 1_000_000
        } _: { gateway in
            let shareholder = try await gateway.staff(.shareholder), now = gateway.clock.now()
            let old = try await people(12, daysAgo: 100, gateway)
            // Four people paid in time, the others too late; 11 have the monthly plan, one the yearly plan.
            let registered = now - 100 * 86_400
            for (index, person) in old.enumerated() {
                let delay: Double = 14 * 86_400 + (index < 4 ? -1 : 1)
                try await pay(
                    person, index < 11 ? "pro-monthly-cad" : "pro-yearly-cad", at: registered + delay,
                    refundedAt: index == 0 ? now : nil, gateway)
            }
            let figures = try await shareholder.client.get("/v1/admin/statistics").json
            let cohorts = figures["conversions"]?.items ?? []
            #expect(cohorts.count == 1)
            #expect(cohorts.first?["registered"]?.number == 12 && cohorts.first?["converted"]?.number == 3)
            // One of the four people who paid in time received a refund.
            let revenue = figures["planRevenue"]?.items ?? []
            // The yearly plan, and the refund in another month, are groups that are too small to report.
            #expect(revenue.count == 1 && revenue.first?["plan"]?.string == "pro-monthly-cad")
            #expect(revenue.first?["payers"]?.number == 11 && revenue.first?["paid"]?.number == 11 * 700)
            #expect(revenue.first?["refunded"]?.number == 0)
            for role in StaffRole.allCases where role != .shareholder {
                let other = try await gateway.staff(role)
                #expect(try await other.client.get("/v1/admin/statistics").status == 403)
            }
        }
    }

    @Test("BIL-19: figures: erased accounts stay in revenue, in groups of ten")
    func erasedPayers() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 1_000_000
        } _: { gateway in
            let shareholder = try await gateway.staff(.shareholder), now = gateway.clock.now()
            let payers = try await people(11, daysAgo: 100, gateway)
            for (index, person) in payers.enumerated() {
                try await pay(
                    person, "pro-monthly-cad", at: now - 90 * 86_400, refundedAt: index == 0 ? now - 88 * 86_400 : nil,
                    gateway)
            }
            func figures() async throws -> JSONValue { try await shareholder.client.get("/v1/admin/statistics").json }
            let before = try await figures()
            #expect(before["planRevenue"]?.items.first?["paid"]?.number == 11 * 700)
            for person in payers.prefix(3) {
                let answer = try await person.send(
                    "DELETE", "/v1/account", #"{"currentPassword":"\#(person.password)","now":true}"#)
                #expect(answer.status == 202)
            }
            try await eventually("they are erased") {
                try await gateway.database.count("SELECT count(*) FROM documents WHERE kind = 'payment'") == 8
            }
            // Accounts that are erased again, as after a restore, still count once.
            gateway.clock.advance(by: .seconds(61))
            let again = try await gateway.signIn(shareholder)
            try await eventually("the second analysis is finished") {
                try await gateway.database.count(
                    "SELECT count(*) FROM erased_accounts WHERE checked_at IS NULL") == 0
            }
            let after = try await again.client.get("/v1/admin/statistics").json
            #expect(after["planRevenue"] == before["planRevenue"] && after["revenue"] == before["revenue"])
            #expect(after["revenue"]?.items.first?["paid"]?.number == 11 * 791)
        }
    }

    @Test("OPS-19: figures: monthly retention needs at least ten people")
    func commitment() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 1_000_000
        } _: { gateway in
            let shareholder = try await gateway.staff(.shareholder), now = gateway.clock.now()
            let people = try await people(10, daysAgo: 60, gateway)
            let today = (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
            func enter(_ person: Person, days: Int) async throws {
                for day in 1...days {
                    let at = Date(timeIntervalSince1970: today - Double(day) * 86_400 + 3_600)
                    try await gateway.database.pool.execute(
                        """
                        INSERT INTO documents (kind, id, owner, sort_key, version, body)
                        VALUES ('meal', gen_random_uuid(), \(person.account.uuid),
                            \(Int64(at.timeIntervalSince1970) * 1_000_000), 1, '{}')
                        """)
                }
            }
            for person in people.prefix(9) { try await enter(person, days: 21) }
            #expect(try await shareholder.client.get("/v1/admin/statistics").json["commitment"] == nil)
            try await enter(people[9], days: 22)
            try await enter(people[1], days: 30)
            try await enter(people[0], days: 31)
            let published = try #require(try await shareholder.client.get("/v1/admin/statistics").json["commitment"])
            #expect(published["people"]?.number == 10)
            #expect(part(published["daily"]) == 0.1 && part(published["mostDays"]) == 0.3, "30 of 31 is not daily")
        }
    }
}
