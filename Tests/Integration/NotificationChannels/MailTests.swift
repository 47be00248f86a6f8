import Foundation
import NotificationChannels
import Outbound
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Mail format and transport", .timeLimit(.minutes(10)))
struct MailTests {
    private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private static let mail = MailMessage(
        from: .init(name: "Food Magic", address: "notices@food.test"),
        to: .init(name: "Zoë", address: "zoe@mail.test"),
        subject: "Contient : arachides, fruits à coque, crustacés, mollusques, lait, œufs et céleri",
        paragraphs: [
            "La liste mentionne : arachides.", ".\n. <b>&\"quoted\"</b> = " + String(repeating: "长", count: 60),
        ],
        action: .init("Ouvrir", url: "https://food.test/n/1?a=1&b=2"),
        footnotes: [.init("Vous avez scanné ce produit."), .init("Se désabonner", url: "https://food.test/u/t")],
        language: "fr-CA", date: Date(timeIntervalSince1970: 1_709_251_199), id: id,
        unsubscribe: "https://food.test/u/t")

    private func server(_ peer: SMTPPeer, _ security: MailServer.Security = .startTLS) -> MailServer {
        MailServer(host: "127.0.0.1", port: peer.port, security: security, trustFile: peer.trustFile)
    }

    private func sender(_ server: MailServer) -> ChannelSender {
        ChannelSender(mail: .init(server: server, from: Self.mail.from), vapid: nil)
    }

    @Test("mail: ASCII, text and HTML, one-click unsubscribe (RFC 8058)")
    func form() throws {
        let text = String(decoding: Self.mail.bytes, as: UTF8.self)
        #expect(Self.mail.bytes.allSatisfy { $0 < 0x7f })
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.contains("\n") && !$0.contains("\r") })
        #expect(lines.contains("Date: Thu, 29 Feb 2024 23:59:59 +0000"))
        #expect(lines.contains("From: \"Food Magic\" <notices@food.test>"))
        #expect(lines.contains("List-Unsubscribe: <https://food.test/u/t>"))
        #expect(lines.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
        #expect(lines.contains("Message-ID: <01020304-0506-0708-090a-0b0c0d0e0f10@food.test>"))
        #expect(lines.contains("Auto-Submitted: auto-generated"))
        // Each folded encoded word is complete, and together they decode to the subject.
        let start = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let folded =
            [lines[start].dropFirst("Subject: ".count)]
            + lines[(start + 1)...].prefix { $0.hasPrefix(" ") }.map { $0.dropFirst() }
        #expect(folded.count > 1)
        let subject = try folded.map { word in
            let code = try #require(Data(base64Encoded: String(word.dropFirst("=?UTF-8?B?".count).dropLast(2))))
            return try #require(String(data: code, encoding: .utf8))
        }
        #expect(subject.joined() == Self.mail.subject)
        let (plain, html) = (try part("plain", of: text), try part("html", of: text))
        #expect(plain.contains("长长长") && plain.contains("Ouvrir: https://food.test/n/1?a=1&b=2"))
        #expect(plain.contains("-- \nVous avez"))
        #expect(html.contains("&lt;b&gt;&amp;&quot;quoted&quot;&lt;/b&gt;") && !html.contains("<b>"))
        #expect(html.contains("<a href=\"https://food.test/n/1?a=1&amp;b=2\">Ouvrir</a>"))
        #expect(html.contains("<html lang=\"fr-CA\">"))
    }

    @Test(
        "mail: user text cannot start a header field",
        arguments: ["Hello\r\nBcc: all@mail.test", "Hi\nX: y", "=?UTF-8?B?SGk=?="])
    func injection(text: String) {
        var mail = Self.mail
        mail.subject = text
        mail.to.name = text
        mail.unsubscribe = "https://food.test/\r\nBcc: all@mail.test"
        mail.language = "fr\r\nBcc: all@mail.test"
        let head = String(decoding: mail.bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
        #expect(!head.contains("\nBcc:") && !head.contains("\nX:"))
        #expect(!head.contains("Subject: =?UTF-8?B?SGk=?="))
    }

    @Test("mail: is sent over TLS, arrives unchanged, and is accepted once")
    func delivery() async throws {
        try await SMTPPeer.with { peer in
            let outcome = await sender(server(peer)).send(Self.mail, at: .now)
            #expect(outcome == .accepted(proof: "250"))
            let mail = try #require(peer.mails.first)
            #expect(peer.mails.count == 1 && mail.wasSecured)
            #expect(mail.sender == "notices@food.test" && mail.recipient == "zoe@mail.test")
            let sent = String(decoding: Self.mail.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            #expect(mail.text + "\n" == sent || mail.text == sent)
        }
    }

    @Test("mail: a notice states its reason and how to unsubscribe")
    func notice() async throws {
        try await SMTPPeer.with { peer in
            let target = ChannelTarget.email(
                Self.mail.to, unsubscribe: "https://food.test/u/2", words: .init(open: "Open", unsubscribe: "Stop"))
            let outcome = await sender(server(peer)).send(Messages.alert, to: target, at: .now)
            #expect(outcome == .accepted(proof: "250"))
            let text = try #require(peer.mails.first?.text)
            #expect(text.contains("List-Unsubscribe: <https://food.test/u/2>"))
            #expect(try part("plain", of: text.replacing("\n", with: "\r\n")).contains(Messages.alert.reason))
        }
    }

    @Test("mail: without trusted TLS nothing is sent")
    func security() async throws {
        try await SMTPPeer.with { peer in
            peer.behave(.init(offersTLS: false))
            #expect(
                await sender(server(peer)).send(Self.mail, at: .now)
                    == .later(after: nil, "the certificate is not trusted"))
            peer.behave(.init())
            var stranger = server(peer)
            stranger.trustFile = nil
            #expect(
                await sender(stranger).send(Self.mail, at: .now) == .later(after: nil, "the certificate is not trusted")
            )
            #expect(peer.mails.isEmpty)
            #expect(await sender(server(peer, .none)).send(Self.mail, at: .now) == .accepted(proof: "250"))
            #expect(peer.mails.map(\.wasSecured) == [false])
        }
    }

    @Test("mail: the server's reply decides about retries")
    func replies() async throws {
        try await SMTPPeer.with { peer in
            for reply in [550, 551, 553, 556] {
                peer.behave(.init(recipientReply: "\(reply) no such user"))
                #expect(await sender(server(peer)).send(Self.mail, at: .now) == .unknownMailbox(reply: reply))
            }
            peer.behave(.init(recipientReply: "554 no mail from you"))
            #expect(await sender(server(peer)).send(Self.mail, at: .now) == .refused("reply 554"))
            peer.behave(.init(recipientReply: "451 greylisted"))
            #expect(await sender(server(peer)).send(Self.mail, at: .now) == .later(after: nil, "reply 451"))
            peer.behave(.init(hangsUp: true))
            let outcome = await sender(server(peer)).send(Self.mail, at: .now)
            #expect(outcome == .later(after: nil, "not reachable"))
            #expect(peer.mails.isEmpty)
        }
        try await ClosedPort.with { port in
            let nobody = MailServer(host: "127.0.0.1", port: port)
            #expect(await sender(nobody).send(Self.mail, at: .now) == .later(after: nil, "not reachable"))
        }
    }

    @Test("mail: wrong credentials are a configuration error")
    func credentials() async throws {
        try await SMTPPeer.with { peer in
            peer.behave(.init(credentials: ("fm", "secret")))
            var server = server(peer)
            server.credentials = .init(user: "fm", password: "secret")
            #expect(await sender(server).send(Self.mail, at: .now) == .accepted(proof: "250"))
            for wrong in [MailServer.Credentials(user: "fm", password: "wrong"), nil] {
                server.credentials = wrong
                let outcome = await sender(server).send(Self.mail, at: .now)
                #expect(outcome == .later(after: nil, "the mail server rejected the credentials"))
            }
            #expect(peer.mails.count == 1)
        }
    }

    @Test("mail: an address containing a command is rejected")
    func addresses() async throws {
        try await SMTPPeer.with { peer in
            for address in ["a@b.test>\r\nRCPT TO:<c@d.test", "nobody", "a b@c.test"] {
                var mail = Self.mail
                mail.to.address = address
                #expect(await sender(server(peer)).send(mail, at: .now) == .refused("not an address"))
            }
            #expect(peer.mails.isEmpty)
        }
    }

    /// A part of a mail, decoded.
    private func part(_ type: String, of mail: String) throws -> String {
        let from = try #require(mail.range(of: "Content-Type: text/\(type)"))
        let body = try #require(mail[from.upperBound...].range(of: "\r\n\r\n"))
        let end = try #require(mail[body.upperBound...].range(of: "\r\n--=_"))
        var bytes: [UInt8] = [],
            rest = Array(mail[body.upperBound..<end.lowerBound].replacing("=\r\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
