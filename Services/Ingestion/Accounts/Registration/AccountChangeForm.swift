import EventContracts
import IngestionCore
import ServiceRuntime

/// A validated change of account details.
struct AccountChangeForm: Sendable {
    /// An account detail that is kept, removed, or set.
    enum Detail: Sendable, Equatable {
        case asItIs, removed
        case set(String)

        /// The value after the change.
        func applied(to old: String?) -> String? {
            switch self {
            case .asItIs: old
            case .removed: nil
            case .set(let new): new
            }
        }
    }

    let name: Detail
    let username: Detail
    let units: UnitPreference?
    let locale: String?
    let timeZone: String?
    let email: EmailAddress?
    let password: String?
    let proof: ProofForm

    /// Whether the change needs a proof of identity: changes of sign-in names and the password do.
    var needsProof: Bool { email != nil || password != nil || username != .asItIs }

    /// The audit entries of the change.
    var audited: [AuditAction] {
        (email == nil ? [] : [.addressChanged]) + (username == .asItIs ? [] : [.usernameChanged])
            + (password == nil ? [] : [.passwordChanged])
    }

    /// - Parameters:
    ///   - body: The body of the request.
    ///   - address: The current address.
    ///   - rules: The address rules.
    ///   - hasPassword: Whether the account has a password.
    /// - Throws: `invalidFields` with every problem.
    init(
        _ body: JSONValue, of address: EmailAddress?, _ rules: RegistrationForm.Rules, hasPassword: Bool
    ) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        name = Self.detail("name", length: 1...AccountDetails.maxNameLength, &fields)
        username = Self.username(&fields)
        units = fields.optionalChoice("units", of: UnitPreference.self)
        locale = fields.optionalText("locale", length: 1...64)
        timeZone = fields.optionalText("timeZone", length: 1...64)
        if let locale, !LocaleTag.isWellFormed(locale) {
            fields.report("locale", .notALanguage)
        }
        if let timeZone, !LocaleTag.isTimeZone(timeZone) {
            fields.report("timeZone", .notATimeZone)
        }
        email = fields.optionalText("email", length: 1...320).flatMap { rules.address($0, in: &fields) }
        password = fields.optionalText("password", length: 1...1_024)
        proof = ProofForm(&fields)
        if let password, let fault = PasswordRules.fault(in: password, address: email ?? address) {
            fields.report("password", fault.field)
        }
        let isShown = proof.password != nil || proof.passkey != nil || fields.hasProblem("currentPassword")
        if hasPassword, !isShown, fields.names("email") || fields.names("password") || username != .asItIs {
            fields.report("currentPassword", .init(.required, "is required to change a sign-in name"))
        }
        try fields.finish()
    }

    private static func detail(_ name: String, length: ClosedRange<Int>, _ fields: inout BodyFields) -> Detail {
        guard fields.names(name) else { return .asItIs }
        return fields.optionalText(name, length: length).map(Detail.set) ?? .removed
    }

    static func username(_ fields: inout BodyFields) -> Detail {
        guard case .set(let text) = detail("username", length: Username.length, &fields) else {
            return fields.names("username") ? .removed : .asItIs
        }
        guard let username = Username(text) else {
            fields.report(
                "username", .init(.malformed, "must be letters, digits, '.', '_' and '-', and begin with a letter"))
            return .asItIs
        }
        return .set(username.text)
    }
}

extension RegistrationForm.Rules {
    /// The address given; nil, with the reason reported, if it is invalid or its domain is denied.
    func address(_ text: String, in fields: inout BodyFields) -> EmailAddress? {
        guard let address = EmailAddress(text) else {
            if !fields.hasProblem("email") { fields.report("email", .init(.notAnAddress, "is not an e-mail address")) }
            return nil
        }
        let domain = address.normalized.split(separator: "@").last.map(String.init) ?? ""
        guard !deniedDomains.contains(domain) else {
            fields.report("email", .init(.notAllowed, "has a domain that is not accepted"))
            return nil
        }
        return address
    }
}
