import EventContracts
import IngestionCore
import ServiceRuntime

/// The body of a registration, checked.
struct RegistrationForm: Sendable {
    let email: EmailAddress
    /// Nil of who brings a passkey instead.
    let password: String?
    /// What an authenticator has made for the options that were asked for first.
    let passkey: JSONValue?
    let locale: String
    let timeZone: String
    /// What the person allows; of what they do not speak, nothing but the work itself.
    let consents: [ConsentPurpose: Bool]

    /// What a registration is checked against.
    struct Rules: Sendable {
        /// The version of the terms in force.
        let terms: String
        /// Domains in A-labels from which nobody may register; empty unless configured (C3).
        let deniedDomains: Set<String>
    }

    /// - Throws: `invalidFields` with every problem; `termsNotAccepted`.
    init(_ body: JSONValue, _ rules: Rules) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        let address = rules.address(fields.text("email", length: 1...320), in: &fields)
        passkey = fields.member("passkey").flatMap { $0 == .null ? nil : $0 }
        password =
            passkey == nil || fields.names("password") ? fields.text("password", length: 1...1_024) : nil
        if passkey != nil, password != nil {
            fields.report("password", .init(.notTogether, "must not be sent together with a passkey"))
        }
        locale = fields.optionalText("locale", length: 1...64) ?? "en"
        timeZone = fields.optionalText("timeZone", length: 1...64) ?? "UTC"
        let terms = fields.text("acceptedTerms", length: 1...32)
        if !fields.hasProblem("password"), let password, let fault = PasswordRules.fault(in: password, address: address)
        {
            fields.report("password", fault.field)
        }
        consents = Consents.atRegistration.merging(fields.purposes("consents")) { $1 }
        if !LocaleTag.isWellFormed(locale) { fields.report("locale", .notALanguage) }
        if !LocaleTag.isTimeZone(timeZone) { fields.report("timeZone", .notATimeZone) }
        try fields.finish()
        guard terms == rules.terms else {
            throw ProblemDetails(
                .termsNotAccepted,
                errors: [.init(pointer: "/acceptedTerms", .init(.outdated, "is not the version of GET /v1/terms"))])
        }
        guard let address else { throw ProblemDetails(.invalidFields) }
        email = address
    }
}
