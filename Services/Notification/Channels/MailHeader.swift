import Foundation

/// Header fields of a mail.
enum MailHeader {
    /// Maximum length of an encoded word, and of a line with one (RFC 2047 section 2).
    private static let maxWordLength = 75, maxLineLength = 76

    static func field(_ name: String, _ value: String) -> String { "\(name): \(value)" }

    /// A text without characters other than printable ASCII, so that it cannot end its line.
    static func plain(_ text: String) -> String {
        String(decoding: text.utf8.filter { (0x21..<0x7f).contains($0) }, as: UTF8.self)
    }

    /// A mailbox with its name, quoted or encoded.
    static func mailbox(_ mailbox: MailMessage.Mailbox) -> String {
        let address = "<\(plain(mailbox.address))>"
        guard let name = mailbox.name, !name.isEmpty else { return address }
        let isSimple = name.utf8.allSatisfy { (0x20..<0x7f).contains($0) && !"\"\\".utf8.contains($0) }
        return isSimple ? "\"\(name)\" \(address)" : "\(encoded(name, after: 0))\r\n \(address)"
    }

    /// Free text: unchanged if it is short and plain ASCII, otherwise as encoded words.
    static func words(_ text: String, after used: Int) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7f).contains($0) } && !text.contains("=?")
        return isPlain && used + text.utf8.count <= maxLineLength ? text : encoded(text, after: used)
    }

    /// Encoded words of UTF-8 in base64, with line breaks between them; no character is split.
    private static func encoded(_ text: String, after used: Int) -> String {
        let opening = "=?UTF-8?B?", closing = "?="
        func room(_ line: Int) -> Int {
            (min(maxWordLength, maxLineLength - line) - opening.count - closing.count) / 4 * 3
        }
        var words: [String] = [], bytes: [UInt8] = [], left = room(max(used, 1))
        func close() {
            words.append(opening + Data(bytes).base64EncodedString() + closing)
            bytes = []
            left = room(1)
        }
        for scalar in text.unicodeScalars {
            let more = Array(String(scalar).utf8)
            if bytes.count + more.count > left { close() }
            bytes += more
        }
        close()
        return words.joined(separator: "\r\n ")
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// An instant in the format of RFC 5322 section 3.3, in UTC.
    static func date(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        guard let weekday = parts.weekday, let day = parts.day, let month = parts.month, let year = parts.year,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second
        else { preconditionFailure("the Gregorian calendar has every part that was asked for") }
        let clock = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(days[weekday - 1]), \(day) \(months[month - 1]) \(year) \(clock) +0000"
    }
}

/// Encodes text as quoted-printable (RFC 2045 section 6.7).
enum QuotedPrintable {
    private static let maxLineLength = 76
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes a text in lines of at most 76 characters; an LF in the text becomes a CR LF.
    static func encode(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(line).joined(separator: "\r\n")
    }

    private static func line(_ line: Substring) -> String {
        var result: [UInt8] = [], length = 0
        let bytes = Array(line.utf8)
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            let isPlain = (0x21..<0x7f).contains(byte) && byte != UInt8(ascii: "=") || isSpace && !isLast
            let piece = isPlain ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            // One character is reserved for the soft line break.
            if length + piece.count > maxLineLength - 1 {
                result += Array("=\r\n".utf8)
                length = 0
            }
            result += piece
            length += piece.count
        }
        return String(decoding: result, as: UTF8.self)
    }
}
