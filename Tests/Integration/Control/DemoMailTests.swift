import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

@Suite("Mails of the demo", .timeLimit(.minutes(10)))
struct DemoMailTests {
    private static let code = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN-_1"

    /// A mail as `notification` writes it and the mailbox keeps it.
    private static func mail(to address: String, subject: String, text: String) -> String {
        """
        Date: Thu, 29 Feb 2024 23:59:59 +0000
        From: "Food Magic" <mail@food.test>
        To: \(address)
        Subject: \(subject)
        MIME-Version: 1.0
        Content-Type: multipart/alternative;
         boundary="=_1"

        --=_1
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        \(text)
        --=_1
        Content-Type: text/html; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        <p>no</p>
        --=_1--

        """
    }

    private static func withMailbox(_ body: (DemoMailbox) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "mailbox-\(UUID().uuidString)")
        for part in ["new", "cur", "tmp"] {
            try FileManager.default.createDirectory(
                at: directory.appending(path: part), withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(DemoMailbox(directory: directory, timeout: 1))
    }

    private static func put(_ mail: String, _ mailbox: DemoMailbox) throws {
        try Data(mail.utf8).write(to: mailbox.directory.appending(path: "new/\(UUID().uuidString)"))
    }

    @Test("demo mail: encoded subject, folded lines and quoted text are decoded")
    func reads() throws {
        let words = ["CA$9.03 zurü", "ckgegeben"].map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }
        let text = Self.mail(
            to: "\"Zo\" <zoe@mail.test>", subject: words.joined(separator: "\n "),
            text: "One line that =\nis one, and =C3=A9t=C3=A9.\n\n\(Self.code)\n")
        for form in [text, text.replacing("\n", with: "\r\n")] {
            let mail = try #require(DemoMail(Data(form.utf8)))
            #expect(mail.recipient == "zoe@mail.test" && mail.subject == "CA$9.03 zurückgegeben")
            #expect(mail.text.hasPrefix("One line that is one, and été.\n") && !mail.text.contains("<p>"))
            #expect(DemoMailbox.code(in: mail) == Self.code)
        }
        #expect(DemoMail(Data("no mail".utf8)) == nil)
    }

    @Test("GW-07: the address is confirmed with its code, for this address only", .slow)
    func verifies() async throws {
        try await Self.withMailbox { mailbox in
            try await StubGateway.with { url, gateway in
                try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                    let account = try await GatewayAccount.register(
                        prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                    try Self.put(Self.mail(to: "other@mail.test", subject: "x", text: Self.code), mailbox)
                    await #expect(throws: ControlFailure.self) { _ = try await mailbox.verify(account, client) }
                    try Self.put(
                        Self.mail(to: account.credentials.email, subject: "Your code", text: Self.code), mailbox)
                    var outcome = try await mailbox.verify(account, client)
                    #expect(gateway.codes == [Self.code])
                    try await mailbox.find(["Your code"], to: account.credentials.email, &outcome)
                    #expect(outcome.subjects == ["Your code"] && outcome.missing.isEmpty)
                    try await mailbox.find(["CA$9.03 paid"], to: account.credentials.email, &outcome)
                    #expect(outcome.missing == ["CA$9.03 paid"])
                }
            }
        }
    }
}
