import ServiceRuntime

/// What somebody shows who is signed in already, before what a thief of the session must not do (ADR 0034).
///
/// The password with a code of the second factor where there is one, or a passkey that was asked for this; nothing at all where
/// the account has no password and the sign-in is fresh.
package struct ProofForm: Sendable {
    package let password: String?
    package let code: String?
    /// What an authenticator has answered, as it came.
    package let passkey: JSONValue?

    /// Nothing is shown.
    package static let none = ProofForm(password: nil, code: nil, passkey: nil)

    private init(password: String?, code: String?, passkey: JSONValue?) {
        self.password = password
        self.code = code
        self.passkey = passkey
    }

    /// Reads a body that holds a proof and nothing else; none at all shows nothing.
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

    /// Reads the members of a body; `codeName` is another one where `code` means something else.
    package init(_ fields: inout BodyFields, codeName: String = "code") {
        password = fields.optionalText("currentPassword", length: 1...1_024)
        code = fields.optionalText(codeName, length: 1...40)
        passkey = fields.member("passkey").flatMap { $0 == .null ? nil : $0 }
    }
}

/// What somebody has to prove again that it is them for; the raw value is stored, and in the API.
package enum ProofPurpose: String, Sendable, CaseIterable {
    /// Everything that is kept is taken home.
    case export
    /// The account goes.
    case erasure
    /// Address, username or password change.
    case account
    /// The authenticator comes or goes.
    case totp
    /// A passkey comes or goes.
    case passkey
    /// Somebody at an external issuer is linked, or is not any more.
    case identity
}
