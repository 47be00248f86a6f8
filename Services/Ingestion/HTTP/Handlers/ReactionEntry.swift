import EventContracts
import Foundation
import Quantities
import ServiceRuntime

/// What a person says about a reaction, as the body of a request gives it.
struct ReactionEntry: Sendable {
    var occurredOn: String
    var allergens: [AllergenCode]
    var severity: ReactionSeverity?
    var cause: String?
    var notes: String?

    /// Lengths in Unicode scalars.
    private static let causeLength = 1...200
    private static let notesLength = 1...4_000
    /// The earliest day accepted: nobody alive remembers an earlier one.
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

    init(_ last: RecordReaction, _ notes: ReactionNotes) {
        occurredOn = last.occurredOn
        allergens = last.allergens
        severity = last.severity
        cause = notes.cause
        self.notes = notes.notes
    }

    private init(occurredOn: String) {
        self.occurredOn = occurredOn
        allergens = []
    }

    /// A new entry.
    ///
    /// - Throws: `invalidFields`.
    static func new(_ body: JSONValue, today: Date) throws(ProblemDetails) -> ReactionEntry {
        var fields = try BodyFields(body)
        var entry = ReactionEntry(occurredOn: fields.text("occurredOn", length: 10...10))
        try entry.apply(&fields, today: today)
        return entry
    }

    /// The entry with what the body names: what is left out stays, null clears.
    ///
    /// - Throws: `invalidFields`.
    func changed(by body: JSONValue, today: Date) throws(ProblemDetails) -> ReactionEntry {
        var fields = try BodyFields(body)
        var entry = self
        if fields.names("occurredOn") { entry.occurredOn = fields.text("occurredOn", length: 10...10) }
        try entry.apply(&fields, today: today)
        return entry
    }

    private mutating func apply(_ fields: inout BodyFields, today: Date) throws(ProblemDetails) {
        if fields.names("occurredOn"), !occurredOn.isEmpty { Self.check(occurredOn, &fields, today: today) }
        if fields.names("allergens") { allergens = fields.choices("allergens", of: AllergenCode.self).sorted() }
        if fields.names("severity") { severity = fields.optionalChoice("severity", of: ReactionSeverity.self) }
        if fields.names("cause") { cause = fields.optionalText("cause", length: Self.causeLength) }
        if fields.names("notes") { notes = fields.optionalText("notes", length: Self.notesLength) }
        try fields.finish()
    }

    /// The day must exist and not lie ahead, wherever on earth the person is.
    private static func check(_ text: String, _ fields: inout BodyFields, today: Date) {
        guard let day = CalendarDay(text), let earliest, day >= earliest else {
            return fields.report("occurredOn", "must be a day as YYYY-MM-DD")
        }
        if let latest = CalendarDay(today, in: .gmt).adding(days: 1), day > latest {
            fields.report("occurredOn", "must not lie in the future")
        }
    }
}
