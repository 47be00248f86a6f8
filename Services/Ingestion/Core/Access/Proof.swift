import ServiceRuntime

/// Proof of identity from a signed-in person, for actions that a thief of the session must not be able to do (ADR
/// 0034).
///
/// The password with a code if there is a second factor, or a passkey that was requested for this action; nothing if
/// the account has no password and the sign-in is recent.
package struct ProofForm: Sendable {
    package let password: String?
    package let code: String?
    /// The authenticator's response, not yet parsed.
    package let passkey: JSONValue?

    /// No proof.
    package static let none = ProofForm(password: nil, code: nil, passkey: nil)

    private init(password: String?, code: String?, passkey: JSONValue?) {
        self.password = password
        self.code = code
        self.passkey = passkey
    }

    /// Reads a body that contains only a proof; no body means no proof.
    ///
    /// - Throws: A problem with 422.
    package init(body: JSONValue) throws {
        guard body != .null else {
            self = .none
            return
        }
        var fields = try BodyFields(body)
        self.init(&fields)
        try fields.finish()
    }

    /// Reads the proof's members of a body; `codeName` differs where `code` has another meaning.
    package init(_ fields: inout BodyFields, codeName: String = "code") {
        password = fields.optionalText("currentPassword", length: 1...1_024)
        code = fields.optionalText(codeName, length: 1...40)
        passkey = fields.member("passkey").flatMap { $0 == .null ? nil : $0 }
    }
}

/// The actions that require a proof; the raw value is stored, and part of the API.
package enum ProofPurpose: String, Sendable, CaseIterable {
    /// Exporting all data.
    case export
    /// Erasing the account.
    case erasure
    /// Changing address, username or password.
    case account
    /// Adding or removing the authenticator.
    case totp
    /// Adding or removing a passkey.
    case passkey
    /// Linking or unlinking an external identity.
    case identity
}
