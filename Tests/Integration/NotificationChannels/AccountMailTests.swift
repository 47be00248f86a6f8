import EventContracts
import Foundation
import Messaging
import NotificationChannels
import Outbound
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

/// The service with a mail server beside it.
struct MailScene: Sendable {
    let bench: ServiceBench
    let peer: SMTPPeer
    let account: AccountID
    var configuration: NotificationConfiguration

    static func with(_ body: @escaping @Sendable (MailScene) async throws -> Void) async throws {
        try await ServiceBench.with(
            service: "notification", migrations: try NotificationMigrations.all(), neighbor: "ingestion"
        ) { bench in
            try await SMTPPeer.with { peer in
                var configuration = NotificationConfiguration(settings: bench.settings)
                configuration.webURL = "https://food.test"
                configuration.mail = .init(
                    server: MailServer(host: "127.0.0.1", port: peer.port, trustFile: peer.trustFile),
                    from: .init(name: "Food Magic", address: "mail@food.test"))
                try await body(
                    MailScene(
                        bench: bench, peer: peer, account: try await bench.account(), configuration: configuration))
            }
        }
    }

    /// Runs the service.
    func running(_ body: @Sendable () async throws -> Void) async throws {
        try await bench.running(try NotificationService.build(configuration, clock: bench.clock), body)
    }

    /// The gateway's command to send a mail.
    func mail(
        _ kind: AccountMailKind = .recovery, to address: String = "zoe@mail.test", code: String? = "the-code",
        listing ways: [AccountSignInMethod]? = nil, locale: String = "fr-CA", lives: TimeInterval = 900
    ) async throws -> AccountMailRequested {
        let id = MailID.random()
        let sealed = try await bench.sealer.seal(
            AccountMailParameters(to: address, code: code, waysIn: ways), .accountMailParameters(id, of: account))
        return AccountMailRequested(
            accountID: account, mailID: id, kind: kind, locale: locale, parameters: sealed,
            expiresAt: bench.clock.now() + lives, requestedAt: bench.clock.now())
    }

    func ask(_ mail: AccountMailRequested) async throws {
        try await bench.publish(mail, of: account, subject: mail.mailID)
    }

    func mails(_ state: String) async throws -> Int {
        try await bench.database.count("SELECT count(*) FROM account_mails WHERE state = \(state)")
    }

    func failed(because reason: String) async throws -> Int {
        try await bench.database.count(
            "SELECT count(*) FROM account_mails WHERE state = 'failed' AND reason = \(reason)")
    }

    /// Publishes the person's contact address.
    func contact(_ address: String = "zoe@mail.test", version: Int64, isVerified: Bool) async throws {
        let sealed = try await bench.sealer.seal(ContactAddress(email: address), .contactAddress(of: account))
        try await bench.publish(
            ContactChanged(
                accountID: account, version: version, address: sealed, isVerified: isVerified,
                changedAt: bench.clock.now()), of: account, subject: account)
    }

    func targets() async throws -> Int {
        try await bench.database.count("SELECT count(*) FROM targets WHERE channel = 'email'")
    }

    func until(_ what: String, _ condition: @escaping @Sendable () async throws -> Bool) async throws {
        try await eventually(what) { try await condition() }
    }
}

extension SMTPPeer.Mail {
    /// A header's value, unfolded and decoded.
    func header(_ name: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(name): ") }) else { return "" }
        let words =
            [lines[start].dropFirst(name.count + 2)]
            + lines[(start + 1)...].prefix { $0.hasPrefix(" ") }.map { $0.dropFirst() }
        return words.map { word in
            guard word.hasPrefix("=?UTF-8?B?") else { return String(word) }
            return Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
                .map { String(decoding: $0, as: UTF8.self) } ?? ""
        }.joined()
    }

    /// The plain-text part, decoded.
    var plain: String {
        guard let start = text.range(of: "text/plain"),
            let body = text.range(of: "\n\n", range: start.upperBound..<text.endIndex),
            let end = text.range(of: "\n--=_", range: body.upperBound..<text.endIndex)
        else { return "" }
        var bytes: [UInt8] = [], rest = Array(text[body.upperBound..<end.lowerBound].utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            let code = rest.prefix(2)
            if code.first == UInt8(ascii: "\n") {
                rest = rest.dropFirst()
            } else {
                bytes.append(UInt8(String(decoding: code, as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite("Account mails through a real mail server", .timeLimit(.minutes(10)))
struct AccountMailTests {
    @Test("GW-17: a code arrives once, encrypted, then is deleted")
    func sends() async throws {
        try await MailScene.with { scene in
            try await scene.running {
                let mail = try await scene.mail()
                try await scene.ask(mail)
                try await scene.ask(mail)
                try await scene.until("it is sent") { try await scene.mails("sent") == 1 }
                try await scene.ask(mail)
                let other = try await scene.mail(.passwordChanged, code: nil)
                try await scene.ask(other)
                try await scene.until("the other is sent") { try await scene.mails("sent") == 2 }
                #expect(scene.peer.mails.count == 2)
                let sent = try #require(scene.peer.mails.first)
                #expect(sent.recipient == "zoe@mail.test" && sent.sender == "mail@food.test" && sent.wasSecured)
                #expect(sent.header("Subject") == "Réinitialiser votre mot de passe Food Magic")
                #expect(sent.header("Message-ID") == "<\(mail.mailID)@food.test>")
                #expect(sent.plain.contains("\nthe-code\n"))
                #expect(sent.plain.contains("Choisir un nouveau mot de passe: https://food.test/recovery#the-code"))
                #expect(sent.header("List-Unsubscribe").isEmpty)
                let kept = try await scene.bench.database.count(
                    "SELECT count(*) FROM account_mails WHERE parameters IS NOT NULL OR proof IS NULL")
                #expect(kept == 0)
            }
        }
    }

    @Test("NOT-14: every kind exists in every language without placeholders")
    func languages() async throws {
        let count = 4 * AccountMailKind.allCases.count
        let since = Date(timeIntervalSince1970: 1_790_000_000)
        let ways = [
            AccountSignInMethod(kind: .passkey, since: since),
            AccountSignInMethod(kind: .identity, issuer: "auth0", since: since),
            AccountSignInMethod(kind: .secondFactor, since: since),
        ]
        try await MailScene.with { scene in
            try await scene.running {
                for kind in AccountMailKind.allCases {
                    for locale in ["en", "fr-CA", "es-MX", "zh-Hans"] {
                        let code = [.verification, .recovery].contains(kind) ? "the-code" : nil
                        let listed = [.recovered, .recoveredAnew].contains(kind) ? ways : nil
                        try await scene.ask(
                            try await scene.mail(kind, code: code, listing: listed, locale: locale))
                    }
                }
                try await scene.until("all are sent") { try await scene.mails("sent") == count }
            }
            let mails = scene.peer.mails
            #expect(Set(mails.map { $0.header("Subject") }).count == count)
            #expect(mails.allSatisfy { !$0.header("Subject").contains("{") && !$0.plain.contains("{") })
            #expect(mails.allSatisfy { !$0.plain.isEmpty })
            #expect(mails.count { $0.plain.contains("the-code") } == 8)
            #expect(mails.count { $0.plain.contains("auth0") } == 8)
            let days = ["21 September 2026", "21 septembre 2026", "21 de septiembre de 2026", "2026年9月21日"]
            for day in days {
                #expect(mails.count { $0.plain.components(separatedBy: day).count == 4 } == 2, "\(day)")
            }
        }
    }

    @Test("account mail: a failing server is retried with the same mail")
    func retries() async throws {
        try await MailScene.with { scene in
            scene.peer.behave(.init(hangsUp: true))
            let mail = try await scene.mail()
            try await scene.running {
                try await scene.ask(mail)
                try await scene.until("it was tried") {
                    try await scene.bench.database.count(
                        "SELECT count(*) FROM account_mails WHERE tries = 1 AND reason IS NOT NULL") == 1
                }
            }
            #expect(scene.peer.mails.isEmpty)
            scene.peer.behave(.init())
            scene.bench.clock.advance(by: .seconds(31))
            try await scene.running {
                try await scene.until("it is sent") { try await scene.mails("sent") == 1 }
            }
            #expect(scene.peer.mails.map { $0.header("Message-ID") } == ["<\(mail.mailID)@food.test>"])
        }
    }

    @Test("GW-17: account mail: an expired one is not sent; the reason is stored")
    func expires() async throws {
        try await MailScene.with { scene in
            scene.peer.behave(.init(recipientReply: "451 later"))
            try await scene.running {
                try await scene.ask(try await scene.mail(lives: 900))
                try await scene.until("it was tried") {
                    try await scene.bench.database.count(
                        "SELECT count(*) FROM account_mails WHERE tries = 1 AND reason = 'reply 451'") == 1
                }
                scene.peer.behave(.init())
                scene.bench.clock.advance(by: .seconds(901))
                try await scene.until("it has failed") { try await scene.failed(because: "it has expired") == 1 }
            }
            #expect(scene.peer.mails.isEmpty)
        }
    }

    @Test("GW-07: a failing mail does not block others; each records its reason")
    func goesOn() async throws {
        try await MailScene.with { scene in
            try await scene.running {
                var garbage = try await scene.mail()
                garbage.parameters = Sealed(bytes: [1, 2, 3])
                let foreign = try await scene.mail()
                var swapped = try await scene.mail()
                swapped.parameters = foreign.parameters
                try await scene.ask(garbage)
                try await scene.ask(swapped)
                try await scene.ask(try await scene.mail(to: "a b>\r\nRCPT TO:<evil@mail.test"))
                try await scene.ask(try await scene.mail())
                try await scene.until("the good one is sent") { try await scene.mails("sent") == 1 }
                try await scene.until("the others have failed") { try await scene.mails("failed") == 3 }
                #expect(try await scene.failed(because: "it cannot be decrypted") == 2)
                #expect(try await scene.failed(because: "not an address") == 1)
                scene.peer.behave(.init(recipientReply: "550 nobody"))
                try await scene.ask(try await scene.mail())
                try await scene.until("it has failed") { try await scene.failed(because: "reply 550") == 1 }
            }
            #expect(scene.peer.mails.map(\.recipient) == ["zoe@mail.test"])
        }
    }

    @Test("account mail: a missing mail server is logged")
    func noServer() async throws {
        try await MailScene.with { scene in
            var without = scene
            without.configuration.mail = nil
            let bare = without
            try await bare.running {
                try await bare.ask(try await bare.mail())
                try await bare.until("it has failed") {
                    try await bare.failed(because: "no mail server is configured") == 1
                }
            }
        }
    }

    @Test(
        "NOT-02, GW-07: mail channel: only a verified address is used")
    func contacts() async throws {
        try await MailScene.with { scene in
            try await scene.running {
                func known(_ version: Int) async throws {
                    try await scene.until("version \(version) is known") {
                        try await scene.bench.database.count("SELECT count(*) FROM contacts WHERE version = \(version)")
                            == 1
                    }
                }
                try await scene.contact(version: 1, isVerified: false)
                try await known(1)
                #expect(try await scene.targets() == 0)
                try await scene.contact(version: 3, isVerified: true)
                try await known(3)
                #expect(try await scene.targets() == 1)
                // A late and repeated event.
                try await scene.contact(version: 2, isVerified: false)
                try await scene.contact(version: 3, isVerified: true)
                try await scene.contact("new@mail.test", version: 5, isVerified: false)
                try await known(5)
                #expect(try await scene.targets() == 0)
                try await scene.contact(version: 4, isVerified: true)
                try await scene.bench.publish(
                    NotificationPreferencesChanged(
                        accountID: scene.account, version: 1, channels: [:], quietHours: nil, digestAt: nil,
                        addressed: [], addresses: nil, changedAt: scene.bench.clock.now()), of: scene.account)
                try await scene.until("what came after it is known") {
                    try await scene.bench.database.count("SELECT count(*) FROM preferences") == 1
                }
                #expect(try await scene.targets() == 0)
                try await known(5)
                try await scene.contact("new@mail.test", version: 6, isVerified: true)
                try await known(6)
                #expect(try await scene.targets() == 1)
                let plain = try await scene.bench.database.count(
                    "SELECT count(*) FROM targets WHERE encode(details, 'escape') LIKE '%mail.test%'")
                #expect(plain == 0)
            }
        }
    }
}
