import Foundation
import IngestionCore
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@testable import IngestionService

@Suite("Unknown fields of a body") struct UnknownFieldTests {
    private static let misspelled =
        #"{"allergen":["milk"],"diets":[],"otherIngredients":[{"name":"kiwi","synonym":["x"]}],"a/b":1}"#

    @Test("unknown field: refused with a pointer, also nested; nothing is stored")
    func refused() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("PUT", "/v1/allergen-profile", Self.misspelled)
            #expect(answer.status == 422 && answer.problem == "invalid-fields")
            #expect(answer.pointers == ["/allergen", "/otherIngredients/0/synonym", "/a~1b"])
            let errors = try answer.json["errors"]?.items ?? []
            #expect(errors.allSatisfy { $0["code"]?.string == FieldCode.unknownField.rawValue })
            #expect(try await person.client.get("/v1/allergen-profile").json["version"]?.number == 0)
        }
    }

    @Test("unknown field: ignored with Prefer: handling=lenient")
    func lenient() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "PUT", "/v1/allergen-profile", Self.misspelled, headers: ["prefer": "wait=10, handling=lenient"])
            #expect(answer.status == 200)
            #expect(try answer.json["otherIngredients"]?.items.count == 1)
            #expect(try answer.json["allergens"]?.items.isEmpty == true)
        }
    }

    @Test("unknown field: accepted where the schema allows additional ones")
    func open() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let keys = #""keys":{"p256dh":"x","auth":"x"}"#
            let answer = try await person.send(
                "POST", "/v1/push-subscriptions", #"{"endpoint":"ftp://x","expirationTime":null,\#(keys)}"#)
            #expect(answer.status == 422 && !answer.pointers.contains("/expirationTime"))
        }
    }

    @Test("unknown field: the example of every body has none")
    func examples() throws {
        let description = try APIDescription(yaml: String(decoding: IngestionService.description, as: UTF8.self))
        let shapes = description.bodyShapes
        #expect(shapes.count > 60)
        for operation in description.operations {
            guard let shape = shapes[operation.id],
                let content = operation.part["requestBody"].map(description.resolved)?["content"]?["application/json"]
            else { continue }
            let example = try #require(description.example(ofContent: content), "\(operation.id)")
            let body = try JSONReader.read(Array(example.json().utf8))
            #expect(throws: Never.self, "\(operation.id)") { try shape.requireKnownMembers(of: body) }
            guard !shape.isOpen else { continue }
            let more = JSONValue.object([.init(name: "notAField", value: .null)])
            #expect(throws: ProblemDetails.self, "\(operation.id)") { try shape.requireKnownMembers(of: more) }
        }
    }

    @Test("unknown field: a response lists at most 50 of them")
    func limit() throws {
        var shape = BodyShape()
        shape.members["known"] = BodyShape()
        let sent = (0..<60).map { JSONValue.Member(name: "m\($0)", value: .null) }
        let problem = #expect(throws: ProblemDetails.self) { try shape.requireKnownMembers(of: .object(sent)) }
        #expect(problem?.errors?.count == BodyFields.maxProblems)
    }
}
