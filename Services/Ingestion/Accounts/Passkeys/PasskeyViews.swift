import EventContracts
import Foundation
import IngestionCore
import Sealing

/// A passkey in the form for its owner.
struct PasskeyView: Encodable, Sendable {
    let id: PasskeyID
    let name: String
    /// Whether the key has a backup, for example at the manufacturer of the device.
    let isBackedUp: Bool
    let createdAt: Date
    let lastUsedAt: Date?

    init(_ passkey: Passkey, name: String) {
        id = passkey.id
        self.name = name
        isBackedUp = passkey.isBackedUp
        createdAt = passkey.createdAt
        lastUsedAt = passkey.lastUsedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, createdAt, lastUsedAt
        case isBackedUp = "backedUp"
    }
}

/// Options for an authenticator, in the format of `PublicKeyCredential.parseCreationOptionsFromJSON` and
/// `parseRequestOptionsFromJSON` (WebAuthn section 5.1).
struct PasskeyOptionsView<Options: Encodable & Sendable>: Encodable, Sendable {
    let publicKey: Options
}

/// A passkey reference for an authenticator.
struct PasskeyDescriptorView: Encodable, Sendable {
    let type = "public-key"
    let id: String
    let transports: [String]

    init(_ passkey: Passkey) {
        id = Base64URL.encode(passkey.credentialID)
        transports = passkey.transports
    }
}

/// Options for creating a passkey.
struct PasskeyCreationView: Encodable, Sendable {
    struct Site: Encodable, Sendable {
        let id: String
        let name = "Food Magic"
    }

    struct User: Encodable, Sendable {
        /// The account's random id, which reveals nothing about the person.
        let id: String
        let name: String
        let displayName: String
    }

    struct Kind: Encodable, Sendable {
        let type = "public-key"
        let alg = PasskeyCeremony.algorithm
    }

    struct Selection: Encodable, Sendable {
        let residentKey = "required"
        let requireResidentKey = true
        let userVerification = "required"
    }

    let challenge: String
    let rp: Site
    let user: User
    let pubKeyCredParams = [Kind()]
    /// Timeout in milliseconds.
    let timeout = Int(PasskeyChallenge.life * 1_000)
    let excludeCredentials: [PasskeyDescriptorView]
    let authenticatorSelection = Selection()
    let attestation = "none"
}

/// Options for using a passkey.
struct PasskeyRequestView: Encodable, Sendable {
    let challenge: String
    let rpId: String
    /// Timeout in milliseconds.
    let timeout = Int(PasskeyChallenge.life * 1_000)
    /// Empty if any passkey of this site may answer.
    let allowCredentials: [PasskeyDescriptorView]
    let userVerification: String
}
