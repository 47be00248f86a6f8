import EventContracts
import Foundation
import IngestionCore
import Sealing

/// A key pair of which an authenticator has the private half.
struct Passkey: Sendable {
    /// Most that an account may have.
    static let most = 10
    /// Most characters of a name.
    static let longestName = 100

    let id: PasskeyID
    let account: AccountID
    /// By which the authenticator finds it.
    let credentialID: [UInt8]
    /// Both coordinates behind 0x04 (X9.63).
    let publicKey: [UInt8]
    /// How often it has signed, as it says; always 0 where it does not count.
    let signCount: Int64
    /// A copy is elsewhere, such as with the maker of the device.
    let isBackedUp: Bool
    let nameSealed: [UInt8]
    /// How browsers reach it.
    let transports: [String]
    let createdAt: Date
    var lastUsedAt: Date?
}

/// A challenge to an authenticator, usable once.
struct PasskeyChallenge: Sendable {
    /// What for.
    enum Purpose: String, Sendable {
        case registration
        case signIn = "sign-in"
        case secondFactor = "second-factor"
        /// Proof of identity of a signed-in account.
        case proof
        /// Registration of a new account.
        case newAccount = "new-account"
    }

    /// How long it waits for its answer.
    static let life: TimeInterval = 5 * 60

    let account: AccountID?
    /// Of the second factor's challenge that it belongs to.
    let signInChallengeHash: [UInt8]?
    /// The action to prove, and its session.
    let deed: ProofPurpose?
    let session: SessionID?
    /// Whose passkey it becomes with the account that it makes, and for which address.
    var newcomer: Newcomer?

    /// A person without an account yet.
    struct Newcomer: Sendable, Equatable {
        /// The id that the account will have: authenticators keep it.
        let account: AccountID
        let emailIndex: [UInt8]
    }
}
