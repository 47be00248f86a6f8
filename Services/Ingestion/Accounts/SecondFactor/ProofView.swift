import Foundation
import IngestionCore

/// Accepted kinds of proof.
struct ProofView: Encodable, Sendable {
    /// Whether the account has a password, which then may be shown.
    let password: Bool
    /// Whether a second-factor code is required.
    let code: Bool
    /// Until when the sign-in alone is enough; only of an account without a password, while it is fresh.
    let signInUntil: Date?
    /// The request for a passkey; nil if the account has none.
    let publicKey: PasskeyRequestView?
}
