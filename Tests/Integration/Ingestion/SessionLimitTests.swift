import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Session lifetime") struct SessionLimitTests {
    private static let day = 86_400.0

    private static func refresh(_ person: Person, _ gateway: TestGateway) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send("POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken])
    }

    @Test("GW-16: a session ends after 30 days without use")
    func unused() async throws {
        try await TestGateway.with { gateway in
            let early = try await gateway.register(), late = try await gateway.register()
            gateway.clock.advance(by: .seconds(29 * Self.day))
            #expect(try await Self.refresh(early, gateway).status == 201)
            gateway.clock.advance(by: .seconds(Self.day + 1))
            let over = try await Self.refresh(late, gateway)
            #expect(over.status == 401 && over.problem == "session-ended")
        }
    }

    @Test("GW-16: a session ends 365 days after sign-in, however often refreshed", .timeLimit(.minutes(10)))
    func longest() async throws {
        try await TestGateway.with { gateway in
            var person = try await gateway.register()
            for _ in 0..<18 {
                gateway.clock.advance(by: .seconds(20 * Self.day))
                let answer = try await Self.refresh(person, gateway)
                guard answer.status == 201 else { throw Unexpected(answer) }
                person = try Person(answer, email: person.email, password: person.password, client: gateway.client)
            }
            gateway.clock.advance(by: .seconds(4 * Self.day))
            let last = try await Self.refresh(person, gateway)
            #expect(last.status == 201)
            person = try Person(last, email: person.email, password: person.password, client: gateway.client)
            gateway.clock.advance(by: .seconds(Self.day + 60))
            #expect(try await Self.refresh(person, gateway).status == 401)
            #expect(try await person.client.get("/v1/account").status == 401)
        }
    }
}
