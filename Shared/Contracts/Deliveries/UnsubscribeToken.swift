import Crypto
import EventContracts
import Foundation
import Sealing

/// Stops one or more kinds of notifications over one channel for one person, by a link in each of their messages (RFC
/// 8058).
///
/// Only holders of the message have the link: no sign-in is needed, and a link cannot be made without the key. It never
/// expires, since e-mails are kept for years.
package struct UnsubscribeToken: Sendable, Equatable {
    /// Size of the key in bytes.
    package static let keyByteCount = 32
    private static let accountBytes = 16

    package let account: AccountID
    /// The kinds of notices to stop: one, or all kinds of a digest.
    package let kinds: [NotificationKind]
    package let channel: NotificationChannel

    package init(account: AccountID, kinds: [NotificationKind], channel: NotificationChannel) {
        self.account = account
        self.kinds = kinds
        self.channel = channel
    }

    /// The form in a link.
    package func text(under key: [UInt8]) -> String {
        let names = kinds.map(\.rawValue).joined(separator: "+")
        let named = withUnsafeBytes(of: account.uuid.uuid) { Array($0) } + Array("\(names)/\(channel.rawValue)".utf8)
        return Base64URL.encode(Self.code(of: named, key) + named)
    }

    /// Reads the text of a link; nil if it was not made with the key.
    package init?(_ text: String, under key: [UInt8]) {
        guard text.utf8.count <= 128, let bytes = Base64URL.decode(text),
            bytes.count > SHA256.byteCount + Self.accountBytes
        else { return nil }
        let code = Data(bytes.prefix(SHA256.byteCount)), named = Array(bytes.dropFirst(SHA256.byteCount))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Self.purpose + named, using: SymmetricKey(data: key))
        else { return nil }
        let words = String(decoding: named.dropFirst(Self.accountBytes), as: UTF8.self).split(separator: "/")
        guard words.count == 2, let channel = NotificationChannel(rawValue: String(words[1])) else { return nil }
        let kinds = words[0].split(separator: "+").map { NotificationKind(rawValue: String($0)) }
        guard !kinds.isEmpty, !kinds.contains(nil) else { return nil }
        let uuid = named.prefix(Self.accountBytes).withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        self.init(account: AccountID(UUID(uuid: uuid)), kinds: kinds.compactMap(\.self), channel: channel)
    }

    /// Domain separation: the key signs nothing else under this prefix.
    private static let purpose = Array("unsubscribe\n".utf8)

    private static func code(of named: [UInt8], _ key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: purpose + named, using: SymmetricKey(data: key)))
    }
}
