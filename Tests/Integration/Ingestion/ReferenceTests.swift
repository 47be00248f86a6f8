import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import IngestionTestSupport
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing

@Suite("Ids in request bodies") struct ReferenceTests {
    /// Members that are ids of other things: WebAuthn's credentials and passkeys.
    private static let others: Set<String> = ["credential", "passkey"]

    /// The places in request bodies that contain an id according to the description, by operation.
    private func described() throws -> [String: Set<String>] {
        let document = try DescribedAPI.document()
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        var found: [String: Set<String>] = [:]
        for operation in paths.values.flatMap(\.values).compactMap({ $0 as? [String: Any] }) {
            guard let name = operation["operationId"] as? String,
                let body = resolved(operation["requestBody"] as? [String: Any], in: document),
                let content = body["content"] as? [String: Any],
                let json = content["application/json"] as? [String: Any]
            else { continue }
            var places: Set<String> = []
            collect(json["schema"] as? [String: Any], at: "", in: document, into: &places)
            if !places.isEmpty { found[name] = places }
        }
        return found
    }

    private func resolved(_ schema: [String: Any]?, in document: [String: Any]) -> [String: Any]? {
        guard let reference = schema?["$ref"] as? String else { return schema }
        var node: Any = document
        for part in reference.split(separator: "/").dropFirst() {
            guard let next = (node as? [String: Any])?[String(part)] else { return nil }
            node = next
        }
        return resolved(node as? [String: Any], in: document)
    }

    private func collect(
        _ schema: [String: Any]?, at place: String, in document: [String: Any], into places: inout Set<String>
    ) {
        guard place.split(separator: "/").count < 6, let schema = resolved(schema, in: document) else { return }
        for key in ["allOf", "oneOf", "anyOf"] {
            for part in schema[key] as? [[String: Any]] ?? [] { collect(part, at: place, in: document, into: &places) }
        }
        if isID(schema, at: place) { places.insert(place) }
        for (name, member) in schema["properties"] as? [String: Any] ?? [:] where !Self.others.contains(name) {
            collect(member as? [String: Any], at: "\(place)/\(name)", in: document, into: &places)
        }
        collect(schema["items"] as? [String: Any], at: "\(place)/*", in: document, into: &places)
    }

    /// Whether a member is an id: by its format, or by its name, since ids of foods are plain text.
    private func isID(_ schema: [String: Any], at place: String) -> Bool {
        if schema["format"] as? String == "uuid" { return true }
        guard (schema["type"] as? String ?? (schema["type"] as? [String])?.first) == "string" else { return false }
        let name = place.split(separator: "/").last ?? ""
        return name == "id" || name.hasSuffix("Id") || name == "food"
    }

    /// The routes that declare ids in their bodies.
    private static var declared: [Route] { RouteTable.gateway.routes.filter { !$0.references.isEmpty } }

    @Test("ids in bodies: the declared ones match the API description")
    func everyMemberIsDeclared() throws {
        let described = try described()
        let declared = Dictionary(
            uniqueKeysWithValues: Self.declared.map { ($0.operation, Set($0.references.keys)) })
        for name in Set(described.keys).union(declared.keys).sorted() {
            #expect(described[name] ?? [] == declared[name] ?? [], "\(name)")
        }
    }

    /// A body with an id at a place.
    private func body(_ pattern: String, _ id: String) -> String {
        pattern.split(separator: "/").reversed().reduce(#""\#(id)""#) { inner, name in
            name == "*" ? "[\(inner)]" : #"{"\#(name)":\#(inner)}"#
        }
    }

    private func send(_ route: Route, _ body: String, by person: Person) async throws -> TestHTTPClient.Answer {
        let path = route.path.replacing(/\{\w+\}/, with: UUID().uuidString.lowercased())
        return try await person.send(route.method.rawValue, path, body)
    }

    @Test("GW-41: ids in bodies: foreign, deleted and unknown ones are rejected")
    func refused() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            func insert(_ kind: ResourceKind, of owner: AccountID, isDeleted: Bool = false) async throws -> String {
                let id = UUID(), deletedAt = isDeleted ? Date() : nil
                _ = try await gateway.database.pool.execute(
                    """
                    INSERT INTO documents (kind, id, owner, sort_key, version, body, deleted_at)
                    VALUES (\(kind.rawValue), \(id), \(owner.uuid), 1, 1, '{}', \(deletedAt))
                    """)
                return id.uuidString.lowercased()
            }
            for route in Self.declared {
                for (pattern, target) in route.references {
                    let kind: ResourceKind, prefix: String
                    switch target {
                    case .own(let named): (kind, prefix) = (named, "")
                    case .food: (kind, prefix) = (.ownFood, "own-")
                    case .draftPhoto, .ofGrantOwner, .part, .shop: continue
                    }
                    let place = pattern.replacing("*", with: "0")
                    for (why, id) in [
                        ("somebody else's", try await insert(kind, of: stranger.account)),
                        ("deleted", try await insert(kind, of: person.account, isDeleted: true)),
                        ("of nothing", UUID().uuidString.lowercased()),
                    ] {
                        let answer = try await send(route, body(pattern, prefix + id), by: person)
                        #expect(
                            answer.status == 422 && answer.pointers == [place],
                            "\(route.operation) \(pattern), \(why): \(answer.text)")
                    }
                    let own = prefix + (try await insert(kind, of: person.account))
                    let answer = try await send(route, body(pattern, own), by: person)
                    #expect(!answer.text.contains("with this id"), "\(route.operation) \(pattern): \(answer.text)")
                }
            }
        }
    }

    @Test("ids in bodies: an unknown food is rejected, a catalog food is not")
    func catalogueFoods() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for route in Self.declared {
                for case (let pattern, .food) in route.references {
                    let unknown = try await send(route, body(pattern, "sr28-99999"), by: person)
                    #expect(
                        unknown.pointers == [pattern.replacing("*", with: "0")], "\(route.operation): \(unknown.text)")
                    let known = try await send(route, body(pattern, "sr28-09003"), by: person)
                    #expect(!known.text.contains("with this id"), "\(route.operation): \(known.text)")
                }
            }
        }
    }

    @Test("ids in bodies: a resource with a pending operation is accepted")
    func onItsWay() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let ordered = try await person.send("POST", "/v1/label-scans", #"{"text":"milk"}"#)
            let rows = try await gateway.database.pool.query("SELECT resource_id FROM operations")
            let scan = try #require(try rows.first?.decode(UUID.self)).uuidString.lowercased()
            #expect(ordered.status == 202)
            let reaction = #"{"occurredOn":"2026-11-20","scan":"\#(scan)"}"#
            #expect(try await person.send("POST", "/v1/reactions", reaction).status == 202)
        }
    }

    @Test("GW-05: ids in bodies: a retry succeeds after the object was deleted")
    func sentAgain() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            _ = try await person.send("POST", "/v1/label-scans", #"{"text":"milk"}"#)
            let rows = try await gateway.database.pool.query("SELECT resource_id FROM operations")
            let id = try #require(try rows.first?.decode(UUID.self)), scan = id.uuidString.lowercased()
            let reaction = #"{"occurredOn":"2026-11-20","scan":"\#(scan)"}"#
            let key = ["idempotency-key": "once"]
            let first = try await person.send("POST", "/v1/reactions", reaction, headers: key)
            #expect(first.status == 202)
            try await gateway.database.pool.execute("DELETE FROM operations WHERE resource_id = \(id)")
            let again = try await person.send("POST", "/v1/reactions", reaction, headers: key)
            #expect(again.status == 202 && again.header("location") == first.header("location"), "\(again.text)")
            #expect(try await person.send("POST", "/v1/reactions", reaction).status == 422)
        }
    }

    @Test("ids in bodies: thousands are rejected before any lookup")
    func bounded() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let items = Array(repeating: #"{"product":"\#(UUID())"}"#, count: 1_500).joined(separator: ",")
            let answer = try await person.send("POST", "/v1/receipts", #"{"items":[\#(items)]}"#)
            #expect(answer.status == 422 && answer.pointers == ["/items"])
        }
    }
}
