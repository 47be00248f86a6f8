import Crypto
import Foundation
import IngestionCore

/// Authenticator data (WebAuthn section 6.1).
package struct AuthenticatorData: Sendable {
    /// A new key of the authenticator, with its id.
    package struct Attested: Sendable {
        package let credentialID: [UInt8]
        /// Both coordinates after the byte 0x04 (X9.63).
        package let publicKey: [UInt8]
    }

    private enum Flag {
        static let present: UInt8 = 1
        static let verified: UInt8 = 1 << 2
        static let mayBeBackedUp: UInt8 = 1 << 3
        static let isBackedUp: UInt8 = 1 << 4
        static let hasKey: UInt8 = 1 << 6
        static let hasExtensions: UInt8 = 1 << 7
    }

    /// Number of bytes of hash, flags and counter.
    private static let headCount = 37
    /// Number of bytes of the model's id and of the length of the credential's id.
    private static let keyHeadCount = 18
    /// Maximum length of a credential's id (WebAuthn section 4).
    static let maxCredentialIDLength = 1_023

    let rpIDHash: [UInt8]
    let signCount: UInt32
    let attested: Attested?
    private let flags: UInt8

    /// Whether the person touched the authenticator.
    package var isPresent: Bool { flags & Flag.present != 0 }
    /// Whether the authenticator verified the person, by fingerprint or PIN.
    package var isVerified: Bool { flags & Flag.verified != 0 }
    /// Whether there is a backup of the key, for example at the manufacturer of the device.
    var isBackedUp: Bool { flags & Flag.isBackedUp != 0 }

    /// Parses all bytes.
    ///
    /// - Throws: `PasskeyFault.malformed` or `.algorithm`.
    init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count >= Self.headCount else { throw .malformed }
        rpIDHash = Array(bytes[..<32])
        flags = bytes[32]
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        guard flags & Flag.isBackedUp == 0 || flags & Flag.mayBeBackedUp != 0 else { throw .malformed }
        var rest = bytes[Self.headCount...]
        attested = flags & Flag.hasKey == 0 ? nil : try Self.attested(&rest)
        if flags & Flag.hasExtensions != 0 {
            guard let value = try? CBORReader.readFirst(&rest), value.entryCount != nil else { throw .malformed }
        }
        guard rest.isEmpty else { throw .malformed }
    }

    private static func attested(_ rest: inout ArraySlice<UInt8>) throws(PasskeyFault) -> Attested {
        guard rest.count >= keyHeadCount else { throw .malformed }
        let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(keyHeadCount)
        guard (1...maxCredentialIDLength).contains(length), rest.count >= length else { throw .malformed }
        let credentialID = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        guard let key = try? CBORReader.readFirst(&rest) else { throw .malformed }
        return Attested(credentialID: credentialID, publicKey: try publicKey(key))
    }

    /// A key of ECDSA with P-256 and SHA-256 (RFC 9053 sections 2.1 and 7.1.1).
    private static func publicKey(_ key: CBORValue) throws(PasskeyFault) -> [UInt8] {
        guard key[.integer(3)] == .integer(PasskeyCeremony.algorithm) else { throw .algorithm }
        guard key.entryCount == 5, key[.integer(1)] == .integer(2), key[.integer(-1)] == .integer(1),
            case .bytes(let x)? = key[.integer(-2)], x.count == 32,
            case .bytes(let y)? = key[.integer(-3)], y.count == 32
        else { throw .malformed }
        let bytes = [0x04] + x + y
        guard (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil else { throw .malformed }
        return bytes
    }
}
