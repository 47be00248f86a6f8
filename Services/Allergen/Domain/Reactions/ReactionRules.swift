import EventContracts
import Foundation

/// Decides whether a reaction may enter the diary: pure; the day is judged by the time that is passed in.
package enum ReactionRules {
    /// Longest cause, in characters.
    package static let maximumCauseLength = 200
    /// Longest notes, in characters.
    package static let maximumNotesLength = 2_000

    /// Everything wrong with an entry; empty when it may be kept.
    ///
    /// Any past day is allowed. One day beyond `now` in UTC is, because a person's day may be ahead of it.
    package static func violations(of entry: ReactionEntry, now: Date) -> [FieldViolation] {
        var violations: [FieldViolation] = []
        func require(_ holds: Bool, _ pointer: String, _ rule: String) {
            if !holds { violations.append(FieldViolation(pointer: pointer, rule: rule)) }
        }
        if let day = CivilDay(entry.occurredOn) {
            require(day <= CivilDay(now).tomorrow, "/occurredOn", "must not lie in the future")
        } else {
            require(false, "/occurredOn", "must be a calendar day, YYYY-MM-DD")
        }
        require(
            !entry.allergens.isEmpty || !isBlank(entry.cause), "/allergens", "an allergen or a cause must be given")
        require(Set(entry.allergens).count == entry.allergens.count, "/allergens", "must not repeat an allergen")
        require(
            (entry.cause?.count ?? 0) <= maximumCauseLength, "/cause",
            "must have at most \(maximumCauseLength) characters")
        require(
            (entry.notes?.count ?? 0) <= maximumNotesLength, "/notes",
            "must have at most \(maximumNotesLength) characters")
        return violations
    }

    private static func isBlank(_ text: String?) -> Bool {
        text?.allSatisfy(\.isWhitespace) ?? true
    }
}
