import IngestionCore

/// How the second factor of an account stands.
struct SecondFactorView: Encodable, Sendable {
    /// `off`, `unconfirmed` or `on`.
    let state: String
    /// `authenticator` or `passkey`; nil while it is off.
    let kind: String?
    let recoveryCodesLeft: Int64
}

/// The authenticator's secret; shown once.
struct SecondFactorSecretView: Encodable, Sendable {
    /// In Base32.
    let secret: String
    let uri: String
}

/// Recovery codes; shown once.
struct RecoveryCodesView: Encodable, Sendable {
    let recoveryCodes: [String]
}
