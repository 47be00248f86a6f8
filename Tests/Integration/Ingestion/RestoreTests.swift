import EventContracts
import Foundation
import TestPeers
import UnitSupport
@testable import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestSupport
import Testing

@Suite("Restoring deleted data within 30 days") struct RestoreTests {
    /// An object that a person creates and deletes.
    struct Thing: Sendable, CustomTestStringConvertible {
        let path: String
        let body: String
        /// A later change of the object.
        let change: String
        var testDescription: String { path }
    }

    private static let things = [
        Thing(path: "/v1/reactions", body: #"{"occurredOn":"2025-12-24","cause":"soup"}"#, change: #"{"notes":"x"}"#),
        Thing(path: "/v1/saved-foods", body: #"{"name":"soup","energyKcal":80}"#, change: #"{"notes":"x"}"#),
        Thing(path: "/v1/foods", body: #"{"name":"soup","energyKcal":80}"#, change: #"{"brand":"x"}"#),
        Thing(
            path: "/v1/budgets",
            body: #"{"name":"soup","period":"month","amount":{"amount":"3.00","currency":"CAD"}}"#,
            change: #"{"name":"x"}"#),
        Thing(path: "/v1/meals", body: #"{"name":"soup","items":[{"energyKcal":1}]}"#, change: #"{"name":"x"}"#),
    ]
    private static let waiting = ["prefer": "wait=10"]

    private static func make(_ thing: Thing, by person: Person) async throws -> String {
        let made = try await person.send("POST", thing.path, thing.body, headers: waiting)
        guard made.status == 201, let id = try made.json["id"]?.string else { throw Unexpected(made) }
        return "\(thing.path)/\(id)"
    }

    @Test(
        "C8, GW-43: a deleted object is restored once, by its owner",
        arguments: things)
    func comesBack(thing: Thing) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let path = try await Self.make(thing, by: person), restore = path + "/restore"
            let was = try await person.client.get(path).json
            let there = try await person.send("POST", restore, "")
            #expect(there.status == 409 && there.problem == "conflict")
            #expect(try await person.client.send("DELETE", path, headers: Self.waiting).status == 204)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await other.send("POST", restore, "").status == 404)
            let early = try await person.send("POST", restore, "", headers: ["if-match": "\"1\""])
            #expect(early.status == 412)

            let headers = Self.waiting.merging(["idempotency-key": "again", "if-match": "\"2\""]) { $1 }
            let back = try await person.send("POST", restore, "", headers: headers)
            #expect(back.status == 200 && back.header("etag") == "\"3\"", "\(back.text)")
            let now = try await person.client.get(path)
            let json = try now.json
            #expect(now.status == 200 && now.header("etag")?.hasPrefix("\"3") == true)
            #expect(json.names == was.names && json["name"] == was["name"] && json["cause"] == was["cause"])
            // Restoring again succeeds.
            let repeated = try await person.send("POST", restore, "", headers: headers)
            #expect(repeated.status == 200 && repeated.header("etag") == "\"3\"")
            #expect(try await person.send("POST", restore, "").status == 409)
            let changed = try await person.send("PATCH", path, thing.change, headers: Self.waiting)
            #expect(changed.status == 200 && changed.header("etag") == "\"4\"", "\(changed.text)")
        }
    }

    @Test("C8: after 30 days a deleted object cannot be restored", arguments: things)
    func goesForGood(thing: Thing) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let kept = try await Self.make(thing, by: person), gone = try await Self.make(thing, by: person)
            let pool = gateway.database.pool
            #expect(try await person.client.send("DELETE", gone, headers: Self.waiting).status == 204)
            let older = try await pool.query(
                "SELECT kind, id FROM documents WHERE deleted_at IS NOT NULL AND kind <> 'day'")
            #expect(older.count == 1)
            func full() async throws -> [Bool] {
                try await pool.query(
                    """
                    SELECT body::text <> '{}' OR accepted IS NOT NULL
                    FROM documents LEFT JOIN resource_versions AS known
                        ON known.kind = documents.kind AND resource_id = id AND account_id = owner
                    WHERE documents.kind <> 'day' ORDER BY deleted_at NULLS FIRST
                    """
                ).map { try $0.decode(Bool.self) }
            }
            let housekeeping = Housekeeping(
                database: gateway.database, photos: gateway.archive, retention: .init())
            gateway.clock.advance(by: .seconds(30 * 86_400 - 60))
            try await housekeeping.run()
            #expect(try await full() == [true, true])
            gateway.clock.advance(by: .seconds(120))
            let later = try await gateway.signIn(person)
            #expect(try await later.send("POST", gone + "/restore", "").status == 404)
            try await housekeeping.run()
            #expect(try await full() == [true, false])
            #expect(try await later.send("POST", gone + "/restore", "").status == 404)
            #expect(try await later.client.get(gone).status == 404)
            if thing.path != "/v1/meals" { #expect(try await later.client.get(kept).status == 200) }
            // A late event from before the deletion does not restore it.
            let (kind, id) = try older[0].decode(String.self, UUID.self)
            let resource = ResourceReference(try #require(ResourceKind(rawValue: kind)), id)
            let late = Document(
                resource: resource, owner: person.account, sortKey: 0, version: 1, body: Array("{}".utf8),
                deletedAt: nil)
            _ = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
                try await transaction.query(DocumentRepository.putting(late)).count
            }
            #expect(try await later.client.get(gone).status == 404)
        }
    }
}
