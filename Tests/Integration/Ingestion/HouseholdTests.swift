import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Households through the API") struct HouseholdTests {
    private func begin(_ person: Person) async throws {
        let answer = try await person.send(
            "POST", "/v1/households", #"{"name":"Maple Street","displayName":"Ann"}"#)
        guard answer.status == 201 else { throw Unexpected(answer) }
    }

    private func invite(_ owner: Person) async throws -> String {
        let answer = try await owner.client.send("POST", "/v1/household/invitations")
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(try answer.json["code"]?.string)
    }

    private func join(
        _ person: Person, _ code: String, as name: String = "Ben"
    ) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "POST", "/v1/household/members", #"{"code":"\#(code)","displayName":"\#(name)"}"#)
    }

    /// Two people of one household.
    private func home(_ gateway: TestGateway) async throws -> (ann: Person, ben: Person) {
        let ann = try await gateway.register(), ben = try await gateway.register()
        try await begin(ann)
        gateway.clock.advance(by: .seconds(1))
        let joined = try await join(ben, try await invite(ann))
        guard joined.status == 201 else { throw Unexpected(joined) }
        return (ann, ben)
    }

    private func buy(_ person: Person, _ amount: String, in currency: String = "CAD") async throws -> String {
        let money = #"{"amount":"\#(amount)","currency":"\#(currency)"}"#
        let items = #"[{"name":"milk","category":"dairy","amount":\#(money)}]"#
        let answer = try await person.send(
            "POST", "/v1/receipts",
            #"{"merchant":"Corner Market","purchasedAt":"2026-01-05","items":\#(items),"total":\#(money)}"#,
            headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(try answer.json["id"]?.string)
    }

    private func share(_ person: Person, _ receipt: String, _ isShared: Bool = true) async throws -> Int {
        try await person.send("PUT", "/v1/receipts/\(receipt)/sharing", #"{"shared":\#(isShared)}"#).status
    }

    private func shared(_ person: Person) async throws -> [JSONValue] {
        try await person.client.get("/v1/household/receipts").json["items"]?.items ?? []
    }

    private func member(_ name: String, seenBy person: Person) async throws -> String {
        let members = try await person.client.get("/v1/household").json["members"]?.items ?? []
        return try #require(members.first { $0["name"]?.string == name }?["id"]?.string)
    }

    private func events<Body: EventBody>(_ type: Body.Type, _ gateway: TestGateway) async throws -> [Body] {
        try await gateway.database.events(type).map(\.body)
    }

    @Test("SPD-25: create, join by code; members see only the chosen names")
    func comesTogether() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway)
            let seen = try await ben.client.get("/v1/household").json
            #expect(seen["name"]?.string == "Maple Street" && seen["shareNewReceipts"] == .bool(false))
            let members = seen["members"]?.items ?? []
            #expect(members.map { $0["name"]?.string } == ["Ann", "Ben"])
            #expect(members.map { $0["role"]?.string } == ["owner", "member"])
            #expect(members.map { $0["me"] } == [.bool(false), .bool(true)])
            let text = try await ben.client.get("/v1/household").text
            #expect(!text.contains(ann.account.description) && !text.contains(ann.email))
            #expect(try await ben.send("PATCH", "/v1/household", #"{"name":"Mine"}"#).status == 403)
            #expect(try await ben.client.send("POST", "/v1/household/invitations").status == 403)
            #expect(try await ben.client.send("DELETE", "/v1/household").status == 403)
            let named = try await ben.send(
                "PATCH", "/v1/household", #"{"displayName":"Benny","shareNewReceipts":true}"#)
            #expect(try named.status == 200 && named.json["shareNewReceipts"] == .bool(true))
            #expect(try await ann.send("PATCH", "/v1/household", #"{"name":"Elm Street"}"#).status == 200)
            let now = try await ann.client.get("/v1/household").json
            #expect(now["name"]?.string == "Elm Street" && now["members"]?.items.last?["name"]?.string == "Benny")
            // A person has at most one household.
            #expect(try await ann.send("POST", "/v1/households", #"{"name":"x","displayName":"y"}"#).status == 409)
            let published = try await events(HouseholdMemberChanged.self, gateway)
            #expect(
                published.map(\.accountID) == [ann.account, ben.account] && Set(published.map(\.householdID)).count == 1
            )
            let rows = try await gateway.database.pool.query(
                "SELECT count(*) FROM household_members WHERE encode(name_sealed, 'escape') LIKE '%Ann%'")
            #expect(try rows[0].decode(Int64.self) == 0, "names are sealed")
        }
    }

    @Test("SPD-25: a code admits one person within 7 days")
    func codes() async throws {
        try await TestGateway.with {
            $0.rates.openRequestsPerAddress = 1_000_000
        } _: { gateway in
            let ann = try await gateway.register(), ben = try await gateway.register()
            let eve = try await gateway.register()
            try await begin(ann)
            let code = try await invite(ann)
            #expect(code.utf8.count == 43)
            #expect(try await join(ann, code).status == 409)
            #expect(try await join(eve, "nonsense").status == 404)
            #expect(try await join(eve, String(repeating: "A", count: 43)).status == 404)
            #expect(try await join(ben, code).status == 201)
            #expect(try await join(eve, code).status == 404, "used")
            let late = try await invite(ann)
            gateway.clock.advance(by: .seconds(7 * 86_400 + 1))
            let later = try await gateway.signIn(eve), owner = try await gateway.signIn(ann)
            #expect(try await join(later, late).status == 404, "too late")
            #expect(try await later.client.get("/v1/household").status == 404)
            for _ in 3...12 {
                #expect(try await join(try await gateway.register(), try await invite(owner)).status == 201)
            }
            #expect(try await join(later, try await invite(owner)).status == 409, "twelve belong to it")
            let texts = try await gateway.database.pool.query("SELECT h::text FROM household_invitations AS h")
            #expect(try texts.allSatisfy { try !$0.decode(String.self).contains(late) })
            for _ in 0..<11 { _ = try await invite(owner) }
            #expect(try await owner.client.send("POST", "/v1/household/invitations").status == 409)
        }
    }

    @Test("SPD-25, GW-23: members read shared purchases, owners change them")
    func shares() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway), eve = try await gateway.register()
            let secret = try await buy(ann, "3.00"), open = try await buy(ann, "5.89")
            #expect(try await share(ben, open) == 404)
            #expect(try await share(eve, open) == 404)
            for _ in 0..<2 { #expect(try await share(ann, open) == 200) }
            for person in [ann, ben] {
                let items = try await shared(person)
                #expect(items.map { $0["id"]?.string } == [open])
                #expect(items.first?["contributor"]?["name"]?.string == "Ann")
                #expect(items.first?["total"]?["amount"]?.string == "5.89")
                for hidden in ["allergens", "allergensPending", "loyalty", "tenders", "possibleDuplicate"] {
                    #expect(items.first?[hidden] == nil, "\(hidden)")
                }
            }
            #expect(try await ben.client.get("/v1/household/receipts/\(open)").status == 200)
            #expect(try await ben.client.get("/v1/household/receipts/\(secret)").status == 404)
            #expect(try await eve.client.get("/v1/household/receipts/\(open)").status == 404)
            #expect(try await eve.client.get("/v1/household/receipts").status == 404)
            try await begin(eve)
            #expect(try await eve.client.get("/v1/household/receipts/\(open)").status == 404)
            #expect(try await shared(eve).isEmpty)
            #expect(try await ben.client.get("/v1/receipts/\(open)").status == 404)
            let changed = try await ben.send("PATCH", "/v1/receipts/\(open)", #"{"merchant":"x"}"#)
            #expect(changed.status == 404)
            #expect(try await ben.client.send("DELETE", "/v1/receipts/\(open)").status == 404)
            #expect(try await share(ann, open, false) == 200)
            #expect(try await shared(ben).isEmpty)
            let published = try await events(ReceiptSharingChanged.self, gateway)
            #expect(published.map(\.version) == [1, 2] && published.map { $0.memberID == nil } == [false, true])
        }
    }

    @Test("SPD-25: new purchases are shared automatically if chosen")
    func sharesNew() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway)
            #expect(try await ben.send("PATCH", "/v1/household", #"{"shareNewReceipts":true}"#).status == 200)
            _ = try await buy(ann, "1.00")
            var bought: Set<String> = []
            for _ in 0..<3 { bought.insert(try await buy(ben, "2.00")) }
            var seen: [String] = [], cursor: String?
            repeat {
                let query = "limit=2" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await ann.client.get("/v1/household/receipts?\(query)").json
                seen += page["items"]?.items.compactMap { $0["id"]?.string } ?? []
                cursor = page["next"]?.string
            } while cursor != nil
            #expect(seen.count == 3 && Set(seen) == bought)
        }
    }

    @Test("SPD-25: household totals cover shared purchases by member and currency")
    func sums() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway)
            _ = try await buy(ann, "100.00")
            for (person, amount, currency) in [(ann, "6.00", "CAD"), (ben, "2.00", "CAD"), (ben, "9.00", "USD")] {
                #expect(try await share(person, try await buy(person, amount, in: currency)) == 200)
            }
            let query = "/v1/spending?from=2026-01-01&to=2026-01-31"
            for person in [ann, ben] {
                let sums = try await person.client.get("\(query)&scope=household").json["currencies"]?.items ?? []
                #expect(sums.map { $0["total"]?["amount"]?.string } == ["8.00", "9.00"])
                let members = sums.first?["members"]?.items ?? []
                #expect(members.map { $0["name"]?.string } == ["Ann", "Ben"])
                #expect(members.map { $0["amount"]?["amount"]?.string } == ["6.00", "2.00"])
                #expect(members.map { $0["share"]?.number } == [75, 25])
            }
            let own = try await ben.client.get(query).json["currencies"]?.items ?? []
            #expect(own.first?["total"]?["amount"]?.string == "2.00" && own.first?["members"] == nil)
            #expect(try await ann.client.get("\(query)&scope=household&by=store").status == 200)
            #expect(try await ann.client.get("\(query)&scope=household&by=product").status == 400)
            #expect(try await ann.client.get("\(query)&scope=moon").status == 400)
            let eve = try await gateway.register()
            #expect(try await eve.client.get("\(query)&scope=household").status == 404)
            // A recipient with access to a member's purchases sees nothing of the other members.
            let end = EventTime.format(gateway.clock.now().addingTimeInterval(86_400))
            let grant = try await ann.send(
                "POST", "/v1/grants", #"{"name":"x","scopes":["purchases"],"expiresAt":"\#(end)"}"#
            ).json
            let token = grant["token"]?.string ?? ""
            #expect(try await eve.send("POST", "/v1/grants/accept", #"{"token":"\#(token)"}"#).status == 200)
            let headers = ["grant": grant["id"]?.string ?? ""]
            #expect(try await eve.client.get(query, headers: headers).status == 200)
            #expect(try await eve.client.get("\(query)&scope=household", headers: headers).status == 400)
            #expect(try await eve.client.get("/v1/household/receipts", headers: headers).status == 404)
        }
    }

    @Test("SPD-25, SPD-06: a shared budget counts the shares of all members")
    func budgets() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway), eve = try await gateway.register()
            func set(_ person: Person, _ extra: String) async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "POST", "/v1/budgets",
                    #"{"name":"Food","period":"year","amount":{"amount":"10.00","currency":"CAD"}\#(extra)}"#,
                    headers: ["prefer": "wait=10"])
            }
            #expect(try await set(eve, #","scope":"household""#).status == 422)
            let product = UUID().uuidString.lowercased()
            #expect(try await set(ann, #","scope":"household","product":"\#(product)""#).status == 422)
            let answer = try await set(ann, #","scope":"household""#)
            let id = try #require(try answer.json["id"]?.string)
            #expect(try await set(ann, "").status == 201)
            let today = String(EventTime.format(gateway.clock.now().addingTimeInterval(-43_200)).prefix(10))
            for person in [ann, ben] {
                let milk = #"{"name":"milk","amount":{"amount":"6.00","currency":"CAD"}}"#
                let bought = try await person.send(
                    "POST", "/v1/receipts", #"{"purchasedAt":"\#(today)","items":[\#(milk)]}"#,
                    headers: ["prefer": "wait=10"])
                #expect(try await share(person, try bought.json["id"]?.string ?? "") == 200)
            }
            for person in [ann, ben] {
                let budget = try await person.client.get("/v1/budgets/\(id)").json
                #expect(budget["household"]?["name"]?.string == "Ann" && budget["advice"] == nil)
                #expect(budget["progress"]?["spent"]?["amount"]?.string == "12.00")
                #expect(budget["progress"]?["exceeded"] == .bool(true))
            }
            #expect(try await ann.client.get("/v1/budgets").json["items"]?.items.count == 2)
            let listed = try await ben.client.get("/v1/budgets").json["items"]?.items ?? []
            #expect(listed.map { $0["id"]?.string } == [id])
            #expect(try await ben.send("PATCH", "/v1/budgets/\(id)", #"{"name":"x"}"#).status == 404)
            #expect(try await ben.client.send("DELETE", "/v1/budgets/\(id)").status == 404)
            #expect(try await eve.client.get("/v1/budgets/\(id)").status == 404)
            let kept = try await ann.send(
                "PATCH", "/v1/budgets/\(id)", #"{"name":"Groceries"}"#, headers: ["prefer": "wait=10"])
            #expect(kept.status == 200)
            #expect(try await ben.client.get("/v1/budgets/\(id)").json["name"]?.string == "Groceries")
            let left = try await ann.client.send(
                "DELETE", "/v1/household/members/\(try await member("Ann", seenBy: ann))")
            #expect(left.status == 204)
            #expect(try await ben.client.get("/v1/budgets/\(id)").status == 404)
            let own = try await ann.client.get("/v1/budgets/\(id)").json
            #expect(own["household"] == nil && own["progress"]?["spent"]?["amount"]?.string == "6.00")
        }
    }

    @Test(
        "SPD-25: household: leaving withdraws shares; owners hand over"
    )
    func leaves() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway), cem = try await gateway.register()
            gateway.clock.advance(by: .seconds(1))
            #expect(try await join(cem, try await invite(ann), as: "Cem").status == 201)
            let query = "/v1/spending?from=2026-01-01&to=2026-01-31&scope=household"
            for person in [ann, ben] { #expect(try await share(person, try await buy(person, "4.00")) == 200) }
            #expect(try await shared(cem).count == 2)
            let annMember = try await member("Ann", seenBy: cem), benMember = try await member("Ben", seenBy: cem)
            #expect(try await cem.client.send("DELETE", "/v1/household/members/\(annMember)").status == 403)
            #expect(try await ann.client.send("DELETE", "/v1/household/members/\(benMember)").status == 204)
            #expect(try await ann.client.send("DELETE", "/v1/household/members/\(benMember)").status == 404)
            #expect(try await ben.client.get("/v1/household").status == 404)
            #expect(try await ben.client.get("/v1/household/receipts").status == 404)
            #expect(try await shared(cem).count == 1)
            let sums = try await cem.client.get(query).json["currencies"]?.items ?? []
            #expect(sums.first?["total"]?["amount"]?.string == "4.00")
            gateway.clock.advance(by: .seconds(1))
            #expect(try await join(ben, try await invite(ann)).status == 201)
            #expect(try await shared(cem).count == 1, "a former member's purchases stay hidden")
            #expect(try await ann.client.send("DELETE", "/v1/household/members/\(annMember)").status == 204)
            let now = try await ben.client.get("/v1/household").json
            #expect(now["name"]?.string == "Maple Street", "the name is the new owner's to open")
            #expect(now["members"]?.items.map { $0["name"]?.string } == ["Cem", "Ben"])
            #expect(now["members"]?.items.first?["role"]?.string == "owner")
            #expect(try await shared(cem).isEmpty)
            #expect(try await cem.client.send("DELETE", "/v1/household").status == 204)
            for person in [ben, cem] { #expect(try await person.client.get("/v1/household").status == 404) }
            let rows = try await gateway.database.pool.query("SELECT count(*) FROM households")
            #expect(try rows[0].decode(Int64.self) == 0)
            let published = try await events(HouseholdMemberChanged.self, gateway)
            #expect(published.filter { $0.endedAt != nil }.count == 4 && published.count == 8)
        }
    }

    @Test("SPD-25, GW-22, GW-19: household: erasing an account leaves it")
    func consent() async throws {
        try await TestGateway.with { gateway in
            let (ann, ben) = try await home(gateway), cem = try await gateway.register()
            gateway.clock.advance(by: .seconds(1))
            #expect(try await join(cem, try await invite(ann), as: "Cem").status == 201)
            for person in [ann, ben, cem] { #expect(try await share(person, try await buy(person, "4.00")) == 200) }
            let refused = try await ann.send("PUT", "/v1/consents", #"{"purposes":{"sharing":false}}"#)
            #expect(refused.status == 200)
            #expect(try await ann.client.get("/v1/household").status == 404)
            #expect(try await shared(ben).compactMap { $0["contributor"]?["name"]?.string }.sorted() == ["Ben", "Cem"])
            #expect(try await join(ann, try await invite(ben)).problem == "consent-required")
            let erased = try await ben.send(
                "DELETE", "/v1/account", #"{"currentPassword":"\#(ben.password)","now":true}"#)
            #expect(erased.status == 202)
            let now = try await cem.client.get("/v1/household").json
            #expect(now["name"]?.string == "Maple Street" && now["members"]?.items.count == 1)
            #expect(try await shared(cem).count == 1)
            #expect(try await cem.client.get("/v1/spending?scope=household").status == 200)
            for table in ["household_members", "shared_receipts"] {
                let rows = try await gateway.database.pool.query(
                    "SELECT count(*) FROM \(identifier: table) WHERE account_id = \(ben.account.uuid)")
                #expect(try rows[0].decode(Int64.self) == 0, "\(table)")
            }
        }
    }
}
