import EventContracts
import Foundation
import Quantities

/// Validates entries of the reaction diary; pure: the current time is a parameter.
package enum ReactionRules {
    /// The earliest accepted day.
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

    /// The rules that an entry violates; empty if it is valid.
    ///
    /// Any past day is allowed. A day that has begun in any time zone is allowed too.
    package static func violations(
        of entry: RecordReaction, _ notes: ReactionNotes, now: Date
    ) -> [FieldViolation] {
        var violations: [FieldViolation] = []
        func require(_ holds: Bool, _ pointer: String, _ rule: String) {
            if !holds { violations.append(FieldViolation(pointer: pointer, rule: rule)) }
        }
        if let day = CalendarDay(entry.occurredOn), let earliest, day >= earliest {
            require(day <= CalendarDay.latest(at: now), "/occurredOn", "must not be in the future")
        } else {
            require(false, "/occurredOn", "must be a calendar day, YYYY-MM-DD")
        }
        require(entry.timeOfDay.map { TimeOfDay($0) != nil } ?? true, "/timeOfDay", "must be a time, HH:MM")
        require(
            !entry.allergens.isEmpty || !isBlank(notes.cause) || entry.links?.isEmpty == false, "/allergens",
            "an allergen, a cause, a product, a scan or a meal must be given")
        require(Set(entry.allergens).count == entry.allergens.count, "/allergens", "must not repeat an allergen")
        require(
            length(of: notes.cause) <= ReactionNotes.maxCauseLength, "/cause",
            "must have at most \(ReactionNotes.maxCauseLength) characters")
        require(
            length(of: notes.notes) <= ReactionNotes.maxNotesLength, "/notes",
            "must have at most \(ReactionNotes.maxNotesLength) characters")
        return violations
    }

    private static func isBlank(_ text: String?) -> Bool {
        text?.allSatisfy(\.isWhitespace) ?? true
    }

    private static func length(of text: String?) -> Int { text?.unicodeScalars.count ?? 0 }
}
