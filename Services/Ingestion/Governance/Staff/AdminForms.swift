import Foundation
import IngestionCore
import Quantities
import ServiceRuntime

/// A validated change by an administrator.
struct AccountRecordForm: Sendable {
    enum Status: String, CaseIterable, Sendable {
        case active, suspended
    }

    let status: Status?
    let locale: String?
    let timeZone: String?
    let reason: String

    /// - Throws: `invalidFields` with all problems.
    init(_ body: JSONValue) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        status = fields.optionalChoice("status", of: Status.self)
        locale = fields.optionalText("locale", length: 1...64)
        timeZone = fields.optionalText("timeZone", length: 1...64)
        reason = fields.text("reason", length: Audit.reasonLength)
        if let locale, !LocaleTag.isWellFormed(locale) {
            fields.report("locale", .notALanguage)
        }
        if let timeZone, !LocaleTag.isTimeZone(timeZone) {
            fields.report("timeZone", .notATimeZone)
        }
        try fields.finish()
    }
}

/// A validated role grant.
struct StaffRoleForm: Sendable {
    let role: StaffRole
    let clearedOn: String?
    let rulesSignedOn: String?
    let trainedOn: String?

    /// - Parameters:
    ///   - body: The body of the request.
    ///   - today: The latest day that has begun in any time zone.
    /// - Throws: `invalidFields` with all problems.
    init(_ body: JSONValue, upTo today: CalendarDay) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        let chosen = fields.optionalChoice("role", of: StaffRole.self)
        if chosen == nil, !fields.hasProblem("role") { fields.report("role", .required) }
        func day(_ name: String) -> String? {
            guard let text = fields.optionalText(name, length: 1...10) else { return nil }
            guard let day = CalendarDay(text), day <= today else {
                fields.report(name, .init(.notADay, "must be a past day, such as 2026-11-23"))
                return nil
            }
            return text
        }
        clearedOn = day("clearedOn")
        rulesSignedOn = day("rulesSignedOn")
        trainedOn = day("trainedOn")
        try fields.finish()
        guard let chosen else { throw ProblemDetails(.invalidFields) }
        role = chosen
    }
}
