/// How a person signs in; a second factor follows a password or an issuer.
package enum SignInMethod: String, Sendable, CaseIterable, Codable {
    case password
    /// A code from an authenticator, or a recovery code.
    case code
    case passkey
    /// An external issuer.
    case issuer
}
