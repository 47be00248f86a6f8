import EventContracts
import FoodReports
import Foundation
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Payment receipts and promotions") struct PaymentReceiptTests {
    private func payment(_ person: Person, _ gateway: TestGateway) -> PaymentChanged {
        let now = gateway.clock.now()
        var payment = PaymentChanged(
            accountID: person.account, paymentID: .random(), subscriptionID: .random(), version: 2, status: .paid,
            purpose: .purchase, choice: PlanChoice(planID: "pro-monthly-cad"),
            net: Money(minorUnits: 799, currency: .cad),
            taxes: [
                TaxLine(name: "GST", authority: "CA", rate: 5_000, amount: Money(minorUnits: 40, currency: .cad)),
                TaxLine(name: "QST", authority: "CA-QC", rate: 9_975, amount: Money(minorUnits: 80, currency: .cad)),
            ], total: Money(minorUnits: 919, currency: .cad), askedAt: now)
        payment.paidAt = now
        payment.receiptNumber = "FM-2026-000001"
        payment.card = CardFacts(brand: "visa", lastFour: "4242")
        return payment
    }

    @Test("BIL-09: the payer gets a PDF receipt in four languages")
    func receipt() async throws {
        try await TestGateway.with {
            $0.seller = PaymentReceipt.Seller(
                name: "Food Magic Inc.", address: ["1 Rue", "Montréal"], taxNumbers: ["GST 1"])
        } _: { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            var payment = payment(person, gateway)
            try await gateway.neighbors.publish(payment, nil, nil)
            let path = "/v1/payments/\(payment.paymentID)/receipt"
            var files: Set<[UInt8]> = []
            for language in ["en", "fr", "es", "zh"] {
                let answer = try await person.client.get(path, headers: ["accept-language": language])
                #expect(answer.status == 200 && answer.header("content-type") == "application/pdf")
                #expect(answer.header("content-language") == language)
                #expect(answer.header("content-disposition")?.contains("FM-2026-000001.pdf") == true)
                #expect(answer.body.starts(with: Array("%PDF-".utf8)))
                files.insert(answer.body)
                // A repeated request returns the same receipt.
                #expect(try await person.client.get(path, headers: ["accept-language": language]).body == answer.body)
            }
            #expect(files.count == 4)
            #expect(try await stranger.client.get(path).status == 404)
            #expect(try await person.client.get("/v1/payments/\(UUID().uuidString)/receipt").status == 404)
            let before = try await person.client.get(path).body
            payment.version = 3
            payment.status = .refunded
            payment.refundedAt = gateway.clock.now()
            try await gateway.neighbors.publish(payment, nil, nil)
            #expect(try await person.client.get(path).body != before)
            var declined = self.payment(person, gateway)
            declined.status = .declined
            declined.paidAt = nil
            declined.receiptNumber = nil
            try await gateway.neighbors.publish(declined, nil, nil)
            #expect(try await person.client.get("/v1/payments/\(declined.paymentID)/receipt").status == 404)
        }
    }

    @Test("BIL-14: promotions are shown to Basic only, until dismissed")
    func promotions() async throws {
        try await TestGateway.with {
            $0.plan = .basic
            $0.promotionActions = 3
        } _: { gateway in
            let person = try await gateway.register(), path = "/v1/promotions/next"
            #expect(try await person.client.get(path).status == 204)
            for _ in 0..<2 { _ = try await person.scan() }
            #expect(try await person.client.get(path).status == 204)
            let scan = try await person.scan()
            #expect(scan["title"] == nil && scan["promotion"] == nil)
            let shown = try await person.client.get(path, headers: ["accept-language": "fr"])
            #expect(shown.status == 200 && shown.header("content-language") == "fr")
            let first = try #require(try shown.json["id"]?.string)
            // A repeated request returns the same promotion, until it is dismissed.
            #expect(try await person.client.get(path).json["id"]?.string == first)
            #expect(try await person.client.send("POST", "/v1/promotions/\(first)/dismissal").status == 204)
            #expect(try await person.client.send("POST", "/v1/promotions/none/dismissal").status == 404)
            #expect(try await person.client.get(path).status == 204)
            gateway.clock.advance(by: .seconds(60))
            for _ in 0..<3 { _ = try await person.scan() }
            let second = try #require(try await person.client.get(path).json["id"]?.string)
            #expect(second != first)
            try await gateway.neighbors.publish(
                EntitlementChanged(
                    accountID: person.account, version: 1, tier: .pro,
                    entitlements: Entitlements(
                        history: true, detailedReports: true, savedFiles: true, customization: true, photosPerDay: nil,
                        lane: .pro, promotions: false),
                    changedAt: gateway.clock.now()), nil, nil)
            #expect(try await person.client.get(path).status == 204)
        }
    }
}
