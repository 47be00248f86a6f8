import EventContracts
import Foundation
import IngestionCore
import IngestionScans
import IngestionService
import Messaging
import NIOCore
import Postgres
import Purchases
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@Suite("Evidence for shared facts through the API") struct EvidenceTests {
    @Test("vouchers: have verification, age and hashed network, no IP address")
    func vouchers() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for body in [
                #"{"text":"milk","gtin":"4006381333931"}"#, #"{"text":"milk","gtin":"04006381333931"}"#,
                #"{"text":"milk","gtin":"036000291452"}"#, #"{"text":"milk"}"#,
            ] {
                #expect(try await person.send("POST", "/v1/label-scans", body).status == 202)
            }
            try await gateway.database.pool.execute("UPDATE accounts SET email_verified_at = now()")
            _ = try await person.send(
                "POST", "/v1/receipts", #"{"items":[{"name":"milk","amount":{"amount":"1.00","currency":"CAD"}}]}"#)
            let scans = try await gateway.database.events(AssessLabelText.self).map(\.body)
            let vouchers = scans.map(\.voucher)
            #expect(vouchers[0]?.isVerified == false && vouchers[3] == nil)
            #expect(vouchers[0]?.network == vouchers[1]?.network, "one product, one network")
            #expect(vouchers[0]?.network != vouchers[2]?.network, "the hash differs for another product")
            let receipt = try #require(try await gateway.database.events(RecordReceipt.self).first).body
            #expect(receipt.voucher?.isVerified == true)
            #expect(receipt.voucher?.registeredAt == vouchers[0]?.registeredAt)
            let text = String(decoding: try EventCoding.encode(scans[0]), as: UTF8.self)
            #expect(!text.contains("127.0"))
        }
    }

    @Test("ALG-09: vouchers: mark food staff while they have the role")
    func staff() async throws {
        try await TestGateway.with { gateway in
            let senior = try await gateway.staff(.foodSenior), junior = try await gateway.staff(.foodJunior)
            let body = #"{"text":"milk","gtin":"4006381333931"}"#
            for person in [senior, junior] {
                #expect(try await person.send("POST", "/v1/label-scans", body).status == 202)
            }
            try await gateway.database.pool.execute("UPDATE staff_roles SET revoked_at = now()")
            #expect(try await senior.send("POST", "/v1/label-scans", body).status == 202)
            let published = try await gateway.database.events(AssessLabelText.self).map(\.body)
            #expect(published.filter { $0.voucher?.isStaff == true }.map(\.accountID) == [senior.account])
        }
    }

    @Test("network: addresses of a /24 or a /48 are one network")
    func networks() throws {
        let index = AddressIndex(BlindIndex(key: Array(repeating: 7, count: BlindIndex.keyByteCount)))
        func network(_ text: String, _ subject: String = "a") throws -> UUID {
            let address = ClientAddress(
                remote: try SocketAddress(ipAddress: text, port: 1), forwarded: [], trustedProxies: 0)
            return index.network(of: address, for: subject)
        }
        #expect(try network("192.0.2.1") == network("192.0.2.254"))
        #expect(try network("192.0.2.1") != network("192.0.3.1"))
        #expect(try network("2001:db8:1:2::1") == network("2001:db8:1:ffff::2"))
        #expect(try network("2001:db8:1::1") != network("2001:db8:2::1"))
        #expect(try network("192.0.2.1") != network("192.0.2.1", "b"))
    }

    @Test("ALG-09: a product shows its standing; shop numbers are not products")
    func standing() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), now = gateway.clock.now()
            for number in ["036000291452", "2144682632529"] {
                let body = ProductChanged(
                    gtin: try #require(GTIN(number)), version: 1, language: "en", contains: [.milk], mayContain: [],
                    evidence: [], readings: 3, firstReadAt: now, readAt: now,
                    change: ProductChange(at: now, added: [], removed: [.milk], readings: 2, standing: .reported),
                    standing: .disputed,
                    allergens: [ProductAllergen(allergen: .milk, standing: .disputed, readings: 1)])
                let attributes = EventAttributes(
                    id: UUID(), source: "foodmagic/test", type: ProductChanged.type, time: now,
                    subject: body.gtin.digits, key: body.gtin.digits, correlationID: UUID())
                try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
                    try await ProductProjection().handle(Event(attributes: attributes, body: body), in: transaction)
                }
            }
            let value = try await person.client.get("/v1/products/036000291452").json
            #expect(value["standing"]?.string == "disputed" && value["change"]?["readings"]?.number == 2)
            #expect(value["change"]?["standing"]?.string == "reported")
            #expect(value["allergens"]?.items.first?["standing"]?.string == "disputed")
            #expect(try await person.client.get("/v1/products/2144682632529").status == 404)
        }
    }

    @Test(
        "ALG-09: placeholders and wrong check digits are rejected as numbers",
        arguments: [
            "0000000000000", "55555555", "4006381333932", "012345678905",
        ])
    func refused(_ number: String) async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let scan = try await person.send("POST", "/v1/label-scans", #"{"text":"milk","gtin":"\#(number)"}"#)
            #expect(scan.status == 422 && scan.pointers == ["/gtin"])
            let food = try await person.send(
                "POST", "/v1/foods", #"{"name":"Bar","energyKcal":1,"gtin":"\#(number)"}"#)
            #expect(food.status == 422 && food.pointers == ["/gtin"])
        }
    }

    @Test("NUT-33: own food: found by UPC-E and variable-weight numbers")
    func ownFoods() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for (stored, asked) in [("042100005264", "04252614"), ("2406024003177", "2406024005188")] {
                let made = try await person.send(
                    "POST", "/v1/foods", #"{"name":"Food \#(stored)","energyKcal":10,"gtin":"\#(stored)"}"#,
                    headers: ["prefer": "wait=10"])
                #expect(made.status == 201, "\(made.text)")
                let found = try await person.client.get("/v1/foods?gtin=\(asked)")
                #expect(try found.json["items"]?.items.first?["id"] == made.json["id"], "\(found.text)")
            }
            let other = try await gateway.register()
            let foreign = try await other.client.get("/v1/foods?gtin=2406024003177")
            #expect(try foreign.json["items"]?.items.isEmpty == true)
        }
    }
}
