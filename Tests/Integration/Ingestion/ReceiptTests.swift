import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Photos
import Quantities
import Sealing
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Receipts and purchased products through the API") struct ReceiptTests {
    private static let typed = """
        {"merchant":"Épicerie du Coin","purchasedAt":"2026-01-14 17:04","store":{"number":"12"},
        "items":[{"name":"milk 2%","amount":{"amount":"4.99","currency":"CAD"},"category":"dairy"},
        {"name":"bananas","amount":{"amount":"1.31","currency":"CAD"},"quantity":0.755,"unit":"kg",
        "unitPrice":{"amount":"1.74","currency":"CAD"},"discount":{"amount":"-0.31","currency":"CAD"}}],
        "tax":{"amount":"0.30","currency":"CAD"},"total":{"amount":"6.29","currency":"CAD"}}
        """

    private func keep(_ body: String = typed, by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", "/v1/receipts", body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    private func change(
        _ receipt: JSONValue, _ body: String, by person: Person, headers: [String: String] = [:]
    ) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "PATCH", "/v1/receipts/\(receipt["id"]?.string ?? "")", body,
            headers: ["prefer": "wait=10"].merging(headers) { $1 })
    }

    @Test("SPD-01, SPD-16, SPD-20: typed purchase: has exact amounts")
    func typedByHand() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), receipt = try await keep(by: person)
            #expect(
                receipt.names == [
                    "advice", "allergensPending", "canUndo", "changedAt", "charges", "checks", "currency", "discounts",
                    "fields", "id",
                    "items", "loyalty", "merchant", "photos", "purchasedAt", "recordedAt", "source", "store", "taxes",
                    "tenders",
                    "total", "version",
                ])
            #expect(receipt["purchasedAt"]?.string == "2026-01-14 17:04:00" && receipt["source"]?.string == "typed")
            #expect(receipt["currency"]?.string == "CAD" && receipt["store"]?["number"]?.string == "12")
            #expect(receipt["total"]?["amount"]?.string == "6.29" && receipt["total"]?["currency"]?.string == "CAD")
            #expect(receipt["checks"]?["itemsMatchTotal"] == .bool(true))
            #expect(receipt["checks"]?["difference"]?["amount"]?.string == "0.00")
            let items = receipt["items"]?.items ?? []
            #expect(items.map { $0["name"]?.string } == ["milk 2%", "bananas"])
            #expect(items.map { $0["category"]?.string } == ["dairy", "produce"])
            #expect(items.map { $0["quantity"] } == [.number("1"), .number("0.755")])
            #expect(items.map { $0["unit"]?.string } == ["ea", "kg"])
            #expect(items[1]["discount"]?["amount"]?.string == "-0.31")
            #expect(items.allSatisfy { $0["product"]?["way"]?.string == "provisional" })
            let read = try await person.client.get("/v1/receipts/\(receipt["id"]?.string ?? "")")
            #expect(try read.status == 200 && read.header("etag") == "\"1\"" && read.json == receipt)
            #expect(gateway.neighbors.commands == [RecordReceipt.type])
        }
    }

    @Test(
        "SPD-17: an invalid purchase is rejected by field",
        arguments: [
            (#"{}"#, ["/items"]), (#"{"items":[{"name":"x"}]}"#, ["/items/0"]),
            (#"{"items":[{"name":"x","amount":{"amount":"1.234","currency":"CAD"}}]}"#, ["/items/0/amount/amount"]),
            (#"{"items":[{"name":"x","amount":{"amount":1,"currency":"CAD"}}]}"#, ["/items/0/amount/amount"]),
            (#"{"total":{"amount":"1.00"}}"#, ["/total/currency"]),
            (
                #"{"currency":"USD","total":{"amount":"1.00","currency":"CAD"}}"#, ["/total/currency"]
            ),
            (#"{"purchasedAt":"14/01/2026","total":{"amount":"1","currency":"CAD"}}"#, ["/purchasedAt"]),
            (#"{"purchasedAt":"2999-01-01","total":{"amount":"1","currency":"CAD"}}"#, ["/purchasedAt"]),
            (
                #"{"items":[{"name":"x","amount":{"amount":"1","currency":"CAD"},"unit":"stone","quantity":0,"#
                    + #""discount":{"amount":"1","currency":"CAD"}}]}"#,
                ["/items/0/quantity", "/items/0/unit", "/items/0/discount/amount"]
            ),
            (#"{"photos":["x"]}"#, ["/photos/0"]), (#"{"photos":[]}"#, ["/photos"]),
        ])
    func refusals(body: String, pointers: [String]) async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("POST", "/v1/receipts", body)
            #expect(answer.status == 422 && answer.pointers == pointers, "\(answer.text)")
        }
    }

    @Test("SPD-03: only a product of the same account can be chosen for an item")
    func chosenProducts() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let receipt = try await keep(by: person), foreign = try await keep(by: other)
            let items = receipt["items"]?.items ?? [], item = items[0]["id"]?.string ?? ""
            func choice(_ product: String) -> String { #"{"items":[{"id":"\#(item)","product":"\#(product)"}]}"# }
            for wrong in [foreign["items"]?.items[0]["product"]?["id"]?.string ?? "", UUID().uuidString.lowercased()] {
                let answer = try await change(receipt, choice(wrong), by: person)
                #expect(answer.status == 422 && answer.pointers == ["/items/0/product"], "\(answer.text)")
            }
            let own = items[1]["product"]?["id"]?.string ?? ""
            let answer = try await change(receipt, choice(own), by: person)
            #expect(try answer.status == 200 && answer.json["items"]?.items[0]["product"]?["id"]?.string == own)
            let typed = #"{"items":[{"name":"x","amount":{"amount":"1","currency":"CAD"},"product":"\#(UUID())"}]}"#
            let refused = try await person.send("POST", "/v1/receipts", typed)
            #expect(refused.status == 422 && refused.pointers == ["/items/0/product"], "\(refused.text)")
        }
    }

    @Test("SPD-03, SPD-08: items have suggestions; a receipt has its shop's id")
    func candidatesAndStores() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), id = ReceiptID.random(), product = PurchasedProductID.random()
            var record = Neighbors.readFromPhotos()
            record.items[0].product = ItemProduct(productID: product, name: "GRN APPL", way: .provisional)
            record.items[0].candidates = [ItemCandidate(productID: product, name: "Green apples", similarity: 88)]
            try await gateway.neighbors.keep(record, id, 1, of: person.account, nil)
            let receipt = try await person.client.get("/v1/receipts/\(id)").json
            let candidate = receipt["items"]?.items[0]["candidates"]?.items.first
            #expect(candidate?["name"]?.string == "Green apples" && candidate?["similarity"] == .number("0.88"))
            let store = try #require(receipt["store"]?["id"]?.string)
            let chosen = try await person.send(
                "PUT", "/v1/shopping-preferences", #"{"ignoredStores":["\#(store)"]}"#, headers: ["prefer": "wait=10"])
            #expect(chosen.status == 200, "\(chosen.text)")
            let stores = try await person.client.get("/v1/stores").json["items"]?.items ?? []
            #expect(stores.map { $0["id"]?.string } == [store])
            #expect(stores.map { $0["name"]?.string } == ["Corner Market"])
            #expect(stores.first?["ignored"] == .bool(true) && stores.first?["lastBoughtOn"]?.string == "2026-01-14")
        }
    }

    @Test("SPD-05: deposits, tips, taxes, codes and payment methods are accepted")
    func everyField() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), receipt = try await keep(by: person)
            let item = receipt["items"]?.items[0]["id"]?.string ?? ""
            func money(_ amount: String) -> String { #"{"amount":"\#(amount)","currency":"CAD"}"# }
            let body = """
                {"deposit":\(money("0.10")),"tip":\(money("1.00")),
                "items":[{"id":"\(item)","code":"0601","taxCode":"H"}],
                "taxes":[{"label":"TPS 5%","amount":\(money("0.20"))},{"label":"PST","amount":\(money("0.10"))}],
                "tenders":[{"kind":"cash","amount":\(money("10.00"))}],"total":\(money("7.39"))}
                """
            let answer = try await change(receipt, body, by: person), changed = try answer.json
            #expect(answer.status == 200, "\(answer.text)")
            #expect(changed["taxes"]?.items.map { $0["code"]?.string } == ["GST", "PST"])
            #expect(changed["charges"]?.items.map { $0["kind"]?.string } == ["deposit", "tip"])
            #expect(changed["tenders"]?.items.first?["amount"]?["amount"]?.string == "10.00")
            #expect(changed["items"]?.items[0]["code"]?.string == "0601")
            #expect(changed["items"]?.items[0]["taxCode"]?.string == "H")
            #expect(changed["checks"]?["itemsMatchTotal"] == .bool(true), "\(answer.text)")
            let wrong = #"{"tenders":[{"kind":"tax","amount":\#(money("1"))}],"taxes":[{"amount":\#(money("1"))}]}"#
            let refused = try await change(changed, wrong, by: person)
            #expect(refused.status == 422 && refused.pointers == ["/taxes/0/label", "/tenders/0/kind"])
        }
    }

    @Test("SPD-04: receipts: search by days or words, paged without repeats")
    func pagesOfWhatIsLookedFor() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var kept: Set<String> = []
            for _ in 0..<5 { kept.insert(try await keep(by: person)["id"]?.string ?? "") }
            for query in ["from=2026-01-01&to=2026-01-31", "query=bananas"] {
                var seen: [String] = [], cursor: String?, pages = 0
                repeat {
                    let place = cursor.map { "&cursor=\($0)" } ?? ""
                    let page = try await person.client.get("/v1/receipts?\(query)&limit=2\(place)").json
                    seen += page["items"]?.items.compactMap { $0["id"]?.string } ?? []
                    cursor = page["next"]?.string
                    pages += 1
                } while cursor != nil && pages < 9
                #expect(seen.count == 5 && Set(seen) == kept && pages == 3, "\(query)")
            }
            let none = try await person.client.get("/v1/receipts?from=2027-01-01&limit=2").json
            #expect(none["items"]?.items.isEmpty == true && none["next"]?.string == nil)
        }
    }

    @Test("VIS-20, VIS-22: a photo becomes a receipt with scores and positions")
    func photos() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/receipts?country=CA", photo: try SamplePhoto.jpeg.bytes(), headers: ["prefer": "wait=10"])
            #expect(answer.status == 201, "\(answer.text)")
            let receipt = try answer.json
            #expect(receipt["outcome"]?.string == "read" && receipt["source"]?.string == "photo")
            #expect(receipt["fields"]?["merchant"]?["crop"]?.items.count == 5)
            #expect(receipt["fields"]?["total"]?["origin"]?.string == "read")
            let command = try #require(gateway.neighbors.state.withLock { $0.receiptOrders.first })
            #expect(command.photos.count == 1 && command.country == "CA" && command.isPro && command.version == 1)
            #expect(try await !gateway.photos.photo(at: command.photos[0].key).isEmpty)
            #expect(receipt["photos"]?.items.first?["number"]?.number == 0 && receipt["photos"]?.items.count == 1)
            let path = "/v1/receipts/\(receipt["id"]?.string ?? "")/photo"
            let photo = try await person.client.get(path)
            #expect(photo.status == 200 && photo.header("content-type") == "image/jpeg" && !photo.body.isEmpty)
            for wrong in ["?number=1", "?number=-1", "?number=x"] {
                #expect(try await person.client.get(path + wrong).status == 404, "\(wrong)")
            }
            let stranger = try await gateway.register()
            #expect(try await stranger.client.get(path).status == 404)
            try await gateway.photos.remove(command.photos[0].key)
            #expect(try await person.client.get(path).status == 404, "it has expired")
        }
    }

    @Test("VIS-20: a long receipt is several uploaded photos, each confirmed once")
    func severalPhotos() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            var ids: [String] = []
            for _ in 0..<2 {
                let draft = try await person.send("POST", "/v1/photos", photo: try SamplePhoto.jpeg.bytes())
                ids.append(try draft.json["id"]?.string ?? "")
            }
            let body = #"{"photos":["\#(ids[0])","\#(ids[1])"],"country":"US"}"#
            let foreign = try await other.send("POST", "/v1/receipts", body)
            #expect(foreign.status == 422 && foreign.pointers == ["/photos/0"])
            #expect(try await keep(body, by: person)["outcome"]?.string == "read")
            let command = try #require(gateway.neighbors.state.withLock { $0.receiptOrders.first })
            #expect(command.photos.count == 2 && command.country == "US")
            #expect(Set(command.photos.map(\.digest)).count == 1, "the same photo has the same digest")
            #expect(try await person.send("POST", "/v1/receipts", body).status == 422)
        }
    }

    @Test("SPD-01: photos beside a typed purchase are kept and not read")
    func photosBeside() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let draft = try await person.send("POST", "/v1/photos", photo: try SamplePhoto.jpeg.bytes())
            let photo = try #require(try draft.json["id"]?.string)
            let body = #"{"photos":["\#(photo)"],"# + Self.typed.dropFirst()
            let receipt = try await keep(body, by: person), path = "/v1/receipts/\(receipt["id"]?.string ?? "")/photo"
            #expect(receipt["source"]?.string == "typed" && receipt["photos"]?.items.count == 1)
            #expect(try await person.client.get(path).status == 200)
            #expect(gateway.neighbors.commands == [RecordReceipt.type])
            let again = try await person.send("POST", "/v1/receipts", body)
            #expect(again.status == 422 && again.pointers == ["/photos/0"])
        }
    }

    @Test("receipt: a purchase is answered before its allergens are known")
    func allergens() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), trainer = try await gateway.register()
            let receipt = try await keep(by: person)
            #expect(receipt["allergensPending"] == .bool(true) && receipt["allergens"] == nil)
            let id = try #require(receipt["id"]?.string), path = "/v1/receipts/\(id)"
            let receiptID = try #require(ReceiptID(text: id))
            let details = PurchaseAllergenDetails(
                articles: [.init(name: "milk 2%", allergens: [.group(.milk)])], otherIngredients: ["coriander"])
            let sealed = try await gateway.sealer.seal(details, .purchaseAllergens(receiptID, of: person.account))
            func judged(_ version: Int64, of receiptVersion: Int64) -> PurchaseJudged {
                PurchaseJudged(
                    accountID: person.account, receiptID: receiptID, version: version, receiptVersion: receiptVersion,
                    allergens: [MealAllergen(allergen: .group(.milk), likelihood: .named, inProfile: true)],
                    unknownArticles: 1, otherMatches: 1, profileVersion: 1, profileEmpty: false, details: sealed,
                    knowledgeVersion: "1", boughtOn: .epoch, judgedAt: gateway.clock.now())
            }
            try await gateway.neighbors.publish(judged(1, of: 1), nil, nil)
            let answer = try await person.client.get(path), json = try answer.json
            #expect(answer.header("etag") == "\"1.1\"" && json["allergensPending"] == .bool(false))
            let allergens = json["allergens"]
            #expect(allergens?["found"]?.items.first?["allergen"]?.string == "milk")
            #expect(allergens?["found"]?.items.first?["inProfile"] == .bool(true))
            #expect(allergens?["articles"]?.items.first?["name"]?.string == "milk 2%")
            #expect(allergens?["unknownArticles"]?.number == 1)
            #expect(allergens?["otherIngredients"]?.items.map(\.string) == ["coriander"])
            let listed = try await person.client.get("/v1/receipts").json["items"]?.items.first
            #expect(listed?["allergens"]?["found"]?.items.count == 1)
            // GW-48: access to purchases does not reveal the ingredients that the person avoids.
            let end = EventTime.format(gateway.clock.now().addingTimeInterval(86_400))
            for (scopes, isShown) in [(#""purchases""#, false), (#""purchases","allergens""#, true)] {
                let offer = try await person.send(
                    "POST", "/v1/grants", #"{"name":"Sam","scopes":[\#(scopes)],"expiresAt":"\#(end)"}"#
                ).json
                let token = offer["token"]?.string ?? "", grant = offer["id"]?.string ?? ""
                #expect(
                    try await trainer.send("POST", "/v1/grants/accept", #"{"token":"\#(token)"}"#).status == 200)
                let seen = try await trainer.client.get(path, headers: ["grant": grant])
                #expect(try seen.status == 200 && (seen.json["allergens"] != nil) == isShown, "\(scopes)")
                let page = try await trainer.client.get("/v1/receipts", headers: ["grant": grant])
                #expect(try (page.json["items"]?.items.first?["allergens"] != nil) == isShown, "\(scopes)")
            }
            let changed = try await change(
                receipt, #"{"merchant":"Other"}"#, by: person, headers: ["if-match": "\"1\""])
            #expect(try changed.status == 200 && changed.json["allergensPending"] == .bool(true))
        }
    }

    @Test("SPD-05: receipt: single fields are changed and confirmed, then undone")
    func changes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/receipts", photo: try SamplePhoto.jpeg.bytes(), headers: ["prefer": "wait=10"])
            let receipt = try answer.json, item = receipt["items"]?.items.first?["id"]?.string ?? ""
            let body = """
                {"merchant":"Corner Market","items":[{"id":"\(item)","name":"green apples"},
                {"name":"tea","amount":{"amount":"2.00","currency":"CAD"}}],"total":{"amount":"5.49","currency":"CAD"}}
                """
            let changed = try await change(receipt, body, by: person, headers: ["if-match": "\"1\""])
            #expect(changed.status == 200 && changed.header("etag") == "\"2\"", "\(changed.text)")
            let view = try changed.json
            #expect(view["fields"]?["merchant"]?["origin"]?.string == "confirmed")
            #expect(view["fields"]?["total"]?["origin"]?.string == "typed")
            #expect(view["items"]?.items.map { $0["name"]?.string } == ["green apples", "tea"])
            #expect(view["checks"]?["itemsMatchTotal"] == .bool(true) && view["canUndo"] == .bool(true))
            #expect(try await change(receipt, body, by: person, headers: ["if-match": "\"1\""]).status == 412)
            #expect(try await change(receipt, body, by: other).status == 404)
            let unknown = try await change(receipt, #"{"items":[{"id":"\#(UUID())","name":"x"}]}"#, by: person)
            #expect(unknown.status == 422 && unknown.pointers == ["/items/0/name"], "\(unknown.text)")
            let path = "/v1/receipts/\(receipt["id"]?.string ?? "")"
            let undone = try await person.client.send("POST", path + "/undo", headers: ["prefer": "wait=10"])
            #expect(try undone.status == 200 && undone.json["items"]?.items.count == 1, "\(undone.text)")
            let again = try await person.client.send("POST", path + "/undo", headers: ["prefer": "wait=10"])
            #expect(again.status == 409 && again.problem == "conflict")
        }
    }

    @Test("receipt: a possible duplicate is flagged, and its answer stored")
    func duplicates() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), twin = ReceiptID.random()
            gateway.neighbors.state.withLock { $0.twin = ReceiptTwin(receiptID: twin, reason: .samePurchase) }
            let receipt = try await keep(by: person)
            #expect(receipt["possibleDuplicate"]?["receipt"]?.string == twin.description)
            #expect(try await change(receipt, #"{"possibleDuplicate":{}}"#, by: person).status == 422)
            let kept = try await change(receipt, #"{"possibleDuplicate":null}"#, by: person)
            #expect(try kept.status == 200 && kept.json["possibleDuplicate"] == nil)
        }
    }

    @Test("SPD-18: purchases are listed by day, searched and restored")
    func lists() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let first = try await keep(by: person)
            let later =
                #"{"purchasedAt":"2026-01-15","items":[{"name":"花生酱","amount":{"amount":"3","currency":"USD"}}]}"#
            let second = try await keep(later, by: person)
            func ids(_ query: String) async throws -> [String?] {
                let answer = try await person.client.get("/v1/receipts\(query)")
                guard answer.status == 200 else { throw Unexpected(answer) }
                return try answer.json["items"]?.items.map { $0["id"]?.string } ?? []
            }
            let (one, two) = (first["id"]?.string, second["id"]?.string)
            #expect(try await ids("") == [two, one])
            #expect(try await ids("?from=2026-01-15") == [two])
            #expect(try await ids("?to=2026-01-14") == [one])
            #expect(try await ids("?query=epicerie%20MILK") == [one])
            #expect(try await ids("?query=%E8%8A%B1%E7%94%9F") == [two])
            #expect(try await ids("?query=nothing") == [])
            #expect(try await person.client.get("/v1/receipts?from=x").parameters == ["from"])
            let path = "/v1/receipts/\(one ?? "")"
            #expect(try await person.client.send("DELETE", path, headers: ["prefer": "wait=10"]).status == 204)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await ids("") == [two])
            let back = try await person.client.send("POST", path + "/undo", headers: ["prefer": "wait=10"])
            #expect(back.status == 200, "\(back.text)")
            #expect(try await ids("") == [two, one])
        }
    }

    @Test("SPD-02, SPD-03: receipt: each item gets a product that its owner names")
    func products() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let receipt = try await keep(by: person)
            let product = receipt["items"]?.items.first?["product"]?["id"]?.string ?? "",
                path = "/v1/products/\(product)"
            let listed = try await person.client.get("/v1/products").json["items"]?.items ?? []
            #expect(Set(listed.compactMap { $0["name"]?.string }) == ["milk 2%", "bananas"])
            #expect(listed.allSatisfy { $0["provisional"] == .bool(true) })
            let found = try await person.client.get("/v1/products?query=banana").json["items"]?.items ?? []
            #expect(found.map { $0["name"]?.string } == ["bananas"])
            let body = #"{"name":"Partly skimmed milk","brand":"Own","category":"dairy","gtin":"96385074"}"#
            let named = try await person.send("PATCH", path, body, headers: ["prefer": "wait=10"])
            #expect(named.status == 200 && named.header("etag") == "\"2\"", "\(named.text)")
            #expect(try named.json["name"]?.string == "Partly skimmed milk")
            #expect(try named.json["provisional"] == .bool(false))
            #expect(try await person.client.get(path).json == named.json)
            #expect(try await other.client.get(path).status == 404)
            #expect(try await other.send("PATCH", path, body).status == 404)
            let itself = try await person.send("PATCH", path, #"{"sameAs":"\#(product)"}"#)
            #expect(itself.status == 422 && itself.pointers == ["/sameAs"])
            // A number still identifies a shared product.
            #expect(try await person.client.get("/v1/products/96385074").status == 404)
        }
    }
}
