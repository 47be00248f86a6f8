import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Purchases
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Spending, budgets and imports through the API") struct SpendingTests {
    private func buy(
        _ items: [(name: String, cents: Int, category: String)], on day: String, at merchant: String = "Corner Market",
        in currency: String = "CAD", tax: Int? = nil, by person: Person
    ) async throws {
        func money(_ cents: Int) -> String {
            #"{"amount":"\#(DecimalAmount.text(Int64(cents), digits: 2))","currency":"\#(currency)"}"#
        }
        let list = items.map {
            #"{"name":"\#($0.name)","category":"\#($0.category)","amount":\#(money($0.cents))}"#
        }.joined(separator: ",")
        let total = items.reduce(tax ?? 0) { $0 + $1.cents }
        let extra = tax.map { #","tax":\#(money($0))"# } ?? ""
        let answer = try await person.send(
            "POST", "/v1/receipts",
            #"""
            {"merchant":"\#(merchant)","purchasedAt":"\#(day)","items":[\#(list)],"total":\#(money(total))\#(extra)}
            """#,
            headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
    }

    private func spending(_ query: String, of person: Person) async throws -> JSONValue {
        let answer = try await person.client.get("/v1/spending?\(query)")
        guard answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json
    }

    private func groups(_ sum: JSONValue?) -> [String] {
        sum?["groups"]?.items.map { "\($0["key"]?.string ?? "") \($0["amount"]?["amount"]?.string ?? "")" } ?? []
    }

    @Test("SPD-10, SPD-11, SPD-17: totals by category and shop are exact")
    func sums() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            try await buy(
                [("milk", 589, "dairy"), ("chips", 399, "snacks")], on: "2026-01-02", tax: 52, by: person)
            try await buy([("milk", 601, "dairy")], on: "2026-01-09", at: "Far Market", by: person)
            try await buy([("tea", 350, "beverages")], on: "2026-01-09", in: "USD", by: person)
            try await buy([("milk", 100, "dairy")], on: "2025-12-31", by: person)
            let month = "from=2026-01-01&to=2026-01-31"
            let report = try await spending("\(month)&by=category", of: person),
                sums = report["currencies"]?.items ?? []
            #expect(sums.map { $0["currency"]?.string } == ["CAD", "USD"])
            #expect(sums.map { $0["total"]?["amount"]?.string } == ["16.41", "3.50"])
            #expect(sums[0]["before"]?["amount"]?.string == "1.00" && sums[0]["purchases"]?.number == 2)
            #expect(groups(sums[0]) == ["dairy 11.90", "snacks 3.99", "charges 0.52"])
            let weeks = try await spending("\(month)&by=week", of: person)["currencies"]?.items.first
            #expect(
                groups(weeks) == [
                    "2025-12-29 10.40", "2026-01-05 6.01", "2026-01-12 0.00", "2026-01-19 0.00", "2026-01-26 0.00",
                ])
            #expect(weeks?["trend"]?["amount"]?.string?.hasPrefix("-") == true)
            let products = try await spending("\(month)&by=product&limit=1", of: person)["currencies"]?.items.first
            #expect(products?["groups"]?.items.map { $0["key"]?.string }.last == "rest")
            let chart = try await person.client.get("/v1/spending/chart?\(month)&by=category&currency=CAD")
            #expect(chart.status == 200 && chart.header("content-type") == "image/svg+xml")
            #expect(chart.text.contains("Dairy and eggs") && chart.text.contains("11.90"))
            for (language, dairy, charges) in [
                ("fr-CA", "Produits laitiers, œufs", "Taxes et frais"),
                ("es", "Lácteos y huevos", "Impuestos y cargos"),
                ("zh-Hans", "乳品和蛋类", "税费"),
            ] {
                let options = ["accept-language": language]
                let drawn = try await person.client.get(
                    "/v1/spending/chart?\(month)&by=category&currency=CAD", headers: options)
                #expect(drawn.text.contains(dairy) && drawn.text.contains(charges) && !drawn.text.contains("Dairy"))
                let named = try await person.client.get("/v1/spending?\(month)&by=category", headers: options)
                #expect(named.text.contains(dairy) && named.header("content-language") == String(language.prefix(2)))
            }
            let picture = try await person.client.get("/v1/spending/chart?\(month)&by=category&format=png")
            #expect(picture.status == 200 && picture.header("content-type") == "image/png")
            #expect(Array(picture.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47] && picture.body.count > 2_000)
            #expect(try await person.client.get("/v1/spending/chart?\(month)&format=gif").status == 400)
            #expect(try await spending(month, of: other)["currencies"]?.items.isEmpty == true)
            for wrong in ["from=x", "by=moon", "from=2026-02-01&to=2026-01-01", "from=1900-01-01"] {
                #expect(try await person.client.get("/v1/spending?\(wrong)").status == 400, "\(wrong)")
            }
        }
    }

    @Test("SPD-10: changes and deletions appear in the next report")
    func newest() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            try await buy([("milk", 589, "dairy")], on: "2026-01-02", by: person)
            let month = "from=2026-01-01&to=2026-01-31"
            func total() async throws -> String? {
                try await spending(month, of: person)["currencies"]?.items.first?["total"]?["amount"]?.string
            }
            #expect(try await total() == "5.89")
            let listed = try await person.client.get("/v1/receipts").json["items"]?.items.first
            let path = "/v1/receipts/\(listed?["id"]?.string ?? "")"
            let changed = try await person.send(
                "PATCH", path, #"{"total":{"amount":"6.00","currency":"CAD"}}"#, headers: ["prefer": "wait=10"])
            #expect(changed.status == 200)
            #expect(try await total() == "6.00")
            #expect(try await person.client.send("DELETE", path, headers: ["prefer": "wait=10"]).status == 204)
            #expect(try await total() == nil)
        }
    }

    @Test("SPD-06: a budget is set, shows its use, is changed and deleted")
    func budgets() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let today = CalendarDay(gateway.clock.now(), in: try #require(TimeZone(identifier: "America/Toronto")))
            try await buy([("milk", 589, "dairy"), ("chips", 399, "snacks")], on: today.description, by: person)
            let body =
                #"{"name":"Snacks","period":"month","category":"snacks","amount":{"amount":"3.00","currency":"CAD"}}"#
            let made = try await person.send("POST", "/v1/budgets", body, headers: ["prefer": "wait=10"])
            #expect(made.status == 201 && made.header("etag") == "\"1\"", "\(made.text)")
            let path = "/v1/budgets/\(try made.json["id"]?.string ?? "")"
            let progress = try await person.client.get(path).json["progress"]
            #expect(progress?["spent"]?["amount"]?.string == "3.99")
            #expect(progress?["remaining"]?["amount"]?.string == "-0.99" && progress?["exceeded"] == .bool(true))
            let changed = try await person.send(
                "PATCH", path, #"{"category":null,"amount":{"amount":"20","currency":"CAD"}}"#,
                headers: ["prefer": "wait=10", "if-match": "\"1\""])
            #expect(changed.status == 200, "\(changed.text)")
            let listed = try await person.client.get("/v1/budgets").json["items"]?.items ?? []
            #expect(listed.map { $0["progress"]?["spent"]?["amount"]?.string } == ["9.88"])
            #expect(listed.map { $0["name"]?.string } == ["Snacks"])
            #expect(try await other.client.get(path).status == 404)
            #expect(try await other.client.get("/v1/budgets").json["items"]?.items.isEmpty == true)
            let refused = try await person.send("POST", "/v1/budgets", #"{"amount":{"amount":"0","currency":"CAD"}}"#)
            #expect(refused.status == 422 && Set(refused.pointers) == ["/period", "/amount/amount", "/name"])
            #expect(try await person.client.send("DELETE", path, headers: ["prefer": "wait=10"]).status == 204)
            #expect(try await person.client.get(path).status == 404)
        }
    }

    @Test("SPD-23: an import is previewed by row, then confirmed")
    func files() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let file = """
                Date,Store,Item,Amount,Quantity,Unit,Currency
                2026-01-02 10:30,Corner Market,Milk 2%,5.89,1,ea,CAD
                2026-01-02 10:30,Corner Market,"Apples, green",3.49,1.2,kg,CAD
                2026-13-02,Corner Market,Tea,3.00,1,ea,CAD
                2026-01-03,Far Market,Tea,x,1,ea,CAD
                """
            func send(_ query: String) async throws -> TestHTTPClient.Answer {
                try await person.client.send(
                    "POST", "/v1/receipts/import\(query)",
                    headers: ["content-type": "text/csv; charset=utf-8", "idempotency-key": "file-1"],
                    body: Array(file.utf8))
            }
            let preview = try await send("?preview=true")
            #expect(preview.status == 200, "\(preview.text)")
            let shown = try preview.json
            #expect(shown["purchases"]?.items.map { $0["total"]?["amount"]?.string } == ["9.38"])
            #expect(shown["faults"]?.items.map { $0["line"]?.number } == [4, 5])
            #expect(shown["faults"]?.items.map { $0["reason"]?.string } == ["notADay", "notAnAmount"])
            #expect(gateway.neighbors.commands.isEmpty)
            let kept = try await send(""), again = try await send("")
            #expect(kept.status == 202 && again.body == kept.body, "\(kept.text)")
            try await eventually("the purchase counts") {
                try await spending("from=2026-01-01&to=2026-01-31", of: person)["currencies"]?.items.first?["total"]?[
                    "amount"]?.string == "9.38"
            }
            #expect(gateway.neighbors.commands == [RecordReceipt.type])
            let notAFile = try await person.send("POST", "/v1/receipts/import", "{}")
            #expect(notAFile.status == 415)
            let nameless = try await person.client.send(
                "POST", "/v1/receipts/import", headers: ["content-type": "text/csv"], body: Array("a,b\n1,2".utf8))
            #expect(nameless.status == 400)
        }
    }

    @Test("SPD-15, SPD-16: price history is shown by day in the user's units")
    func prices() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let body = """
                {"merchant":"Corner \
                Market","purchasedAt":"2026-01-02","items":[{"name":"apples","quantity":2,"unit":"kg",
                "amount":{"amount":"6.00","currency":"CAD"}}]}
                """
            let answer = try await person.send("POST", "/v1/receipts", body, headers: ["prefer": "wait=10"])
            let product = try answer.json["items"]?.items.first?["product"]?["id"]?.string ?? ""
            func price(_ units: String) async throws -> String? {
                let paid = try await person.client.get("/v1/products/\(product)/prices\(units)").json["paid"]?.items
                return paid?.first.map { "\($0["price"]?.string ?? "") \($0["unit"]?.string ?? "")" }
            }
            #expect(try await price("?units=metric") == "3.00000 kg")
            #expect(try await price("") == "1.36078 lb")
            #expect(try await person.client.get("/v1/products/\(product)/prices?units=stone").status == 400)
            #expect(try await person.client.get("/v1/products/\(UUID())/prices").status == 404)
        }
    }

    @Test("SPD-15: prices are known from a purchase before its product arrives")
    func pricesAtOnce() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), product = PurchasedProductID.random()
            var record = Neighbors.readFromPhotos()
            record.items[0].product = ItemProduct(productID: product, name: "apples", way: .provisional)
            try await gateway.neighbors.keep(record, ReceiptID.random(), 1, of: person.account, nil)
            try await eventually("the purchase counts") {
                let answer = try await person.client.get("/v1/products/\(product)/prices?units=metric")
                return try answer.json["paid"]?.items.count == 1
            }
        }
    }

    @Test("SPD-10: spending: 12,000 items add up to the cent, repeatedly")
    func year() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), first = try #require(CalendarDay("2025-01-01"))
            var expected: Int64 = 0, template = ReceiptRecord()
            template.currency = ReceiptField(.cad, .typed)
            for place in 0..<500 {
                var record = template
                record.day = ReceiptField(try #require(first.adding(days: place % 365)), .typed)
                record.items = (0..<24).map { number in
                    let amount = Int64(place * 31 + number * 97) % 2_000 + 1
                    expected += amount
                    var item = ReceiptItem(
                        itemID: .random(), name: ReceiptField("article \(number)", .typed), rawText: "",
                        category: ReceiptField(PurchaseCategory.allCases[number % 17], .typed),
                        quantity: ReceiptField(1_000, .reckoned), unit: .each, amount: ReceiptField(amount, .typed))
                    item.product = ItemProduct(productID: .random(), name: "article \(number)", way: .provisional)
                    return item
                }
                try await gateway.neighbors.keep(record, ReceiptID.random(), 1, of: person.account, nil)
            }
            var slowest = Duration.zero
            for round in 0..<50 {
                let by = ["category", "month", "week", "store", "product"][round % 5], start = ContinuousClock.now
                let report = try await spending("from=2025-01-01&to=2025-12-31&by=\(by)", of: person)
                let duration = ContinuousClock.now - start
                // The first report opens every sealed purchase.
                if round > 4 { slowest = max(slowest, duration) }
                let sum = try #require(report["currencies"]?.items.first)
                #expect(sum["total"]?["amount"]?.string == DecimalAmount.text(expected, digits: 2))
                let groups = sum["groups"]?.items.compactMap { $0["amount"]?["amount"]?.string } ?? []
                #expect(groups.compactMap { DecimalAmount.fixed($0, digits: 2) }.reduce(0, +) == expected)
            }
            #expect(slowest < .seconds(60), "a guard against hanging")
        }
    }

    @Test("linked products: the cost of protein and of meal items is shown")
    func costs() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            func buyOats(_ amount: String, on day: String) async throws -> JSONValue {
                let answer = try await person.send(
                    "POST", "/v1/receipts",
                    """
                    {"merchant":"Corner Market","purchasedAt":"\(day)","items":[{"name":"oats","quantity":2,"unit":"kg",
                    "amount":{"amount":"\(amount)","currency":"CAD"}}],"total":{"amount":"\(amount)","currency":"CAD"}}
                    """, headers: ["prefer": "wait=10"])
                guard answer.status == 201 else { throw Unexpected(answer) }
                return try answer.json
            }
            let food = try await person.send(
                "POST", "/v1/foods", #"{"name":"oats","energyKcal":380,"nutrients":{"proteinG":12.5}}"#,
                headers: ["prefer": "wait=10"])
            let foodID = try #require(food.json["id"]?.string, "\(food.text)")
            let bought = try await buyOats("8.00", on: "2026-01-10")
            let product = try #require(bought["items"]?.items.first?["product"]?["id"]?.string)
            let prices = "/v1/products/\(product)/prices"
            #expect(try await person.client.get(prices).json["proteinCost"] == nil, "the product has no linked food")
            let named = try await person.send(
                "PATCH", "/v1/products/\(product)", #"{"food":"\#(foodID)"}"#, headers: ["prefer": "wait=10"])
            #expect(named.status == 200, "\(named.text)")
            // 800 g of oats contain 100 g of protein and cost 4.00 per kilogram.
            let protein = try await person.client.get(prices).json["proteinCost"]
            #expect(protein?["cost"]?["amount"]?.string == "3.20" && protein?["day"]?.string == "2026-01-10")
            let meal = try await person.send(
                "POST", "/v1/meals",
                #"""
                {"eatenAt":"2026-01-12T08:00:00Z","items":[{"foodId":"\#(foodID)","grams":60},{"name":"zorglub",\#
                "grams":9}]}
                """#,
                headers: ["prefer": "wait=10"])
            let mealID = try #require(meal.json["id"]?.string, "\(meal.text)")
            let cost = try await person.client.get("/v1/meals/\(mealID)/cost").json
            #expect(cost["of"]?.number == 2 && cost["items"]?.items.count == 1)
            #expect(cost["items"]?.items.first?["product"]?.string == product)
            #expect(cost["sums"]?.items.first?["cost"]?["amount"]?.string == "0.24")
            #expect(try await other.client.get("/v1/meals/\(mealID)/cost").status == 404)
            #expect(try await other.client.get(prices).status == 404)
        }
    }
}
