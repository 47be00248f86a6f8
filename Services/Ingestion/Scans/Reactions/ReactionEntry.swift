import EventContracts
import Foundation
import IngestionCore
import Quantities
import Sealing
import ServiceRuntime

/// A reaction in a request.
struct ReactionEntry: Sendable {
    var occurredOn: String
    var timeOfDay: String?
    var allergens: [AllergenChoice]
    var severity: ReactionSeverity?
    var symptoms: [ReactionSymptom]
    var links: ReactionLinks
    var cause: String?
    var notes: String?

    /// The earliest accepted day.
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

    init(_ last: RecordReaction, _ notes: ReactionNotes) {
        occurredOn = last.occurredOn
        timeOfDay = last.timeOfDay
        allergens = last.allergens
        severity = last.severity
        symptoms = notes.symptoms ?? []
        links = last.links ?? ReactionLinks()
        cause = notes.cause
        self.notes = notes.notes
    }

    private init(occurredOn: String) {
        self.occurredOn = occurredOn
        allergens = []
        symptoms = []
        links = ReactionLinks()
    }

    /// A new entry.
    ///
    /// - Throws: `invalidFields`.
    static func new(_ body: JSONValue, today: Date) throws(ProblemDetails) -> ReactionEntry {
        var fields = try BodyFields(body)
        var entry = ReactionEntry(occurredOn: fields.text("occurredOn", length: 1...10))
        try entry.apply(&fields, today: today)
        return entry
    }

    /// Applies the given fields: omitted fields are kept, null clears a field.
    ///
    /// - Throws: `invalidFields`.
    func changed(by body: JSONValue, today: Date) throws(ProblemDetails) -> ReactionEntry {
        var fields = try BodyFields(body)
        var entry = self
        if fields.names("occurredOn") { entry.occurredOn = fields.text("occurredOn", length: 1...10) }
        try entry.apply(&fields, today: today)
        return entry
    }

    /// The command that stores the entry.
    func command(
        _ reaction: ReactionID, version: Int64, of account: AccountID, notes: Sealed<ReactionNotes>
    ) -> RecordReaction {
        RecordReaction(
            accountID: account, reactionID: reaction, version: version, occurredOn: occurredOn, timeOfDay: timeOfDay,
            allergens: allergens, severity: severity, notes: notes, links: links.isEmpty ? nil : links)
    }

    /// The part of the entry that is sealed.
    var sealedPart: ReactionNotes {
        ReactionNotes(cause: cause, notes: notes, symptoms: symptoms.isEmpty ? nil : symptoms)
    }

    private mutating func apply(_ fields: inout BodyFields, today: Date) throws(ProblemDetails) {
        if fields.names("occurredOn"), !occurredOn.isEmpty { Self.check(occurredOn, &fields, today: today) }
        if fields.names("timeOfDay") { timeOfDay = Self.timeOfDay(&fields) }
        if fields.names("allergens") { allergens = fields.choices("allergens", of: AllergenChoice.self).sorted() }
        if fields.names("severity") { severity = fields.optionalChoice("severity", of: ReactionSeverity.self) }
        if fields.names("symptoms") { symptoms = fields.choices("symptoms", of: ReactionSymptom.self) }
        if fields.names("gtin") { links.gtin = fields.optionalGTIN("gtin") }
        if fields.names("scan") { links.scanID = fields.optionalID("scan", of: ScanID.self) }
        if fields.names("meal") { links.mealID = fields.optionalID("meal", of: MealID.self) }
        if fields.names("cause") { cause = fields.optionalText("cause", length: 1...ReactionNotes.maxCauseLength) }
        if fields.names("notes") { notes = fields.optionalText("notes", length: 1...ReactionNotes.maxNotesLength) }
        if !hasCause, !fields.hasProblem(among: ["allergens", "cause", "gtin", "scan", "meal"]) {
            fields.report(
                "allergens",
                .init(
                    .oneRequired, "an allergen, a cause, a product, a scan or a meal must be given",
                    ["fields": .texts(["allergens", "cause", "gtin", "scan", "meal"])]))
        }
        try fields.finish()
    }

    /// Whether the entry states a suspected cause.
    private var hasCause: Bool {
        !allergens.isEmpty || !links.isEmpty || cause?.allSatisfy(\.isWhitespace) == false
    }

    /// Checks that the day exists and is not in the future in all time zones.
    private static func check(_ text: String, _ fields: inout BodyFields, today: Date) {
        guard let day = CalendarDay(text) else {
            return fields.report("occurredOn", .notADay)
        }
        if let earliest, day < earliest {
            fields.report(
                "occurredOn", .init(.tooEarly, "must not be before \(earliest)", ["min": .text(earliest.description)]))
        }
        if day > CalendarDay.latest(at: today) {
            fields.report("occurredOn", .init(.inFuture, "must not be in the future"))
        }
    }

    private static func timeOfDay(_ fields: inout BodyFields) -> String? {
        guard let text = fields.optionalText("timeOfDay", length: 1...5) else { return nil }
        guard TimeOfDay(text) != nil else {
            fields.report("timeOfDay", .init(.notATime, "must be a time as HH:MM, from 00:00 to 23:59"))
            return nil
        }
        return text
    }
}
