import Foundation
import IngestionCore

/// Accepted kinds of proof.
struct ProofView: Encodable, Sendable {
    /// Whether the account has a password, which is then accepted.
    let password: Bool
    /// Whether a second-factor code is required.
    let code: Bool
    /// The time until which the sign-in alone is sufficient; only for an account without a password, after a recent
    /// sign-in.
    let signInUntil: Date?
    /// The request for a passkey; nil if the account has none.
    let publicKey: PasskeyRequestView?
}
