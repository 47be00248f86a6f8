import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Comments on grants") struct GrantCommentTests {
    private static let words = "Add a portion of legumes."

    /// A grant in effect, by its id.
    private func granted(
        _ gateway: TestGateway, by owner: Person, to grantee: Person, _ scope: String = "diary"
    ) async throws -> String {
        let end = EventTime.format(gateway.clock.now().addingTimeInterval(30 * 86_400))
        let offered = try await owner.send(
            "POST", "/v1/grants", #"{"name":"Dr. Roy","scopes":["\#(scope)"],"expiresAt":"\#(end)"}"#
        ).json
        let token = try #require(offered["token"]?.string)
        let accepted = try await grantee.send("POST", "/v1/grants/accept", #"{"token":"\#(token)"}"#)
        guard accepted.status == 200 else { throw Unexpected(accepted) }
        return try #require(offered["id"]?.string)
    }

    private func write(_ person: Person, _ grant: String) async throws -> TestHTTPClient.Answer {
        try await person.send("POST", "/v1/grants/\(grant)/comments", #"{"text":"\#(Self.words)"}"#)
    }

    private func texts(_ person: Person, _ grant: String) async throws -> [String] {
        let answer = try await person.client.get("/v1/grants/\(grant)/comments")
        guard answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json["items"]?.items.compactMap { $0["text"]?.string } ?? []
    }

    /// The events published to the parties.
    private func commented(_ gateway: TestGateway) async throws -> [GrantCommented] {
        try await gateway.database.pool.query(
            "SELECT body FROM outbox WHERE type = \(GrantCommented.type.name) ORDER BY id"
        ).map { try EventCoding.decode(GrantCommented.self, from: $0.decode([UInt8].self)) }
    }

    @Test("GW-48, NUT-28: both parties of a grant write, read and are notified")
    func bothSides() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let id = try await granted(gateway, by: owner, to: doctor)
            let written = try await write(doctor, id)
            #expect(try written.status == 201 && written.json["author"]?.string == "grantee")
            gateway.clock.advance(by: .seconds(1))
            let about = #"{"text":" Thank you ","about":{"day":"2026-11-21"}}"#
            let replied = try await owner.send("POST", "/v1/grants/\(id)/comments", about)
            #expect(try replied.json["about"]?["day"]?.string == "2026-11-21")
            for person in [owner, doctor] {
                #expect(try await texts(person, id) == ["Thank you", Self.words])
                let first = try await person.client.get("/v1/grants/\(id)/comments?limit=1").json
                let next = try #require(first["next"]?.string)
                let second = try await person.client.get("/v1/grants/\(id)/comments?limit=1&cursor=\(next)").json
                #expect(second["items"]?.items.first?["text"]?.string == Self.words && second["next"] == .null)
            }
            let commented = try await commented(gateway)
            #expect(commented.map(\.accountID) == [owner.account, doctor.account])
            let words = try await gateway.sealer.open(
                try #require(commented[0].words), .grantWords(commented[0].grantID, of: owner.account))
            #expect(words.name == "Dr. Roy" && commented[1].words == nil, "the owner gave no name")
            let plain = try await gateway.database.pool.query(
                "SELECT FROM grant_comments WHERE encode(text_sealed, 'escape') LIKE '%legumes%'")
            #expect(plain.isEmpty)
        }
    }

    @Test("GW-23, GW-48: comments are closed to strangers and other scopes")
    func bounds() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let stranger = try await gateway.register()
            let id = try await granted(gateway, by: owner, to: doctor)
            let comment = try #require(try await write(doctor, id).json["id"]?.string)
            #expect(try await write(stranger, id).status == 404)
            #expect(try await stranger.client.get("/v1/grants/\(id)/comments").status == 404)
            for person in [stranger, owner] {
                #expect(try await person.client.send("DELETE", "/v1/grant-comments/\(comment)").status == 404)
            }
            let other = try await granted(gateway, by: owner, to: doctor, "purchases")
            #expect(try await write(doctor, other).status == 404)
            #expect(try await doctor.client.send("DELETE", "/v1/grant-comments/\(comment)").status == 204)
            #expect(try await texts(owner, id).isEmpty)
        }
    }

    @Test("GW-48: grant comments: remain with the owner after the grant")
    func ended() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let id = try await granted(gateway, by: owner, to: doctor)
            let comment = try #require(try await write(doctor, id).json["id"]?.string)
            #expect(try await owner.client.send("DELETE", "/v1/grants/\(id)").status == 204)
            for person in [owner, doctor] { #expect(try await write(person, id).status == 404) }
            #expect(try await doctor.client.get("/v1/grants/\(id)/comments").status == 404)
            #expect(try await doctor.client.send("DELETE", "/v1/grant-comments/\(comment)").status == 404)
            #expect(try await texts(owner, id) == [Self.words])
        }
    }

    @Test("GW-48: grant comments: at most 2,000 characters, about owner's meals")
    func forms() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let id = try await granted(gateway, by: owner, to: doctor)
            let path = "/v1/grants/\(id)/comments"
            func meal(of person: Person) async throws -> String {
                let meal = try await person.send(
                    "POST", "/v1/meals", #"{"items":[{"energyKcal":1}]}"#, headers: ["prefer": "wait=5"])
                return String(try #require(meal.header("location")).split(separator: "/").last ?? "")
            }
            let theirs = try await meal(of: owner), own = try await meal(of: doctor)
            let about = try await doctor.send("POST", path, #"{"text":"x","about":{"meal":"\#(theirs)"}}"#)
            #expect(try about.status == 201 && about.json["about"]?["meal"]?.string == theirs)
            for (body, pointer) in [
                (#"{"text":" "}"#, "/text"), (#"{"text":"\#(String(repeating: "x", count: 2_001))"}"#, "/text"),
                (#"{"text":"x","about":{}}"#, "/about"), (#"{"text":"x","about":{"day":"today"}}"#, "/about/day"),
                (#"{"text":"x","about":{"meal":"\#(own)"}}"#, "/about/meal"),
            ] {
                let answer = try await doctor.send("POST", path, body)
                #expect(answer.status == 422 && answer.pointers == [pointer], "\(body.prefix(60))")
            }
            try await gateway.database.pool.execute(
                """
                INSERT INTO grant_comments (comment_id, grant_id, owner_id, author_id, text_sealed, written_at)
                SELECT gen_random_uuid(), grant_id, owner_id, author_id, text_sealed, written_at
                FROM grant_comments, generate_series(1, 499)
                """)
            #expect(try await write(doctor, id).problem == "conflict")
        }
    }

    @Test("GW-19, GW-48: erasure of either party removes the comments", arguments: [true, false])
    func erased(isOwner: Bool) async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), doctor = try await gateway.register()
            let id = try await granted(gateway, by: owner, to: doctor)
            for person in [owner, doctor] { #expect(try await write(person, id).status == 201) }
            let (gone, left) = isOwner ? (owner, doctor) : (doctor, owner)
            let answer = try await gone.send(
                "DELETE", "/v1/account", #"{"currentPassword":"\#(gone.password)","now":true}"#)
            #expect(answer.status == 202)
            try await eventually("the comments are gone") {
                try await gateway.database.pool.query("SELECT FROM grant_comments").isEmpty
            }
            #expect(try await left.client.get("/v1/grants/\(id)/comments").status == 404)
        }
    }
}
