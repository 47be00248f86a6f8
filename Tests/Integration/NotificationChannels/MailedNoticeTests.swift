import Deliveries
import EventContracts
import Foundation
import Messaging
import NotificationChannels
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Notices by mail", .timeLimit(.minutes(10)))
struct MailedNoticeTests {
    private static let key = [UInt8](repeating: 9, count: 32)

    private static func with(_ body: @escaping @Sendable (MailScene) async throws -> Void) async throws {
        try await MailScene.with { scene in
            var scene = scene
            scene.configuration.unsubscribing = UnsubscribeLinks(publicURL: "https://api.food.test", key: key)
            let ready = scene
            try await ready.running {
                try await ready.bench.publish(
                    AccountRegistered(
                        accountID: ready.account, locale: "fr-CA", timeZone: "America/Toronto", acceptedTerms: "1",
                        registeredAt: ready.bench.clock.now()), of: ready.account)
                try await body(ready)
            }
        }
    }

    /// A scan that names milk.
    private static func alert(_ scene: MailScene) async throws {
        let finding = ScanFinding(allergen: .milk, otherIngredient: nil, evidence: [])
        let scan = ScanID.random()
        let details = ScanDetails(
            text: "milk", ingredients: [], contains: [finding], mayContain: [], unknown: [], advice: nil)
        let assessed = ScanAssessed(
            accountID: scene.account, scanID: scan, version: 1, verdict: .contains, complete: true, language: "en",
            gtin: nil, contains: [.milk], mayContain: [], otherMatches: 0, profileVersion: 1, profileEmpty: false,
            profilePending: false, scannedAt: scene.bench.clock.now(), assessedAt: scene.bench.clock.now(),
            details: try await scene.bench.sealer.seal(details, .scanDetails(scan, of: scene.account)))
        try await scene.bench.publish(assessed, of: scene.account, subject: scan)
    }

    private static func deliveries(_ state: String, _ scene: MailScene) async throws -> Int {
        try await scene.bench.database.count(
            "SELECT count(*) FROM deliveries WHERE channel = 'email' AND state = \(state)")
    }

    @Test("NOT-04, NOT-11, NOT-14: a notice reaches a verified address")
    func mails() async throws {
        try await Self.with { scene in
            try await scene.contact(version: 1, isVerified: true)
            try await scene.until("the address is a way") { try await scene.targets() == 1 }
            try await Self.alert(scene)
            try await scene.until("it is sent") { try await Self.deliveries("sent", scene) == 1 }
            let mail = try #require(scene.peer.mails.first)
            #expect(scene.peer.mails.count == 1 && mail.recipient == "zoe@mail.test")
            #expect(mail.header("Subject") == "Contient : lait")
            #expect(mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
            #expect(mail.plain.contains("Vous recevez ce message parce que"))
            let link = String(mail.header("List-Unsubscribe").dropFirst().dropLast())
            #expect(link.hasPrefix("https://api.food.test/v1/unsubscribe/") && mail.plain.contains(link))
            let text = try #require(link.split(separator: "/").last)
            #expect(
                UnsubscribeToken(String(text), under: Self.key)
                    == UnsubscribeToken(account: scene.account, kinds: [.allergenAlert], channel: .email))
        }
    }

    @Test("NOT-11, NOT-13: deferrable notices form one mail a day")
    func digest() async throws {
        try await Self.with { scene in
            try await scene.contact(version: 1, isVerified: true)
            try await scene.until("the address is a way") { try await scene.targets() == 1 }
            for place in 1...3 {
                let words = AnnouncementMade.Words(title: "Nouveauté \(place)", body: "Ceci est nouveau \(place).")
                let now = scene.bench.clock.now()
                try await scene.bench.publish(
                    AnnouncementMade(
                        announcementID: .random(), kind: .releaseNotes, texts: ["fr": words, "en": words], madeAt: now,
                        endsAt: now + 7 * 86_400), of: scene.account)
            }
            try await scene.until("all are queued") { try await Self.deliveries("queued", scene) == 3 }
            #expect(scene.peer.mails.isEmpty)
            scene.bench.clock.advance(by: .seconds(86_400))
            try await scene.until("they are sent") { try await Self.deliveries("sent", scene) == 3 }
            let mail = try #require(scene.peer.mails.first)
            #expect(scene.peer.mails.count == 1 && mail.header("Subject") == "3 messages de Food Magic")
            for place in 1...3 { #expect(mail.plain.contains("• Nouveauté \(place)\n\nCeci est nouveau \(place).")) }
            #expect(mail.plain.contains("https://food.test/notifications"))
            let link = String(mail.header("List-Unsubscribe").dropFirst().dropLast())
            let text = try #require(link.split(separator: "/").last)
            #expect(
                UnsubscribeToken(String(text), under: Self.key)
                    == UnsubscribeToken(account: scene.account, kinds: [.releaseNotes], channel: .email))
        }
    }

    @Test("GW-07: unverified and former addresses get no mail")
    func unverified() async throws {
        try await Self.with { scene in
            try await scene.contact(version: 1, isVerified: true)
            try await scene.until("the address is a way") { try await scene.targets() == 1 }
            try await scene.contact("new@mail.test", version: 2, isVerified: false)
            try await scene.until("it is no target now") { try await scene.targets() == 0 }
            try await Self.alert(scene)
            try await scene.until("it lies in the inbox") {
                try await scene.bench.database.count("SELECT count(*) FROM notices") == 1
            }
            // The account has no channel, so that there is no delivery.
            #expect(try await scene.bench.database.count("SELECT count(*) FROM tellings") == 0)
            #expect(try await scene.bench.database.count("SELECT count(*) FROM deliveries") == 0)
            #expect(scene.peer.mails.isEmpty)
        }
    }

    @Test("NOT-11: unsubscribe: a digest link covers all its kinds")
    func digestLink() throws {
        let kinds = NotificationKind.allCases.filter { $0.pressure == .digest }
        let token = UnsubscribeToken(account: .random(), kinds: kinds, channel: .email)
        let text = token.text(under: Self.key)
        #expect(UnsubscribeToken(text, under: Self.key) == token && text.utf8.count <= 128 && kinds.count == 3)
    }

    @Test("NOT-11: a kind turned off by mail is not mailed")
    func turnedOff() async throws {
        try await Self.with { scene in
            try await scene.contact(version: 1, isVerified: true)
            try await scene.bench.publish(
                NotificationPreferencesChanged(
                    accountID: scene.account, version: 1, channels: ["allergenAlert": ["webPush"]], quietHours: nil,
                    digestAt: nil, addressed: [], addresses: nil, changedAt: scene.bench.clock.now()),
                of: scene.account)
            try await scene.until("both are known") {
                let known = try await scene.bench.database.count("SELECT count(*) FROM preferences")
                let ways = try await scene.targets()
                return known == 1 && ways == 1
            }
            try await Self.alert(scene)
            try await scene.until("it is decided") {
                try await scene.bench.database.count("SELECT count(*) FROM tellings WHERE next_at IS NULL") == 1
            }
            #expect(scene.peer.mails.isEmpty)
        }
    }
}

@Suite("Unsubscribe tokens")
struct UnsubscribeTokenTests {
    private static let key = [UInt8](repeating: 9, count: 32)

    @Test("unsubscribe token: opens under its key; any change invalidates it")
    func reads() throws {
        for kind in NotificationKind.allCases {
            let token = UnsubscribeToken(account: .random(), kinds: [kind], channel: .email)
            let text = token.text(under: Self.key)
            #expect(UnsubscribeToken(text, under: Self.key) == token && text.utf8.count <= 128)
            #expect(UnsubscribeToken(text, under: [UInt8](repeating: 8, count: 32)) == nil)
            let bytes = try #require(Base64URL.decode(text))
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 1
                #expect(UnsubscribeToken(Base64URL.encode(changed), under: Self.key) == nil)
            }
            #expect(UnsubscribeToken(Base64URL.encode(bytes.dropLast()), under: Self.key) == nil)
        }
        for text in ["", "x", String(repeating: "A", count: 98)] {
            #expect(UnsubscribeToken(text, under: Self.key) == nil)
        }
    }
}
