import EventContracts
import Foundation
import IngestionCore
import Sealing

/// A passkey: a key pair whose private half is in an authenticator.
struct Passkey: Sendable {
    /// Maximum number of passkeys per account.
    static let maxPerAccount = 10
    /// Maximum number of characters of a name.
    static let maxNameLength = 100

    let id: PasskeyID
    let account: AccountID
    /// The id by which the authenticator finds the passkey.
    let credentialID: [UInt8]
    /// Both coordinates after the byte 0x04 (X9.63).
    let publicKey: [UInt8]
    /// The authenticator's signature counter; always 0 if it has none.
    let signCount: Int64
    /// Whether the key has a backup, for example at the manufacturer of the device.
    let isBackedUp: Bool
    let nameSealed: [UInt8]
    /// The transports to the authenticator.
    let transports: [String]
    let createdAt: Date
    var lastUsedAt: Date?
}

/// A challenge to an authenticator, usable once.
struct PasskeyChallenge: Sendable {
    /// The purpose of a challenge.
    enum Purpose: String, Sendable {
        case registration
        case signIn = "sign-in"
        case secondFactor = "second-factor"
        /// Proof of identity of a signed-in account.
        case proof
        /// Registration of a new account.
        case newAccount = "new-account"
    }

    /// How long the challenge can be answered, in seconds.
    static let life: TimeInterval = 5 * 60

    let account: AccountID?
    /// The hash of the second-factor challenge that the passkey challenge belongs to.
    let signInChallengeHash: [UInt8]?
    /// The action to be proven, and its session.
    let deed: ProofPurpose?
    let session: SessionID?
    /// The account and address of a registration.
    var newcomer: Newcomer?

    /// A person without an account yet.
    struct Newcomer: Sendable, Equatable {
        /// The future account's id, which authenticators store.
        let account: AccountID
        let emailIndex: [UInt8]
    }
}
