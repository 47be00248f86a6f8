import IngestionCore

/// The state of an account's second factor.
struct SecondFactorView: Encodable, Sendable {
    /// `off`, `unconfirmed` or `on`.
    let state: String
    /// `authenticator` or `passkey`; nil if there is no second factor.
    let kind: String?
    let recoveryCodesLeft: Int64
}

/// The authenticator's secret; shown once.
struct SecondFactorSecretView: Encodable, Sendable {
    /// The secret in Base32.
    let secret: String
    let uri: String
}

/// Recovery codes; shown once.
struct RecoveryCodesView: Encodable, Sendable {
    let recoveryCodes: [String]
}
