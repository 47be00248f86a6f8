import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Shared foods and the review queue") struct ReviewTests {
    private static let held = ["prefer": "wait=5"]
    private static let food =
        #"{"names":{"en":"qwix crunch"},"brand":"Zwick","energyKcal":370.5,"#
        + #""nutrients":{"proteinG":9},"portions":[{"measures":{"en":"1 bowl"},"grams":40}]}"#

    /// Submits one of the person's own foods.
    private func submit(_ name: String, by person: Person) async throws -> (food: String, id: String) {
        let own = try await person.send(
            "POST", "/v1/foods", #"{"name":"\#(name)","energyKcal":370}"#, headers: Self.held)
        let food = try #require(try own.json["id"]?.string)
        let answer = try await person.send("POST", "/v1/foods/\(food)/submission", "", headers: Self.held)
        #expect(answer.status == 201)
        return (food, try #require(try answer.json["id"]?.string))
    }

    @Test("NUT-33, OPS-20: a food is submitted once, tracked and withdrawn")
    func submissions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), senior = try await gateway.staff(.foodSenior)
            let (food, id) = try await submit("Zwick muesli", by: person)
            let published = try await person.client.get("/v1/food-submissions/\(id)").json
            #expect(published["state"]?.string == "pending" && published["name"]?.string == "Zwick muesli")
            #expect(published["foodId"]?.string == food && published["doubts"]?.items.first?.string == "duplicateName")
            #expect(try await person.client.get("/v1/food-submissions").json["items"]?.items.count == 1)
            #expect(try await person.send("POST", "/v1/foods/\(food)/submission", "").status == 409)
            #expect(try await person.send("POST", "/v1/foods/sr28-09003/submission", "").status == 404)
            #expect(try await senior.client.get("/v1/admin/reviews").json["items"]?.items.count == 1)
            let back = try await person.send("DELETE", "/v1/food-submissions/\(id)", "", headers: Self.held)
            #expect(back.status == 204)
            #expect(try await person.client.get("/v1/food-submissions/\(id)").json["state"]?.string == "withdrawn")
            #expect(try await person.send("DELETE", "/v1/food-submissions/\(id)", "").status == 409)
            #expect(try await senior.client.get("/v1/admin/reviews").json["items"]?.items.isEmpty == true)
            // Submitting recorded the consent to share.
            let consents = try await person.client.get("/v1/consents").json
            #expect(String(describing: consents).contains("sharing"))
        }
    }

    @Test(
        "OPS-20: review: claimed by one, decided once, disclosed"
    )
    func queue() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let senior = try await gateway.staff(.foodSenior), other = try await gateway.staff(.foodSenior)
            let first = try await submit("Zwick muesli", by: person)
            gateway.clock.advance(by: .seconds(60))
            let second = try await submit("Zwick porridge", by: person)
            let list = try await senior.client.get("/v1/admin/reviews?kind=submission&limit=1")
            #expect(try list.json["items"]?.items.map { $0["id"]?.string } == [first.id])
            #expect(!list.text.contains("Zwick") && !list.text.contains(person.account.description))
            let cursor = try #require(try list.json["next"]?.string)
            let rest = try await senior.client.get("/v1/admin/reviews?kind=submission&cursor=\(cursor)").json
            #expect(rest["items"]?.items.map { $0["id"]?.string } == [second.id])

            let path = "/v1/admin/reviews/\(first.id)"
            let refuse = #"{"decision":"refuse","reason":"duplicate"}"#
            #expect(try await senior.send("POST", path, refuse).status == 409, "not claimed")
            let claimed = try await senior.send("POST", path + "/claim", "")
            #expect(claimed.status == 200)
            #expect(try claimed.json["submission"]?["name"]?.string == "Zwick muesli")
            #expect(try claimed.json["isMine"] == .bool(true))
            #expect(try await other.send("POST", path + "/claim", "").status == 409)
            #expect(try await other.send("POST", path, refuse).status == 409)
            // The lease ends, and another reviewer claims the entry; both sign in again.
            gateway.clock.advance(by: .seconds(16 * 60))
            let (late, next) = (try await gateway.signIn(senior), try await gateway.signIn(other))
            #expect(try await late.send("POST", path, refuse).status == 409, "the lease is over")
            #expect(try await next.send("POST", path + "/claim", "").status == 200)
            #expect(try await late.send("POST", path, refuse).status == 409)
            #expect(try await next.send("POST", path, #"{"decision":"refuse"}"#).pointers == ["/reason"])
            #expect(try await next.send("POST", path, #"{"decision":"done"}"#).pointers == ["/decision"])
            #expect(try await next.send("POST", path, refuse).status == 200)
            #expect(try await next.send("POST", path + "/claim", "").status == 409, "decided")
            let again = try await gateway.signIn(person)
            try await eventually("the person is notified") {
                let published = try await again.client.get("/v1/food-submissions/\(first.id)").json
                return published["state"]?.string == "refused" && published["reason"]?.string == "duplicate"
            }
            #expect(try await late.client.get("/v1/admin/reviews").json["items"]?.items.count == 1)
            let log = try await again.client.get("/v1/access-log?limit=100")
            #expect(log.status == 200)
            let entries = try await gateway.database.pool.query(
                """
                SELECT action, count(*) FROM audit_entries
                WHERE subject_id = \(person.account.uuid) AND action LIKE 'review-%' GROUP BY action ORDER BY action
                """)
            let counts = try entries.map { try $0.decode(String.self, Int64.self) }
            #expect(counts.map(\.0) == ["review-claimed", "review-decided"] && counts.map(\.1) == [2, 1])
        }
    }

    @Test(
        "GW-23, GW-24: review: a role sees its items; no one decides their own"
    )
    func roles() async throws {
        try await TestGateway.with { gateway in
            let senior = try await gateway.staff(.foodSenior), junior = try await gateway.staff(.foodJunior)
            let support = try await gateway.staff(.databaseSupport), person = try await gateway.register()
            let own = try await submit("My own", by: senior)
            let bug = try await person.send("POST", "/v1/feedback", #"{"kind":"bug","text":"It broke"}"#)
            #expect(bug.status == 201)
            let bugID = try #require(try bug.json["id"]?.string)
            #expect(try await senior.send("POST", "/v1/admin/reviews/\(own.id)/claim", "").status == 403)
            #expect(try await junior.client.get("/v1/admin/reviews/\(own.id)").status == 200)
            #expect(try await junior.send("POST", "/v1/admin/reviews/\(own.id)/claim", "").status == 403)
            #expect(try await support.client.get("/v1/admin/reviews/\(own.id)").status == 404)
            #expect(try await senior.client.get("/v1/admin/reviews/\(bugID)").status == 404)
            #expect(try await senior.client.get("/v1/admin/reviews?kind=feedback").json["items"]?.items.isEmpty == true)
            #expect(try await support.client.get("/v1/admin/reviews").json["items"]?.items.count == 1)
            #expect(try await support.client.get("/v1/admin/reviews?kind=x").status == 422)
            #expect(try await person.client.get("/v1/admin/reviews").status == 403)
        }
    }

    @Test("SPD-03, OPS-20: sharing a shop's product code needs approval")
    func productNames() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), senior = try await gateway.staff(.foodSenior)
            let product = PurchasedProductID.random(), unnamed = PurchasedProductID.random()
            for (id, isProvisional) in [(product, false), (unnamed, true)] {
                let words = PurchasedProductWords(
                    name: "Whole milk", category: .dairy,
                    aliases: [
                        .init(merchant: "far", code: "77", name: "ML 2"), .init(merchant: "far", code: nil, name: "x"),
                    ])
                try await gateway.neighbors.publish(
                    PurchasedProductChanged(
                        accountID: person.account, productID: id, version: 1, isProvisional: isProvisional,
                        words: try await gateway.sealer.seal(words, .purchasedProductWords(id, of: person.account)),
                        changedAt: gateway.clock.now()), nil, nil)
            }
            func ask(_ id: PurchasedProductID, _ kind: String = "report") async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "POST", "/v1/feedback", #"{"kind":"\#(kind)","about":{"product":"\#(id)"}}"#)
            }
            #expect(try await ask(.random()).pointers == ["/about/product"])
            #expect(try await ask(unnamed).pointers == ["/about/product"])
            #expect(try await ask(product, "bug").pointers == ["/about/product"])
            let asked = try await ask(product)
            #expect(try asked.status == 201 && asked.json["about"]?["product"]?.string == product.description)
            let path = "/v1/admin/reviews/\(try asked.json["id"]?.string ?? "")"
            let claimed = try await senior.send("POST", path + "/claim", "")
            let shown = try claimed.json["product"]
            #expect(shown?["name"]?.string == "Whole milk" && shown?["codes"]?.items.count == 1, "\(claimed.text)")
            #expect(try await senior.send("POST", path, #"{"decision":"share-name"}"#).status == 200)
            let command = try #require(
                try await gateway.database.events(ShareProductName.self).map(\.body).first)
            let words = try await gateway.sealer.open(
                command.words, .purchasedProductWords(product, of: person.account))
            #expect(command.accountID == person.account && words.name == "Whole milk" && words.aliases.count == 1)
            let report = try await person.send("POST", "/v1/feedback", #"{"kind":"report","text":"odd"}"#)
            let other = "/v1/admin/reviews/\(try report.json["id"]?.string ?? "")"
            #expect(try await senior.send("POST", other + "/claim", "").status == 200)
            #expect(try await senior.send("POST", other, #"{"decision":"share-name"}"#).status == 409)
        }
    }

    @Test("OPS-19, OPS-20: feedback is sealed and answered")
    func feedback() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let support = try await gateway.staff(.databaseSupport), holder = try await gateway.staff(.shareholder)
            let sent = try await person.send(
                "POST", "/v1/feedback", #"{"kind":"documentation","text":"Page 3 is odd"}"#)
            #expect(sent.status == 201)
            let id = try #require(try sent.json["id"]?.string)
            for (mark, who) in [(5, person), (5, other), (2, other)] {
                let answer = try await who.send("POST", "/v1/feedback", #"{"kind":"survey","rating":\#(mark)}"#)
                #expect(try answer.status == 201 && answer.json["state"]?.string == "done")
            }
            for bad in [
                "{}", #"{"kind":"x","text":"y"}"#, #"{"kind":"bug"}"#, #"{"kind":"survey","rating":6}"#,
                #"{"kind":"survey","rating":1.5}"#, #"{"kind":"bug","text":"y","rating":3}"#,
                #"{"kind":"bug","text":" "}"#, #"{"kind":"report","text":"y","about":{}}"#,
                #"{"kind":"report","text":"y","about":{"food":"no id"}}"#,
            ] {
                #expect(try await person.send("POST", "/v1/feedback", bad).status == 422, "\(bad)")
            }
            let stored = try await gateway.database.pool.query(
                "SELECT count(*) FROM reviews WHERE row_to_json(reviews)::text LIKE '%odd%'")
            #expect(try stored[0].decode(Int64.self) == 0, "the text is sealed")
            let queue = try await support.client.get("/v1/admin/reviews").json
            #expect(queue["items"]?.items.map { $0["id"]?.string } == [id], "marks without words need no reading")
            #expect(
                try await support.send("POST", "/v1/admin/reviews/\(id)/claim", "").json["text"]?.string
                    == "Page 3 is odd")
            let decided = try await support.send(
                "POST", "/v1/admin/reviews/\(id)", #"{"decision":"done","reason":"Corrected, thank you"}"#)
            #expect(decided.status == 200)
            let mine = try await person.client.get("/v1/feedback").json
            #expect(mine["items"]?.items.count == 2)
            let entry = try #require(mine["items"]?.items.first { $0["id"]?.string == id })
            #expect(entry["state"]?.string == "done" && entry["answer"]?.string == "Corrected, thank you")
            #expect(entry["text"]?.string == "Page 3 is odd")
            #expect(try await other.client.get("/v1/feedback").json["items"]?.items.count == 2)
            let figures = try await holder.client.get("/v1/admin/statistics").json["surveys"]?.items
            #expect(figures?.isEmpty == true, "groups of fewer than ten people are omitted")
        }
    }

    @Test(
        "OPS-20: report: contains the model's output and the user's text")
    func reports() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let senior = try await gateway.staff(.foodSenior), support = try await gateway.staff(.administrator)
            let photo = try SamplePhoto.jpeg.bytes()
            let meal = try await person.send("POST", "/v1/meals", photo: photo, headers: Self.held)
            let mealID = try #require(try meal.json["id"]?.string)
            let body = #"{"kind":"report","text":"No apple","about":{"meal":"\#(mealID)"}}"#
            #expect(try await other.send("POST", "/v1/feedback", body).pointers == ["/about/meal"])
            let about = try await person.send("POST", "/v1/feedback", body)
            #expect(about.status == 201)
            let opened = try await senior.client.get(
                "/v1/admin/reviews/\(try about.json["id"]?.string ?? "")"
            ).json
            let item = try #require(opened["items"]?.items.first)
            #expect(item["model"]?.string == "test/1" && item["label"]?.string == "apple")
            #expect(item["seenGrams"]?["value"]?.number == 200 && item["grams"]?.number == 200)
            #expect(opened["text"]?.string == "No apple" && opened["items"]?.items.count == 2)

            let put = try await senior.send("PUT", "/v1/admin/foods/fm-1", Self.food, headers: Self.held)
            #expect(put.status == 200)
            try await eventually("the food is found") {
                try await person.client.get("/v1/foods/fm-1").status == 200
            }
            let report = try await person.send(
                "POST", "/v1/feedback", #"{"kind":"report","text":"No such food","about":{"food":"fm-1"}}"#)
            let path = "/v1/admin/reviews/\(try report.json["id"]?.string ?? "")"
            #expect(try await support.send("POST", path + "/claim", "").status == 200)
            #expect(
                try await support.send("POST", path, #"{"decision":"withdraw-food"}"#).status == 403,
                "who may not change foods takes none out")
            gateway.clock.advance(by: .seconds(16 * 60))
            let (late, again) = (try await gateway.signIn(senior), try await gateway.signIn(person))
            try await eventually("the food is found") {
                try await again.client.get("/v1/foods/fm-1").status == 200
            }
            #expect(try await late.send("POST", path + "/claim", "").status == 200)
            #expect(try await late.send("POST", path, #"{"decision":"withdraw-food"}"#).status == 200)
            try await eventually("the food is no longer found") {
                try await again.client.get("/v1/foods/fm-1").status == 404
            }
        }
    }

    @Test(
        "GW-26: shared foods need a role and a version, and are audited",
        arguments: [StaffRole.foodSenior, .databaseSupport])
    func catalogue(editor: StaffRole) async throws {
        try await TestGateway.with { gateway in
            let senior = try await gateway.staff(editor), junior = try await gateway.staff(.foodJunior)
            let person = try await gateway.register(), path = "/v1/admin/foods/sr28-09003"
            let apple = try await junior.client.get(path)
            #expect(
                try apple.status == 200 && apple.header("etag") == "\"0\"" && apple.json["origin"]?.string == "table")
            #expect(try await junior.client.get("/v1/admin/foods?query=apple").json["items"]?.items.isEmpty == false)
            #expect(try await junior.send("PUT", path, Self.food).status == 403)
            #expect(try await person.client.get(path).status == 403)
            #expect(try await senior.send("PUT", path, Self.food).status == 428, "which version?")
            #expect(try await senior.send("PUT", path, Self.food, headers: ["if-match": "\"7\""]).status == 412)
            #expect(try await senior.send("PUT", "/v1/admin/foods/sr28-99999", Self.food).status == 404)
            for bad in ["{}", #"{"names":{"de":"x"},"energyKcal":1}"#, #"{"names":{"en":"x"}}"#] {
                #expect(try await senior.send("PUT", "/v1/admin/foods/fm-9", bad).status == 422, "\(bad)")
            }
            // The food is read once before, so that the cache contains the old version.
            #expect(try await person.client.get("/v1/foods/sr28-09003").json["name"]?.string == "apple")
            let changed = try await senior.send(
                "PUT", path, Self.food, headers: ["if-match": "\"0\"", "prefer": "wait=5"])
            #expect(changed.status == 200 && changed.header("etag") == "\"1\"")
            #expect(try changed.json["origin"]?.string == "staff" && changed.json["brand"]?.string == "Zwick")
            try await eventually("every instance has it") {
                let food = try await person.client.get("/v1/foods/sr28-09003").json
                return food["name"]?.string == "qwix crunch" && food["brand"]?.string == "Zwick"
            }
            let found = try await person.client.get("/v1/foods?query=zwick%20qwi").json["items"]?.items
            #expect(found?.first?["id"]?.string == "sr28-09003" && found?.first?["energyKcal"] == .number("370.5"))
            // Read at another instance, which has just started.
            try await gateway.withAnotherCopy { client in
                var client = client
                client.headers = person.client.headers
                let name = try await client.get("/v1/foods/sr28-09003").json["name"]?.string
                #expect(name == "qwix crunch")
            }
            let out = try await senior.send("DELETE", path, "", headers: ["if-match": "\"1\"", "prefer": "wait=5"])
            #expect(out.status == 204)
            try await eventually("it is found by no account") {
                try await person.client.get("/v1/foods/sr28-09003").status == 404
            }
            let meal = #"{"items":[{"foodId":"sr28-09003","grams":100}]}"#
            #expect(try await person.send("POST", "/v1/meals", meal).status == 422)
            #expect(try await junior.client.get(path).json["withdrawnAt"]?.string != nil)
            #expect(try await senior.send("DELETE", path, "", headers: ["if-match": "\"2\""]).status == 404)
            let actions = try await gateway.database.pool.query(
                "SELECT action, resource FROM audit_entries WHERE action LIKE 'food-%' ORDER BY entry_id")
            let published = try actions.map { try $0.decode(String.self, String.self) }
            #expect(
                published.map(\.0) == ["food-changed", "food-withdrawn"]
                    && published.allSatisfy { $0.1 == "sr28-09003" })
        }
    }

    @Test(
        "GW-26: staff command: has one outcome, even if repeated"
    )
    func order() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            func changed(_ version: Int64, _ name: String) -> CatalogueFoodChanged {
                CatalogueFoodChanged(
                    foodID: "fm-1", version: version, origin: "staff",
                    food: SharedFood(names: ["en": name], amounts: ["energy": 1_000]), changedAt: gateway.clock.now())
            }
            try await gateway.neighbors.publish(changed(2, "newer"), nil, nil)
            try await gateway.neighbors.publish(changed(1, "older"), nil, nil)
            try await gateway.neighbors.publish(changed(2, "again"), nil, nil, isSnapshot: true)
            #expect(try await person.client.get("/v1/foods/fm-1").json["name"]?.string == "newer")
            try await gateway.neighbors.publish(changed(3, "newest"), nil, nil, isSnapshot: true)
            try await eventually("a snapshot is processed") {
                try await person.client.get("/v1/foods/fm-1").json["name"]?.string == "newest"
            }
        }
    }

    @Test("GW-33: an erased account loses its submissions and claims")
    func erased() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), support = try await gateway.staff(.databaseSupport)
            let sent = try await person.send("POST", "/v1/feedback", #"{"kind":"bug","text":"x"}"#)
            let id = try #require(try sent.json["id"]?.string)
            #expect(try await support.send("POST", "/v1/admin/reviews/\(id)/claim", "").status == 200)
            let pool = gateway.database.pool
            func count(_ column: String, _ account: AccountID) async throws -> Int64 {
                try await pool.query(
                    "SELECT count(*) FROM reviews WHERE \(raw: column) = \(account.uuid)")[0].decode(Int64.self)
            }
            #expect(try await count("claimed_by", support.account) == 1)
            for account in [support.account, person.account] {
                let answer = try await (account == person.account ? person : support).send(
                    "DELETE", "/v1/account", #"{"currentPassword":"\#(person.password)","now":true}"#)
                #expect(answer.status < 300)
                try await eventually("it is gone") {
                    try await pool.query(
                        "SELECT FROM accounts WHERE account_id = \(account.uuid) AND status <> 'erased'"
                    ).isEmpty
                }
            }
            #expect(try await count("claimed_by", support.account) == 0)
            #expect(try await count("account_id", person.account) == 0)
        }
    }

    @Test("VIS-04: accuracy by month and model is shown for at least five people")
    func accuracy() async throws {
        try await TestGateway.with { gateway in
            let developer = try await gateway.staff(.developer), photo = try SamplePhoto.jpeg.bytes()
            let path = "/v1/admin/accuracy"
            for number in 1...5 {
                #expect(try await developer.client.get(path).json["months"]?.items.isEmpty == true, "\(number)")
                let person = try await gateway.register()
                let sent = try await person.send("POST", "/v1/meals", photo: photo, headers: Self.held)
                var meal = try #require(
                    gateway.neighbors.state.withLock { state in
                        state.meals.values.first { $0.accountID == person.account }
                    })
                #expect(sent.status == 201)
                // A photo that was not corrected is not counted; then the apple is corrected to half its mass, and the
                // other item to a banana.
                meal.version += 1
                meal.items[0].milligrams = 100_000
                meal.items[1].foodID = "sr28-09040"
                try await gateway.neighbors.publish(meal, nil, nil)
            }
            let months = try #require(try await developer.client.get(path).json["months"]?.items)
            #expect(months.count == 1 && months[0]["model"]?.string == "test/1")
            #expect(months[0]["people"]?.number == 5 && months[0]["items"]?.number == 10)
            #expect(months[0]["namesConfirmed"] == .number("0.5") && months[0]["massesWithin"] == .number("0.5"))
            #expect(months[0]["medianMassError"] == .number("0.5"))
            #expect(try await developer.client.get(path + "?from=2020-01-01").status == 422)
            #expect(try await developer.client.get(path + "?from=x").status == 422)
        }
    }
}
