import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing

@Suite("Notification preferences through the API")
struct NotificationPreferencesTests {
    private static let path = "/v1/notification-preferences"

    private static func events(_ gateway: TestGateway) async throws -> [NotificationPreferencesChanged] {
        try await gateway.database.events(NotificationPreferencesChanged.self).map(\.body)
    }

    @Test("NOT-11: preferences: kinds by channel, quiet hours, sealed addresses")
    func replaces() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let none = try await person.client.get(Self.path)
            #expect(none.status == 200 && none.header("etag") == "\"0\"")
            let empty = try none.json
            #expect(empty["version"]?.number == 0 && empty["channels"] == .object([]))
            let body = """
                {"channels":{"allergenAlert":["email","webPush","webPush"],"reportReady":[]},
                "quietHours":{"from":"22:00","to":"07:00"},"digestAt":"09:30",
                "ntfy":"https://ntfy.example.net/my-topic_1","webhook":"https://hooks.example.net/x?y=1"}
                """
            let put = try await person.send("PUT", Self.path, body, headers: ["if-match": "\"0\""])
            #expect(put.status == 200 && put.header("etag") == "\"1\"")
            let read = try await person.client.get(Self.path).json
            #expect(try put.json == read)
            #expect(read["channels"]?["allergenAlert"]?.items == [.string("webPush"), .string("email")])
            #expect(read["channels"]?["reportReady"]?.items.isEmpty == true)
            #expect(read["quietHours"]?["to"]?.string == "07:00" && read["digestAt"]?.string == "09:30")
            let secret = try #require(read["webhookSecret"]?.string)
            #expect(secret.hasPrefix("whsec_") && secret.count == 50)
            #expect(try await other.client.get(Self.path).json["version"]?.number == 0)
            let published = try #require(try await Self.events(gateway).first)
            #expect(
                published.accountID == person.account && published.version == 1
                    && published.addressed == ["ntfy", "webhook"])
            #expect(published.channels == ["allergenAlert": ["webPush", "email"], "reportReady": []])
            let plain = try await gateway.database.count(
                """
                SELECT (SELECT count(*) FROM outbox WHERE position('example.net'::bytea IN body) > 0)
                    + (SELECT count(*) FROM notification_preferences
                        WHERE position('example.net'::bytea IN addresses) > 0)
                """)
            #expect(plain == 0)
            let sealed = try #require(published.addresses)
            let addresses = try await gateway.sealer.open(sealed, .deliveryAddresses(of: person.account))
            #expect(addresses.webhookSecret == secret && addresses.ntfy == "https://ntfy.example.net/my-topic_1")
        }
    }

    @Test("preferences: an unchanged webhook keeps its secret; {} sets defaults")
    func secrets() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            func put(_ body: String) async throws -> JSONValue {
                let answer = try await person.send("PUT", Self.path, body)
                guard answer.status == 200 else { throw Unexpected(answer) }
                return try answer.json
            }
            let first = try await put(#"{"webhook":"https://a.example.net/"}"#)
            let same = try await put(#"{"webhook":"https://a.example.net/","digestAt":"10:00"}"#)
            let another = try await put(#"{"webhook":"https://b.example.net/"}"#)
            #expect(
                first["webhookSecret"] == same["webhookSecret"] && same["webhookSecret"] != another["webhookSecret"])
            let empty = try await put("{}")
            #expect(empty["webhook"] == nil && empty["webhookSecret"] == nil && empty["version"]?.number == 4)
            let last = try #require(try await Self.events(gateway).last)
            #expect(last.addressed.isEmpty && last.addresses == nil && last.channels.isEmpty)
        }
    }

    @Test("preferences: of two changes to one version the second is rejected")
    func versions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let headers = ["if-match": "\"0\""]
            #expect(try await person.send("PUT", Self.path, "{}", headers: headers).status == 200)
            let late = try await person.send("PUT", Self.path, "{}", headers: headers)
            #expect(late.status == 412 && late.problem == "version-mismatch")
            #expect(try await person.client.get(Self.path, headers: ["if-none-match": "\"1\""]).status == 304)
            #expect(try await Self.events(gateway).count == 1)
        }
    }

    @Test(
        "preferences: invalid ones are rejected with a pointer to each fault",
        arguments: [
            (
                #"{"channels":{"joy":["email"],"recall":["fax",1],"dailyReport":"email"}}"#,
                ["/channels/dailyReport", "/channels/joy", "/channels/recall/0", "/channels/recall/1"]
            ),
            (#"{"channels":["email"]}"#, ["/channels"]),
            (#"{"quietHours":{"from":"22:00"}}"#, ["/quietHours/to"]),
            (#"{"quietHours":{"from":"22:00","to":"22:00"}}"#, ["/quietHours/to"]),
            (
                #"{"quietHours":{"from":"24:00","to":"7:00"},"digestAt":"noon"}"#,
                ["/digestAt", "/quietHours/from", "/quietHours/to"]
            ),
            (
                #"{"ntfy":"https://ntfy.example.net/a/b","chat":"http://x.net/","webhook":"file:///etc/passwd"}"#,
                ["/chat", "/ntfy", "/webhook"]
            ),
        ])
    func refuses(body: String, pointers: [String]) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("PUT", Self.path, body)
            #expect(answer.status == 422 && answer.pointers.sorted() == pointers)
            #expect(try await Self.events(gateway).isEmpty)
        }
    }
}
