import Crypto
import Foundation
import IngestionCore
import Sealing
import ServiceRuntime

/// Why an authenticator's response is refused; shown only at registration.
package enum PasskeyFault: String, Error, Sendable {
    case malformed = "is not a valid authenticator response"
    case type = "has the wrong ceremony type"
    case challenge = "answers an unknown or expired challenge"
    case origin = "was created for another site"
    case absent = "was created without user presence"
    case unverified = "was created without user verification (fingerprint, face or PIN)"
    case algorithm = "does not use an ES256 key"
    case attestation = "has an attestation statement, which is not accepted"
    case signature = "is not signed by this passkey"

    /// The fault of the credential, for the person.
    package var field: FieldFault {
        switch self {
        case .challenge: .init(.expiredCode, rawValue)
        case .malformed: .init(.malformed, rawValue)
        case .type, .origin, .absent, .unverified, .algorithm, .attestation, .signature: .init(.notAllowed, rawValue)
        }
    }
}

/// The domain of passkeys, and the origins that may use them.
package struct PasskeySite: Sendable, Equatable {
    /// A domain name; passkeys are bound to it permanently.
    package let id: String
    /// The origins in the form that browsers send, such as `https://app.example`.
    package let origins: Set<String>

    package init(id: String, origins: Set<String>) {
        self.id = id
        self.origins = origins
    }

    /// Parses the form of the configuration, with origins separated by commas; nil if browsers would not accept the
    /// combination.
    package init?(id: String, origins text: String) {
        let origins = text.split(separator: ",").map(String.init)
        guard !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || "-.".contains($0) }),
            !origins.isEmpty, origins.allSatisfy({ Self.speaks($0, for: id) })
        else { return nil }
        self.init(id: id, origins: Set(origins))
    }

    /// Reads `WEBAUTHN_RP_ID` and `WEBAUTHN_ORIGINS`; nil if neither is set, and after a problem.
    package init?(from environment: inout EnvironmentReader) {
        let id = environment.optional("WEBAUTHN_RP_ID", as: .string)
        let origins = environment.optional("WEBAUTHN_ORIGINS", as: .string)
        if id == nil, origins == nil { return nil }
        guard let site = Self(id: id ?? "localhost", origins: origins ?? "http://localhost:8080") else {
            environment.report(
                "WEBAUTHN_ORIGINS", "must be https origins of WEBAUTHN_RP_ID or of names below it, commas between")
            return nil
        }
        self = site
    }

    /// Whether an origin may use the passkeys of a domain: the domain itself, a subdomain, or an app of this project.
    private static func speaks(_ origin: String, for id: String) -> Bool {
        if origin.hasPrefix("android:apk-key-hash:") { return true }
        guard let parts = URLComponents(string: origin), let host = parts.host, parts.path.isEmpty, parts.query == nil,
            parts.fragment == nil, parts.user == nil, host == id || host.hasSuffix("." + id)
        else { return false }
        return parts.scheme == "https" || parts.scheme == "http" && host == "localhost"
    }
}

/// The checks of WebAuthn level 3, sections 7.1 and 7.2, as pure functions; attestation is neither requested nor
/// accepted.
package struct PasskeyCeremony: Sendable {
    /// ES256, the only supported algorithm (RFC 9053 section 2.1).
    static let algorithm = -7

    let site: PasskeySite

    package init(site: PasskeySite) { self.site = site }

    /// The client data of the browser.
    struct ClientData: Sendable {
        /// The types of client data.
        enum Kind: String, Sendable {
            case create = "webauthn.create"
            case get = "webauthn.get"
        }

        let challengeHash: [UInt8]
        fileprivate let bytes: [UInt8]
    }

    /// Parses and checks the client data, except whether the challenge is known.
    func clientData(_ bytes: [UInt8], of kind: ClientData.Kind) throws(PasskeyFault) -> ClientData {
        guard let json = try? JSONReader.read(bytes), case .string(let type)? = json["type"],
            case .string(let challenge)? = json["challenge"], case .string(let origin)? = json["origin"]
        else { throw .malformed }
        guard type == kind.rawValue else { throw .type }
        guard site.origins.contains(origin), json["crossOrigin"] ?? .bool(false) == .bool(false),
            json["topOrigin"] == nil
        else { throw .origin }
        guard let token = SecretToken(challenge) else { throw .challenge }
        return ClientData(challengeHash: token.hash, bytes: bytes)
    }

    /// The new passkey in a registration response.
    ///
    /// Requires user verification, since the passkey may become the only sign-in method.
    package func registration(
        attestationObject: [UInt8]
    ) throws(PasskeyFault) -> (AuthenticatorData, AuthenticatorData.Attested) {
        guard let object = try? CBORReader.read(attestationObject), object.entryCount == 3,
            case .bytes(let bytes)? = object[.text("authData")], let statement = object[.text("attStmt")]
        else { throw .malformed }
        guard object[.text("fmt")] == .text("none"), statement.entryCount == 0 else { throw .attestation }
        let data = try judged(bytes, needsVerification: true)
        guard let attested = data.attested else { throw .malformed }
        return (data, attested)
    }

    /// Verifies an authenticator's assertion.
    func assertion(
        _ authenticatorData: [UInt8], _ clientData: ClientData, signature: [UInt8], by publicKey: [UInt8],
        needsVerification: Bool
    ) throws(PasskeyFault) -> AuthenticatorData {
        let data = try judged(authenticatorData, needsVerification: needsVerification)
        guard data.attested == nil else { throw .malformed }
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            key.isValidSignature(signature, for: authenticatorData + Array(SHA256.hash(data: clientData.bytes)))
        else { throw .signature }
        return data
    }

    private func judged(_ bytes: [UInt8], needsVerification: Bool) throws(PasskeyFault) -> AuthenticatorData {
        let data = try AuthenticatorData(bytes)
        guard data.rpIDHash == Array(SHA256.hash(data: Array(site.id.utf8))) else { throw .origin }
        guard data.isPresent else { throw .absent }
        guard data.isVerified || !needsVerification else { throw .unverified }
        return data
    }
}
