import Foundation
import Hexadecimal

/// A mail as text and as HTML, in the format of RFC 5322 and MIME (RFC 2045 to 2047).
package struct MailMessage: Sendable, Equatable {
    /// The sender or recipient of a mail.
    package struct Mailbox: Sendable, Equatable {
        package var name: String?
        package var address: String

        package init(name: String? = nil, address: String) {
            self.name = name
            self.address = address
        }
    }

    /// A line of text, which may be a link.
    package struct Line: Sendable, Equatable {
        package var text: String
        package var url: String?

        package init(_ text: String, url: String? = nil) {
            self.text = text
            self.url = url
        }
    }

    package var from: Mailbox
    package var to: Mailbox
    package var subject: String
    package var paragraphs: [String]
    /// A suggested action, separate from the text.
    package var action: Line?
    /// The footer: why the mail was sent, and how to unsubscribe.
    package var footnotes: [Line]
    /// The language as a BCP 47 tag.
    package var language: String
    package var date: Date
    /// Identifies the mail, so that a repeated attempt is recognized.
    package var id: UUID
    /// The address that unsubscribes from mails of this kind with one POST (RFC 8058); nil for mails that cannot be
    /// turned off, such as account mails.
    package var unsubscribe: String?

    package init(
        from: Mailbox, to: Mailbox, subject: String, paragraphs: [String], action: Line? = nil,
        footnotes: [Line] = [], language: String, date: Date, id: UUID, unsubscribe: String? = nil
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.paragraphs = paragraphs
        self.action = action
        self.footnotes = footnotes
        self.language = language
        self.date = date
        self.id = id
        self.unsubscribe = unsubscribe
    }

    /// The complete mail in ASCII: lines of at most 76 characters that end with CR LF.
    package var bytes: [UInt8] {
        let boundary = "=_\(id.text)"
        let domain = from.address.split(separator: "@").last.map(String.init) ?? "localhost"
        var lines = [
            MailHeader.field("Date", MailHeader.date(date)),
            MailHeader.field("From", MailHeader.mailbox(from)),
            MailHeader.field("To", MailHeader.mailbox(to)),
            MailHeader.field("Subject", MailHeader.words(subject, after: "Subject: ".count)),
            MailHeader.field("Message-ID", "<\(id.text)@\(MailHeader.plain(domain))>"),
            // Keeps automatic responders from answering (RFC 3834).
            MailHeader.field("Auto-Submitted", "auto-generated"),
            MailHeader.field("Content-Language", MailHeader.plain(language)),
        ]
        if let unsubscribe {
            lines.append(MailHeader.field("List-Unsubscribe", "<\(MailHeader.plain(unsubscribe))>"))
            lines.append(MailHeader.field("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
        }
        lines += [
            MailHeader.field("MIME-Version", "1.0"),
            MailHeader.field("Content-Type", "multipart/alternative;\r\n boundary=\"\(boundary)\""), "",
        ]
        // The last part is the preferred one (RFC 2046 section 5.1.4).
        for (type, body) in [("plain", plainText), ("html", html)] {
            lines += [
                "--\(boundary)", "Content-Type: text/\(type); charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", QuotedPrintable.encode(body),
            ]
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var plainText: String {
        let small = footnotes.map(Self.plainLine)
        let blocks = paragraphs + [action.map(Self.plainLine)].compactMap(\.self)
        return (blocks + (small.isEmpty ? [] : ["-- \n" + small.joined(separator: "\n")])).joined(separator: "\n\n")
            + "\n"
    }

    private static func plainLine(_ line: Line) -> String {
        line.url.map { "\(line.text): \($0)" } ?? line.text
    }

    private var html: String {
        let body =
            paragraphs.map { "<p>\(Self.escape($0))</p>" }
            + [action.map { "<p><strong>\(Self.htmlLine($0))</strong></p>" }].compactMap(\.self)
            + footnotes.map { "<p style=\"font-size:smaller\">\(Self.htmlLine($0))</p>" }
        return """
            <!DOCTYPE html>
            <html lang="\(Self.escape(language))">
            <head><meta charset="utf-8"><title>\(Self.escape(subject))</title></head>
            <body style="font-family:sans-serif;max-width:36em">
            <h1 style="font-size:larger">\(Self.escape(subject))</h1>
            \(body.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static func htmlLine(_ line: Line) -> String {
        line.url.map { "<a href=\"\(escape($0))\">\(escape(line.text))</a>" } ?? escape(line.text)
    }

    /// Escapes text for elements and quoted attributes.
    private static func escape(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
