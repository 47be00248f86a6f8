import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Grants") struct GrantTests {
    private static let end = "2099-01-01T00:00:00Z"

    private func offer(
        _ gateway: TestGateway, _ owner: Person, _ scopes: String = #""diary","allergens""#, name: String = "Dr. Roy"
    ) async throws -> JSONValue {
        let end = EventTime.format(gateway.clock.now().addingTimeInterval(30 * 86_400))
        let answer = try await owner.send(
            "POST", "/v1/grants", #"{"name":"\#(name)","scopes":[\#(scopes)],"expiresAt":"\#(end)"}"#)
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    /// A grant in effect, by its id.
    private func granted(
        _ gateway: TestGateway, by owner: Person, to grantee: Person, _ scopes: String = #""diary","allergens""#
    ) async throws -> String {
        let offered = try await offer(gateway, owner, scopes)
        let token = try #require(offered["token"]?.string)
        let accepted = try await grantee.send("POST", "/v1/grants/accept", #"{"token":"\#(token)"}"#)
        guard accepted.status == 200 else { throw Unexpected(accepted) }
        return try #require(offered["id"]?.string)
    }

    @Test("GW-48, NUT-28: a recipient reads the granted scopes, each read audited")
    func reads() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let scan = try #require(try await owner.scan()["id"]?.string)
            let id = try await granted(gateway, by: owner, to: doctor)
            let paths = [
                "/v1/label-scans", "/v1/label-scans/\(scan)", "/v1/allergen-profile", "/v1/meals", "/v1/goals",
            ]
            for path in paths {
                let theirs = try await owner.client.get(path)
                let seen = try await doctor.client.get(path, headers: ["grant": id])
                #expect(seen.status == theirs.status && seen.body == theirs.body, "\(path)")
            }
            #expect(try await doctor.client.get("/v1/label-scans/\(scan)").status == 404)
            #expect(try await doctor.client.get("/v1/label-scans").json["items"]?.items.isEmpty == true)
            let log = try await owner.client.get("/v1/access-log").json["items"]?.items ?? []
            #expect(
                log.compactMap { $0["resource"]?.string }
                    == ["readGoals", "listMeals", "readAllergenProfile", "readLabelScan \(scan)", "listLabelScans"])
            #expect(log.allSatisfy { $0["role"]?.string == "grantee" && $0["grant"]?.string == id })
            #expect(log.last?["action"]?.string == "grant-accepted")
            #expect(try await doctor.client.get("/v1/access-log").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("GW-23, GW-48: a grant allows no other scope, write, route or account")
    func bounds() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 1_000_000
        } _: { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let stranger = try await gateway.register()
            let id = try await granted(gateway, by: owner, to: doctor, #""diary""#)
            for route in RouteTable.gateway.routes
            where route.access != .anyone && !route.isStream && route.operation != "endSession" {
                let path = route.path.replacing("{id}", with: UUID().uuidString.lowercased())
                    .replacing("{date}", with: "2026-11-21").replacing("{product}", with: "96385074")
                    .replacing("{food}", with: "sr28-09003")
                let hasBody = [.post, .put, .patch].contains(route.method)
                func send(_ person: Person) async throws -> TestHTTPClient.Answer {
                    try await person.client.send(
                        route.method.rawValue, path,
                        headers: (hasBody ? ["content-type": "application/json"] : [:]).merging(["grant": id]) { $1 },
                        body: hasBody ? Array("{}".utf8) : [])
                }
                let what = "\(route.method) \(route.path)"
                #expect(try await send(stranger).status == 404, "\(what)")
                #expect(try await send(owner).status == 404, "\(what)")
                if route.grantScope == .diary {
                    #expect(route.method == .get, "\(what)")
                } else {
                    #expect(try await send(doctor).status == 404, "\(what)")
                }
            }
            let garbage = try await doctor.client.get("/v1/meals", headers: ["grant": "x"])
            #expect(garbage.status == 404)
            #expect(try await doctor.client.get("/v1/meals").status == 200)
        }
    }

    @Test("GW-48: an ended grant denies the next request everywhere")
    func ends() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let first = try await granted(gateway, by: owner, to: doctor)
            let second = try await granted(gateway, by: owner, to: doctor)
            let third = try await granted(gateway, by: owner, to: doctor)
            try await gateway.withAnotherCopy { copy in
                var client = copy
                client.headers["authorization"] = "Bearer \(doctor.accessToken)"
                let there = client
                for id in [first, second, third] {
                    #expect(try await there.get("/v1/meals", headers: ["grant": id]).status == 200)
                }
                let withdrawn = try await owner.client.send("DELETE", "/v1/grants/\(first)")
                #expect(withdrawn.status == 204)
                #expect(try await there.get("/v1/meals", headers: ["grant": first]).status == 404)
                #expect(try await doctor.client.send("DELETE", "/v1/grants/\(second)").status == 204)
                #expect(try await there.get("/v1/meals", headers: ["grant": second]).status == 404)
                #expect(try await owner.client.send("DELETE", "/v1/grants/\(first)").status == 404)
            }
            let states = try await owner.client.get("/v1/grants").json["items"]?.items ?? []
            #expect(Set(states.compactMap { $0["state"]?.string }) == ["withdrawn", "declined", "active"])
            gateway.clock.advance(by: .seconds(31 * 86_400))
            let later = try await gateway.signIn(doctor)
            #expect(try await later.client.get("/v1/meals", headers: ["grant": third]).status == 404)
            #expect(try await later.client.get("/v1/grants?as=grantee").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("GW-48: an invitation works once, and not for its owner")
    func invitation() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let other = try await gateway.register()
            let offered = try await offer(gateway, owner)
            let token = try #require(offered["token"]?.string), id = try #require(offered["id"]?.string)
            let body = #"{"token":"\#(token)"}"#
            #expect(try await doctor.client.get("/v1/meals", headers: ["grant": id]).status == 404)
            #expect(try await owner.send("POST", "/v1/grants/accept", body).status == 404)
            #expect(try await other.send("POST", "/v1/grants/accept", #"{"token":"nonsense"}"#).status == 404)
            let accepted = try await doctor.send("POST", "/v1/grants/accept", body)
            #expect(try accepted.status == 200 && accepted.json["name"] == nil)
            for person in [other, doctor] {
                #expect(try await person.send("POST", "/v1/grants/accept", body).status == 404)
            }
            #expect(try await other.client.get("/v1/grants/\(id)").status == 404)
            #expect(try await other.client.send("DELETE", "/v1/grants/\(id)").status == 404)
            let late = try #require(try await offer(gateway, owner)["token"]?.string)
            gateway.clock.advance(by: .seconds(15 * 86_400))
            let fresh = try await gateway.signIn(other)
            #expect(try await fresh.send("POST", "/v1/grants/accept", #"{"token":"\#(late)"}"#).status == 404)
            let plain = try await gateway.database.pool.query(
                """
                SELECT count(*) FROM grants AS g
                WHERE g::text LIKE '%\(raw: token)%' OR encode(words_sealed, 'escape') LIKE '%Roy%'
                """)
            #expect(try plain[0].decode(Int64.self) == 0)
        }
    }

    @Test("GW-48: suspension of owner or recipient blocks access")
    func suspended() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let administrator = try await gateway.staff(.administrator)
            let id = try await granted(gateway, by: owner, to: doctor)
            #expect(try await doctor.client.get("/v1/meals", headers: ["grant": id]).status == 200)
            _ = try await administrator.send(
                "PATCH", "/v1/admin/accounts/\(owner.account)", #"{"status":"suspended","reason":"x"}"#)
            #expect(try await doctor.client.get("/v1/meals", headers: ["grant": id]).status == 404)
        }
    }

    @Test("GW-48: offers are validated, counted and published sealed")
    func offers() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let bad = try await owner.send(
                "POST", "/v1/grants", #"{"name":"","scopes":["everything"],"expiresAt":"\#(Self.end)"}"#)
            #expect(bad.status == 422 && Set(bad.pointers) == ["/name", "/scopes/0", "/expiresAt"])
            let none = try await owner.send("POST", "/v1/grants", #"{"name":"x","scopes":[],"expiresAt":"x"}"#)
            #expect(Set(none.pointers) == ["/scopes", "/expiresAt"])
            let id = try await granted(gateway, by: owner, to: doctor)
            #expect(try await owner.client.send("DELETE", "/v1/grants/\(id)").status == 204)
            let rows = try await gateway.database.pool.query(
                "SELECT body FROM outbox WHERE type = \(GrantChanged.type.name) ORDER BY id")
            let published = try rows.map { try EventCoding.decode(GrantChanged.self, from: $0.decode([UInt8].self)) }
            #expect(
                published.map(\.state) == [.offered, .active, .withdrawn] && published.map(\.version) == [1, 2, 3])
            #expect(published.allSatisfy { $0.accountID == owner.account && $0.scopes == ["allergens", "diary"] })
            let words = try await gateway.sealer.open(
                published[0].words, .grantWords(published[0].grantID, of: owner.account))
            #expect(words.name == "Dr. Roy")
            for _ in 0..<50 { _ = try await offer(gateway, owner) }
            let end = EventTime.format(gateway.clock.now().addingTimeInterval(86_400))
            let more = try await owner.send(
                "POST", "/v1/grants", #"{"name":"x","scopes":["diary"],"expiresAt":"\#(end)"}"#)
            #expect(more.status == 409)
        }
    }
}
