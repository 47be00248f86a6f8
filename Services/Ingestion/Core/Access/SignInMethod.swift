/// How somebody signs in; a second factor follows a password or an issuer.
package enum SignInMethod: String, Sendable, CaseIterable, Codable {
    case password
    /// Of an authenticator, or for its loss.
    case code
    case passkey
    /// An external one.
    case issuer
}
