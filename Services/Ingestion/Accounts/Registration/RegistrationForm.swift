import EventContracts
import Foundation
import IngestionCore
import Quantities
import ServiceRuntime

/// The validated body of a registration.
struct RegistrationForm: Sendable {
    let email: EmailAddress
    /// Nil if a passkey is registered instead.
    let password: String?
    /// The response of an authenticator to the registration options.
    let passkey: JSONValue?
    let locale: String
    let timeZone: String
    /// Consents given; by default only the service itself.
    let consents: [ConsentPurpose: Bool]
    let profile: RegistrationProfile

    /// The rules of registration.
    struct Rules: Sendable {
        /// The current version of the terms.
        let terms: String
        /// Denied e-mail domains in A-labels; empty by default.
        let deniedDomains: Set<String>
    }

    /// - Parameters:
    ///   - body: The body of the request.
    ///   - rules: The rules of registration.
    ///   - now: The current time.
    ///   - goals: Calculates the first goals.
    /// - Throws: `invalidFields` with every problem; `termsNotAccepted`.
    init(_ body: JSONValue, _ rules: Rules, at now: Date, _ goals: any FirstGoals) throws(ProblemDetails) {
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
        profile = RegistrationProfile(
            body, &fields, on: CalendarDay(now, in: TimeZone(identifier: timeZone) ?? .gmt),
            allowsProcessing: consents[.processing] ?? false, goals)
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
