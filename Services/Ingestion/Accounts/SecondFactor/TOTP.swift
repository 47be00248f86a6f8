import Crypto
import Foundation
import IngestionCore

/// Codes of an authenticator: HMAC-SHA-1 over 30-second steps, six digits (RFC 6238, the variant that every
/// authenticator supports).
package enum TOTP {
    /// Length of a step, in seconds (RFC 6238 section 5.2).
    static let period: Int64 = 30
    package static let digits = 6
    /// Length of a secret, in bytes (RFC 4226 section 4: 160 bits).
    static let secretLength = 20
    /// Tolerated clock difference in steps, in each direction.
    private static let drift: Int64 = 1

    /// The step of an instant.
    package static func step(at instant: Date) -> Int64 {
        Int64((instant.timeIntervalSince1970 / Double(period)).rounded(.down))
    }

    /// The code of a step (RFC 4226 section 5.3).
    package static func code(_ secret: [UInt8], step: Int64, digits: Int = digits) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        let mac = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(mac[mac.count - 1] & 0x0f)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let modulus = (0..<digits).reduce(UInt32(1)) { power, _ in power * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The newest step near an instant whose code equals the given one, if any.
    ///
    /// All steps are always computed and compared completely.
    package static func step(of code: String, _ secret: [UInt8], at instant: Date) -> Int64? {
        let now = step(at: instant)
        var found: Int64?
        for step in now - drift...now + drift where isEqual(Self.code(secret, step: step), code) { found = step }
        return found
    }

    /// The URI for the authenticator's QR code (Key URI format).
    package static func uri(of secret: [UInt8], account: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let label = account.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return "otpauth://totp/Food%20Magic:\(label)?secret=\(Base32.encode(secret))&issuer=Food%20Magic"
            + "&algorithm=SHA1&digits=\(digits)&period=\(period)"
    }

    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let left = Array(left.utf8), right = Array(right.utf8)
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Encodes bytes in letters and digits that people can type (RFC 4648 section 6), without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = [], bits = 0, value: UInt32 = 0
        for byte in bytes {
            value = (value << 8 | UInt32(byte)) & 0xffff
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(value >> UInt32(bits) & 0x1f)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(value << UInt32(5 - bits) & 0x1f)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A recovery code for a lost authenticator: 80 random bits, used once.
package struct RecoveryCode: Sendable, Equatable {
    /// Number of recovery codes per account.
    package static let count = 10
    private static let byteCount = 10

    /// The code as shown: four groups of four characters.
    package let text: String

    /// A new random code.
    package static func random() -> Self {
        let letters = Array(Base32.encode(RandomBytes.make(byteCount)))
        return Self(
            text: stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }
                .joined(separator: "-"))
    }

    /// The stored hash of a code, generated or typed.
    package static func hash(_ text: String) -> [UInt8] {
        let plain = text.uppercased().filter { $0 != "-" && $0 != " " }
        return Array(SHA256.hash(data: Array(plain.utf8)))
    }
}
