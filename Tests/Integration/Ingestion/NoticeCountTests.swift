import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Unread notices (NOT-01, WEB-05)") struct NoticeCountTests {
    private static func page(_ person: Person) async throws -> JSONValue {
        try await person.client.get("/v1/notifications").json
    }

    @Test("notices: the page has the unread count; reading all clears it")
    func readAll() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            for _ in 0..<3 { _ = try await person.scan() }
            _ = try await other.scan()
            try await eventually("three are unread") { try await Self.page(person)["unread"]?.number == 3 }
            try await eventually("one is unread") { try await Self.page(other)["unread"]?.number == 1 }
            let answer = try await person.send("POST", "/v1/notifications/read", "")
            #expect(answer.status == 202)
            #expect(try answer.json["marked"]?.number == 3)
            try await eventually("none is unread") { try await Self.page(person)["unread"]?.number == 0 }
            #expect(try await Self.page(other)["unread"]?.number == 1)
            let again = try await person.send("POST", "/v1/notifications/read", "{}")
            #expect(try again.json["marked"]?.number == 0)
        }
    }

    @Test("mark as read: later notices stay unread; an invalid time is rejected")
    func through() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await person.scan()
            try await eventually("one is unread") { try await Self.page(person)["unread"]?.number == 1 }
            let early = try await person.send(
                "POST", "/v1/notifications/read", #"{"through":"2020-01-01T00:00:00Z"}"#)
            #expect(try early.json["marked"]?.number == 0)
            let bad = try await person.send("POST", "/v1/notifications/read", #"{"through":"yesterday"}"#)
            #expect(bad.status == 422 && bad.pointers == ["/through"])
        }
    }

    @Test("client reports: counted by kind, rejected if invalid")
    func reports() async throws {
        let port = try freePort()
        try await TestGateway.with {
            $0.settings.health = HTTPBinding(port: port)
        } _: { gateway in
            for body in [#"{"kind":"lcp","value":1.25}"#, #"{"kind":"fault"}"#, #"{"kind":"cls","value":0.01}"#] {
                let answer = try await gateway.client.send(
                    "POST", "/v1/client-reports", headers: ["content-type": "application/json"], body: Array(body.utf8))
                #expect(answer.status == 204, "\(body)")
            }
            for body in [#"{"kind":"lcp"}"#, #"{"kind":"lcp","value":-1}"#, #"{"kind":"gossip"}"#, "{}"] {
                let answer = try await gateway.client.send(
                    "POST", "/v1/client-reports", headers: ["content-type": "application/json"], body: Array(body.utf8))
                #expect(answer.status == 422, "\(body)")
            }
            let metrics = try await TestHTTPClient(port: port).get("/metrics").text
            #expect(metrics.contains(#"foodmagic_web_client_reports_total{kind="lcp"} 1"#))
            #expect(metrics.contains(#"foodmagic_web_client_reports_total{kind="fault"} 1"#))
        }
    }
}
