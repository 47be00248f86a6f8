import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// One person's objects, requested by another person.
extension ResourceTests {
    /// Resources that the owner does not have either: the export is not ready, there is no payment, and the receipt was
    /// typed.
    private static let notThereYet = [
        "/v1/exports/{id}/content", "/v1/payments/{id}/receipt", "/v1/receipts/{id}/photo", "/v1/meals/{id}/photo",
    ]

    @Test("GW-23: another account's ids are 404 on every route")
    func someoneElse() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register()
            let stranger = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            let ids = try await belongings(of: owner, beside: stranger, photo: jpeg, in: gateway)
            for route in RouteTable.gateway.routes where route.path.contains("{id}") {
                // Staff routes are tested in `StaffTests.everyRouteEveryRole`.
                if case .staff = route.access { continue }
                let place = try #require(route.path.range(of: "{id}"))
                let prefix = String(route.path[..<place.lowerBound]), rest = String(route.path[place.upperBound...])
                // Promotions are the same for all people; only dismissing one is personal.
                let isOwned = prefix != "/v1/promotions/"
                let id = isOwned ? try #require(ids[prefix], "no id for \(route.path)") : "nobody-knows"
                let says = ["judgeBudgetAdvice", "shareReceipt", "commentGrant"].contains(route.operation)
                let body =
                    route.method == .patch
                    ? #"{"read":true,"notes":"x"}"# : says ? #"{"useful":true,"shared":true,"text":"x"}"# : ""
                for named in [id, UUID().uuidString, "1' OR '1'='1", "..%2f"] {
                    let path = prefix + named + rest
                    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
                    let answer =
                        route.method == .put && body.isEmpty
                        ? try await stranger.send("PUT", escaped, photo: jpeg)
                        : try await stranger.send(
                            route.method.rawValue, escaped, body, headers: ["prefer": "handling=lenient"])
                    #expect(answer.status == 404 && answer.problem == "not-found", "\(route.method) \(path)")
                }
                if route.method == .get, !Self.notThereYet.contains(route.path) {
                    #expect(try await owner.client.get(prefix + id + rest).status == 200, "\(route.path)")
                }
            }
            #expect(try await stranger.client.get("/v1/label-scans").json["items"]?.items.isEmpty == true)
        }
    }

    /// One object of each kind that a person can own, by the prefix of its path.
    private func belongings(
        of owner: Person, beside stranger: Person, photo jpeg: [UInt8], in gateway: TestGateway
    ) async throws -> [String: String] {
        let records = try await records(of: owner, photo: jpeg)
        return records.merging(try await relations(of: owner, beside: stranger, in: gateway)) { $1 }
    }

    /// What a person records alone.
    private func records(of owner: Person, photo jpeg: [UInt8]) async throws -> [String: String] {
        let accepted = try await owner.send(
            "POST", "/v1/label-scans", #"{"text":"milk"}"#, headers: ["idempotency-key": "a"])
        _ = try await owner.scan()
        let reaction = try await owner.send(
            "POST", "/v1/reactions", #"{"occurredOn":"2025-12-24","cause":"soup"}"#, headers: ["prefer": "wait=5"])
        try await eventually("the notices are there") {
            try await owner.client.get("/v1/notifications").json["items"]?.items.count == 2
        }
        let notice = try #require(
            try await owner.client.get("/v1/notifications").json["items"]?.items[0]["id"]?.string)
        let scan = try #require(try await owner.client.get("/v1/label-scans").json["items"]?.items[0]["id"]?.string)
        let photo = try #require(try await owner.send("POST", "/v1/photos", photo: jpeg).header("location"))
        let meal = try await owner.send(
            "POST", "/v1/meals", #"{"items":[{"energyKcal":1}]}"#, headers: ["prefer": "wait=5"])
        let food = try await owner.send(
            "POST", "/v1/saved-foods", #"{"name":"x","energyKcal":1}"#, headers: ["prefer": "wait=5"])
        let mealID = String(try #require(meal.header("location")).split(separator: "/").last ?? "")
        let share = try await owner.send("POST", "/v1/meals/\(mealID)/share", "").json["id"]?.string
        let budget = try await owner.send(
            "POST", "/v1/budgets",
            #"{"name":"x","period":"month","amount":{"amount":"3.00","currency":"CAD"}}"#,
            headers: ["prefer": "wait=5"])
        return [
            "/v1/budgets/": try #require(budget.json["id"]?.string),
            "/v1/shares/": try #require(share), "/v1/meals/": mealID, "/v1/reports/": mealID,
            "/v1/saved-foods/": String(try #require(food.header("location")).split(separator: "/").last ?? ""),
            "/v1/photos/": String(photo.split(separator: "/").last ?? ""),
            "/v1/operations/": String(try #require(accepted.header("location")).split(separator: "/").last ?? ""),
            "/v1/label-scans/": scan, "/v1/notifications/": notice,
            "/v1/reactions/": String(try #require(reaction.header("location")).split(separator: "/").last ?? ""),
        ]
    }

    /// Objects that connect a person with others, and those of the account itself.
    private func relations(
        of owner: Person, beside stranger: Person, in gateway: TestGateway
    ) async throws -> [String: String] {
        let receipt = try await owner.send(
            "POST", "/v1/receipts", #"{"items":[{"name":"x","amount":{"amount":"1.00","currency":"CAD"}}]}"#,
            headers: ["prefer": "wait=5"])
        // The other account has a household, too.
        for person in [owner, stranger] {
            let begun = try await person.send("POST", "/v1/households", #"{"name":"x","displayName":"y"}"#)
            #expect(begun.status == 201)
        }
        let member = try await owner.client.get("/v1/household").json["members"]?.items.first?["id"]?.string
        let receiptID = try #require(receipt.json["id"]?.string)
        #expect(
            try await owner.send("PUT", "/v1/receipts/\(receiptID)/sharing", #"{"shared":true}"#).status == 200)
        let browser = try await owner.send(
            "POST", "/v1/push-subscriptions", PushBrowser().json(endpoint: "https://push.example.net/1"))
        let end = EventTime.format(gateway.clock.now().addingTimeInterval(86_400))
        let grant = try await owner.send(
            "POST", "/v1/grants", #"{"name":"Dr Roy","scopes":["diary"],"expiresAt":"\#(end)"}"#)
        let remark = try await comment(on: grant.json, of: owner, in: gateway)
        let seat = try await owner.seat(paidBy: owner, in: gateway)
        let used = try await owner.seat(paidBy: try await gateway.register(), in: gateway)
        let export = try await owner.send(
            "POST", "/v1/export", #"{"currentPassword":"\#(owner.password)"}"#)
        let own = try await owner.send(
            "POST", "/v1/foods", #"{"name":"x","energyKcal":1}"#, headers: ["prefer": "wait=5"])
        let submission = try await owner.send(
            "POST", "/v1/foods/\(own.json["id"]?.string ?? "")/submission", "", headers: ["prefer": "wait=5"])
        let session = try await owner.client.get("/v1/sessions").json["items"]?.items.first?["id"]?.string
        let passkey = try await owner.add(SoftAuthenticator())
        try await gateway.link(owner, at: "auth0")
        let identity = try await owner.client.get("/v1/account/identities").json["items"]?.items.first?["id"]?
            .string
        return [
            "/v1/account/passkeys/": try #require(passkey.json["id"]?.string),
            "/v1/account/identities/": try #require(identity),
            "/v1/push-subscriptions/": try #require(browser.json["id"]?.string),
            "/v1/sessions/": try #require(session),
            "/v1/payments/": UUID().uuidString,
            "/v1/subscription/seats/": seat, "/v1/seats/": used,
            "/v1/food-submissions/": try #require(submission.json["id"]?.string),
            "/v1/grants/": try #require(grant.json["id"]?.string), "/v1/grant-comments/": remark,
            "/v1/exports/": try #require(export.json["id"]?.string),
            "/v1/receipts/": receiptID, "/v1/household/receipts/": receiptID,
            "/v1/household/members/": try #require(member),
        ]
    }

    /// A comment of the owner on a grant that another person accepts.
    private func comment(on grant: JSONValue, of owner: Person, in gateway: TestGateway) async throws -> String {
        let token = try #require(grant["token"]?.string), id = try #require(grant["id"]?.string)
        let doctor = try await gateway.register()
        #expect(try await doctor.send("POST", "/v1/grants/accept", #"{"token":"\#(token)"}"#).status == 200)
        let comment = try await owner.send("POST", "/v1/grants/\(id)/comments", #"{"text":"x"}"#)
        return try #require(try comment.json["id"]?.string)
    }
}

extension Person {
    /// Offers a seat, which this person claims unless they are the payer; returns its id.
    fileprivate func seat(paidBy payer: Person, in gateway: TestGateway) async throws -> String {
        let id = UUID(), member = payer.account == account ? nil : account.uuid
        try await gateway.database.pool.execute(
            """
            INSERT INTO seats (seat_id, owner_id, subscription_id, member_id, words_sealed, offered_at, taken_at)
            VALUES (\(id), \(payer.account.uuid), gen_random_uuid(), \(member), '', now(), now())
            """)
        return id.uuidString.lowercased()
    }
}
