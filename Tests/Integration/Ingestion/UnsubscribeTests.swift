import Deliveries
import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing

@Suite("Unsubscribe links through the API")
struct UnsubscribeTests {
    private static let key = [UInt8](repeating: 9, count: 32)
    private static let form = ["content-type": "application/x-www-form-urlencoded"]
    private static let body = Array("List-Unsubscribe=One-Click".utf8)

    private static func path(
        _ account: AccountID, _ kind: NotificationKind = .priceDropped, under key: [UInt8] = key
    ) -> String {
        "/v1/unsubscribe/" + UnsubscribeToken(account: account, kinds: [kind], channel: .email).text(under: key)
    }

    private static func events(_ gateway: TestGateway) async throws -> [NotificationPreferencesChanged] {
        try await gateway.database.events(NotificationPreferencesChanged.self).map(\.body)
    }

    @Test("NOT-11: RFC 8058: one request without sign-in stops a kind of mail")
    func ends() async throws {
        try await TestGateway.with {
            $0.unsubscribeKey = Self.key
        } _: { gateway in
            let person = try await gateway.register()
            let options = #"{"channels":{"reportReady":["email","ntfy"],"budgetExceeded":[]},"digestAt":"09:30"}"#
            #expect(try await person.send("PUT", "/v1/notification-preferences", options).status == 200)
            for kind in [NotificationKind.reportReady, .reportReady, .priceDropped, .priceDropped] {
                let answer = try await gateway.client.send(
                    "POST", Self.path(person.account, kind), headers: Self.form, body: Self.body)
                #expect(answer.status == 200 && answer.header("content-type") == "text/html; charset=utf-8")
            }
            let said = try await Self.events(gateway)
            #expect(said.map(\.version) == [1, 2, 3])
            #expect(said.last?.channels == ["reportReady": ["ntfy"], "budgetExceeded": [], "priceDropped": []])
            #expect(said.last?.digestAt == "09:30")
            let known = try await person.client.get("/v1/notification-preferences").json
            #expect(known["version"]?.number == 3 && known["channels"]?["priceDropped"]?.items.isEmpty == true)
        }
    }

    @Test("NOT-11: a digest link stops mails of all its kinds")
    func endsDigest() async throws {
        try await TestGateway.with {
            $0.unsubscribeKey = Self.key
        } _: { gateway in
            let person = try await gateway.register()
            let token = UnsubscribeToken(
                account: person.account, kinds: [.dailyReport, .priceDropped, .releaseNotes], channel: .email)
            let path = "/v1/unsubscribe/" + token.text(under: Self.key)
            for _ in 0..<2 {
                #expect(try await gateway.client.send("POST", path, headers: Self.form, body: Self.body).status == 200)
            }
            let said = try await Self.events(gateway)
            #expect(said.map(\.channels) == [["dailyReport": [], "priceDropped": [], "releaseNotes": []]])
        }
    }

    @Test("NOT-11: unsubscribe: other default channels of the kind stay")
    func keepsUsual() async throws {
        try await TestGateway.with {
            $0.unsubscribeKey = Self.key
        } _: { gateway in
            let person = try await gateway.register()
            let path = Self.path(person.account, .allergenAlert)
            #expect(try await gateway.client.send("POST", path, headers: Self.form, body: Self.body).status == 200)
            let said = try await Self.events(gateway)
            #expect(said.map(\.channels) == [["allergenAlert": ["webPush", "ntfy", "chat", "webhook"]]])
        }
    }

    @Test("unsubscribe: opening the link only shows a page, localized")
    func asks() async throws {
        try await TestGateway.with {
            $0.unsubscribeKey = Self.key
        } _: { gateway in
            let person = try await gateway.register()
            let page = try await gateway.client.get(Self.path(person.account), headers: ["accept-language": "fr-CA"])
            #expect(
                page.status == 200 && page.text.contains("<form method=\"post\">") && page.text.contains("lang=\"fr\""))
            #expect(try await Self.events(gateway).isEmpty)
        }
    }

    @Test("GW-23: foreign, changed and wrongly keyed links are not found")
    func refuses() async throws {
        try await TestGateway.with {
            $0.unsubscribeKey = Self.key
        } _: { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let mine = Self.path(person.account), theirs = Self.path(other.account)
            let swapped = mine.prefix(mine.count - 40) + theirs.suffix(40)
            let foreign = Self.path(person.account, under: [UInt8](repeating: 8, count: 32))
            for path in [String(swapped), foreign, mine + "A", String(mine.dropLast()), "/v1/unsubscribe/x"] {
                for method in ["GET", "POST"] {
                    #expect(try await gateway.client.send(method, path, body: Self.body).status == 404, "\(path)")
                }
            }
            #expect(try await Self.events(gateway).isEmpty)
            // For an unknown account the response is the same, and nothing is stored.
            let nobody = Self.path(.random())
            #expect(try await gateway.client.send("POST", nobody, body: Self.body).status == 200)
            #expect(try await Self.events(gateway).isEmpty)
        }
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            #expect(try await gateway.client.get(Self.path(person.account)).status == 404)
        }
    }
}
