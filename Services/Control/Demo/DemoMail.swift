import Foundation

/// A mail of the system as a person reads it: recipient, subject, and plain text.
struct DemoMail: Sendable, Equatable {
    let recipient: String
    let subject: String
    let text: String

    /// Parses a mail of `notification`; nil if invalid.
    init?(_ bytes: Data) {
        let lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").split(
            separator: "\n", omittingEmptySubsequences: false)
        guard let body = lines.firstIndex(of: ""), let to = Self.header("To", in: lines[..<body]) else { return nil }
        recipient = to.split(separator: "<").last?.split(separator: ">").first.map(String.init) ?? to
        subject = Self.header("Subject", in: lines[..<body]) ?? ""
        guard let part = lines[body...].firstIndex(where: { $0.hasPrefix("Content-Type: text/plain") }),
            let start = lines[part...].firstIndex(of: "")
        else { return nil }
        text = Self.unquote(lines[lines.index(after: start)...].prefix { !$0.hasPrefix("--=_") })
    }

    /// A header's value: folded lines joined, encoded words (RFC 2047) decoded.
    private static func header(_ name: String, in lines: ArraySlice<Substring>) -> String? {
        guard let start = lines.firstIndex(where: { $0.lowercased().hasPrefix("\(name.lowercased()): ") }) else {
            return nil
        }
        let first = lines[start].dropFirst(name.count + 2)
        let rest = lines[(start + 1)...].prefix { $0.hasPrefix(" ") || $0.hasPrefix("\t") }.map { $0.dropFirst() }
        let isEncoded = first.hasPrefix(encoded)
        return ([first] + rest).map { word in
            guard word.hasPrefix(encoded), word.hasSuffix("?=") else { return String(word) }
            let bytes = Data(base64Encoded: String(word.dropFirst(encoded.count).dropLast(2))) ?? Data()
            return String(decoding: bytes, as: UTF8.self)
        }.joined(separator: isEncoded ? "" : " ")
    }

    private static let encoded = "=?UTF-8?B?"

    /// Decodes quoted-printable text (RFC 2045 section 6.7).
    private static func unquote(_ lines: some Sequence<Substring>) -> String {
        var bytes: [UInt8] = []
        for line in lines {
            var rest = Array(line.utf8)[...], isSoft = false
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                    isSoft = rest.isEmpty
                    continue
                }
                bytes.append(code)
                rest = rest.dropFirst(2)
            }
            if !isSoft { bytes.append(UInt8(ascii: "\n")) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
