import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Own account and sessions through the API") struct OwnAccountTests {
    @Test("GW-18: account: a changed detail is read and published")
    func changesDetails() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("first@example.com")
            let before = try await person.client.get("/v1/account")
            #expect(try before.json["email"]?.string == "first@example.com" && before.header("etag") == "\"1\"")
            let changed = try await person.send(
                "PATCH", "/v1/account", #"{"name":"Zoé","locale":"fr-CA","timeZone":"America/Montreal"}"#,
                headers: ["if-match": "\"1\""])
            #expect(changed.status == 200 && changed.header("etag") == "\"2\"")
            #expect(try changed.json["name"]?.string == "Zoé" && changed.json["locale"]?.string == "fr-CA")
            #expect(try changed.json["email"]?.string == "first@example.com")
            let rows = try await gateway.database.pool.query(
                "SELECT body FROM outbox WHERE type = \(AccountRegistered.type.name) ORDER BY id")
            let newest = try #require(rows.last)
            let published = try EventCoding.decode(AccountRegistered.self, from: newest.decode([UInt8].self))
            #expect(rows.count == 2 && published.locale == "fr-CA" && published.timeZone == "America/Montreal")
            let stale = try await person.send(
                "PATCH", "/v1/account", #"{"name":null}"#, headers: ["if-match": "\"1\""])
            #expect(stale.status == 412)
            let removed = try await person.send("PATCH", "/v1/account", #"{"name":null}"#)
            #expect(try removed.status == 200 && removed.json["name"] == nil)
            #expect(
                try await person.client.send("GET", "/v1/account", headers: ["if-none-match": "\"3\""]).status == 304)
            // The stored value is not readable in the database.
            let plain = try await gateway.database.pool.query(
                """
                SELECT count(*) FROM accounts AS a
                WHERE a::text ILIKE '%first@%' OR encode(email_sealed, 'escape') LIKE '%first@%'
                    OR encode(details_sealed, 'escape') LIKE '%Zo%'
                """)
            #expect(try plain[0].decode(Int64.self) == 0)
        }
    }

    @Test("GW-18: all invalid details are listed; unknown members are refused")
    func refusesBadDetails() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let bad = try await person.send(
                "PATCH", "/v1/account",
                #"{"email":"x","password":"short","username":"1","locale":"!","timeZone":"Mars","name":""}"#)
            #expect(bad.status == 422 && bad.problem == "invalid-fields")
            #expect(
                Set(bad.pointers) == [
                    "/email", "/password", "/username", "/locale", "/timeZone", "/name", "/currentPassword",
                ])
            let body = #"{"status":"suspended","version":99,"id":"\#(UUID())","acceptedTerms":"1","account_id":"1"}"#
            #expect(try await person.send("PATCH", "/v1/account", body).status == 422)
            let lenient = ["prefer": "handling=lenient"]
            #expect(try await person.send("PATCH", "/v1/account", body, headers: lenient).status == 200)
            let account = try await person.client.get("/v1/account").json
            #expect(account["id"]?.string == person.account.description && account["version"]?.number == 2)
        }
    }

    @Test("GW-09, C1: a user name signs in, and is unique")
    func username() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let unproven = try await person.send("PATCH", "/v1/account", #"{"username":"Zoe.1"}"#)
            #expect(unproven.status == 422 && unproven.pointers == ["/currentPassword"])
            let body = #"{"username":"Zoe.1","currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("PATCH", "/v1/account", body).json["username"]?.string == "zoe.1")
            let taken = try await other.send("PATCH", "/v1/account", body)
            #expect(taken.status == 422 && taken.pointers == ["/username"])
            let entered = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": "ZOE.1", "password": person.password])
            #expect(try entered.json["account"]?["id"]?.string == person.account.description)
        }
    }

    @Test("GW-18: sign-in: with the changed address only, not the old one")
    func changesAddress() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("old@example.com")
            let other = try await gateway.register("other@example.com")
            func change(_ address: String) async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "PATCH", "/v1/account", #"{"email":"\#(address)","currentPassword":"\#(person.password)"}"#)
            }
            #expect(try await change(other.email).problem == "account-exists")
            #expect(try await change("new@example.com").status == 200)
            for (address, status) in [("new@example.com", 201), ("old@example.com", 401)] {
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": address, "password": person.password])
                #expect(answer.status == status, "\(address)")
            }
        }
    }

    @Test("GW-16: a new password needs the old one and ends all other sessions")
    func changesPassword() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            let wrong = try await person.send(
                "PATCH", "/v1/account", #"{"password":"another long one","currentPassword":"not the password"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/currentPassword"])
            #expect(try await phone.client.get("/v1/account").status == 200)
            let right = try await person.send(
                "PATCH", "/v1/account", #"{"password":"another long one","currentPassword":"\#(person.password)"}"#)
            #expect(right.status == 200)
            let ended = try await phone.client.get("/v1/account")
            #expect(ended.status == 401 && ended.problem == "session-ended")
            #expect(try await person.client.get("/v1/account").status == 200)
            let refresh = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": phone.refreshToken])
            #expect(refresh.status == 401)
            for (password, status) in [(person.password, 401), ("another long one", 201)] {
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": person.email, "password": password])
                #expect(answer.status == status)
            }
        }
    }

    @Test("C6: password attempts in an account are limited as at sign-in")
    func slowsDown() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var last: TestHTTPClient.Answer?
            for _ in 0...(SignInBackoff.freeFailures + 1) {
                last = try await person.send(
                    "PATCH", "/v1/account", #"{"username":"someone","currentPassword":"guess"}"#)
            }
            #expect(last?.status == 429 && last?.header("retry-after") != nil)
        }
    }

    @Test("GW-16: sessions are listed with their client names")
    func listsSessions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            gateway.clock.advance(by: .seconds(5))
            let phone = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": person.password],
                headers: ["user-agent": "findme phone/1.0"])
            #expect(phone.status == 201)
            _ = try await gateway.register()
            let items = try await person.client.get("/v1/sessions").json["items"]?.items ?? []
            #expect(items.count == 2)
            #expect(items.first?["client"]?.string == "findme phone/1.0" && items.first?["current"] == .bool(false))
            #expect(items.last?["current"] == .bool(true))
            let stored = try await gateway.database.pool.query(
                "SELECT count(*) FROM sessions WHERE encode(client_sealed, 'escape') LIKE '%findme%'")
            #expect(try stored[0].decode(Int64.self) == 0)
        }
    }

    @Test("GW-16, GW-23: a person can end their sessions; others are not found")
    func endsSessions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            let phone = try await gateway.signIn(person), tablet = try await gateway.signIn(person)
            let items = try await phone.client.get("/v1/sessions").json["items"]?.items ?? []
            let current = try #require(items.first { $0["current"] == .bool(true) }?["id"]?.string)
            #expect(try await stranger.client.send("DELETE", "/v1/sessions/\(current)").status == 404)
            #expect(try await phone.client.get("/v1/account").status == 200)
            #expect(try await person.client.send("DELETE", "/v1/sessions/\(current)").status == 204)
            #expect(try await phone.client.get("/v1/account").problem == "session-ended")
            #expect(try await person.client.send("DELETE", "/v1/sessions/\(current)").status == 404)
            #expect(try await person.client.send("DELETE", "/v1/sessions").status == 204)
            #expect(try await tablet.client.get("/v1/account").problem == "session-ended")
            #expect(try await person.client.get("/v1/sessions").json["items"]?.items.count == 1)
            #expect(try await stranger.client.get("/v1/account").status == 200)
        }
    }

    @Test("GW-16: a session ended here ends at another instance within a second")
    func endsElsewhere() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            try await gateway.withAnotherCopy { copy in
                var there = copy
                there.headers["authorization"] = "Bearer \(phone.accessToken)"
                let client = there
                #expect(try await client.get("/v1/account").status == 200)
                #expect(try await person.client.send("DELETE", "/v1/sessions").status == 204)
                let since = ContinuousClock.now
                try await eventually("the session has ended at the other copy") {
                    // A slow request may be answered later, but must have begun within the second.
                    let begun = ContinuousClock.now
                    let status = try await client.get("/v1/account").status
                    #expect(status == 401 || begun - since < SessionRegistry.freshness)
                    return status == 401
                }
            }
        }
    }
}
