import IngestionCore

/// How the second factor of an account stands.
struct SecondFactorView: Encodable, Sendable {
    /// `off`, `unconfirmed` or `on`.
    let state: String
    /// `authenticator` or `passkey`; nil while it is off.
    let kind: String?
    let recoveryCodesLeft: Int64
}

/// What an authenticator is to know; told once.
struct SecondFactorSecretView: Encodable, Sendable {
    /// In Base32.
    let secret: String
    let uri: String
}

/// What lets the person in without the authenticator; told once.
struct RecoveryCodesView: Encodable, Sendable {
    let recoveryCodes: [String]
}
