import EventContracts
import Foundation
import IngestionCore
import IngestionService
import TestPeers
import TestSupport
import Testing

@Suite("Registration with a profile") struct RegistrationProfileTests {
    private static let password = "a long enough password"

    private func send(
        _ more: String, _ email: String = "\(UUID().uuidString.lowercased())@example.com", to gateway: TestGateway
    ) async throws -> TestHTTPClient.Answer {
        let body =
            #"{"email":"\#(email)","password":"\#(Self.password)","acceptedTerms":"\#(TestGateway.terms)""#
            + #","timeZone":"America/Toronto"\#(more)}"#
        return try await gateway.client.send(
            "POST", "/v1/accounts", headers: ["content-type": "application/json"], body: Array(body.utf8))
    }

    private func person(_ answer: TestHTTPClient.Answer, _ gateway: TestGateway) throws -> Person {
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try Person(answer, email: "", password: Self.password, client: gateway.client)
    }

    @Test("GW-01, NUT-01: a profile at registration sets the goals at once")
    func profile() async throws {
        try await TestGateway.with { gateway in
            let answer = try await send(
                #","username":"Ada.L","name":"Ada","body":{"age":30,"sex":"female","heightCm":165,"weightKg":60}"#,
                to: gateway)
            let person = try person(answer, gateway)
            #expect(try answer.json["ignored"] == nil)
            let account = try await person.client.get("/v1/account").json
            #expect(account["username"]?.string == "ada.l" && account["name"]?.string == "Ada")
            let goals = try await person.client.get("/v1/goals").json
            #expect(goals["reckoned"]?["method"]?.string == "mifflin-st-jeor-1990")
            #expect(goals["reckoned"]?["references"]?["ironMg"]?["value"]?.number == 18)
            #expect(goals["body"]?["activity"]?.string == "inactive")
            let signedIn = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": "ada.l", "password": Self.password])
            #expect(signedIn.status == 201)
            let taken = try await send(#","username":"ada.l""#, to: gateway)
            #expect(taken.status == 422 && taken.pointers == ["/username"])
        }
    }

    @Test("GW-01: registration lists ignored members with the reason")
    func ignoredMembers() async throws {
        try await TestGateway.with { gateway in
            let answer = try await send(
                #","gender":"female","weightKg":60,"body":{"sex":"male","weightKg":70}"#, to: gateway)
            let person = try person(answer, gateway)
            let list = try answer.json["ignored"]?.items ?? []
            #expect(list.map { $0["pointer"]?.string } == ["/gender", "/weightKg", "/body"])
            #expect(list.map { $0["reason"]?.string } == ["unknown", "unknown", "incomplete"])
            #expect(list.last?["missing"]?.items.map(\.string) == ["birthday", "heightCm"])
            #expect(try await person.client.get("/v1/goals").json["reckoned"] == nil)
            let refusing = try await send(
                #","consents":{"processing":false},"body":{"age":30,"sex":"male","heightCm":180,"weightKg":70}"#,
                to: gateway)
            #expect(try refusing.json["ignored"]?.items.first?["reason"]?.string == "notAllowed")
        }
    }

    @Test("GW-04: registration reports profile problems by pointer")
    func faults() async throws {
        try await TestGateway.with { gateway in
            for (more, pointer) in [
                (#","username":"1x""#, "/username"), (#","name":7"#, "/name"), (#","body":3"#, "/body"),
                (#","body":{"age":9,"sex":"male","heightCm":180,"weightKg":70}"#, "/body/age"),
                (#","body":{"age":30,"sex":"x","heightCm":180,"weightKg":70}"#, "/body/sex"),
                (#","body":{"age":30,"sex":"male","heightCm":18,"weightKg":70}"#, "/body/heightCm"),
            ] {
                let answer = try await send(more, to: gateway)
                #expect(answer.status == 422 && answer.pointers.contains(pointer), "\(answer.status) \(answer.text)")
            }
        }
    }

    @Test("GW-01: a repeated registration with one key gets the same answer")
    func repeated() async throws {
        try await TestGateway.with { gateway in
            let body =
                #"{"email":"twice@example.com","password":"\#(Self.password)","#
                + #""acceptedTerms":"\#(TestGateway.terms)","username":"twice","shoe":43}"#
            var answers: [TestHTTPClient.Answer] = []
            for _ in 0..<2 {
                answers.append(
                    try await gateway.client.send(
                        "POST", "/v1/accounts",
                        headers: ["content-type": "application/json", "idempotency-key": "one-and-the-same"],
                        body: Array(body.utf8)))
            }
            #expect(answers.map(\.status) == [201, 201])
            #expect(try answers[0].json["account"] == answers[1].json["account"])
            #expect(try answers[1].json["ignored"]?.items.first?["pointer"]?.string == "/shoe")
        }
    }
}
