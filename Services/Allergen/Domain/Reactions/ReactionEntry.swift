import EventContracts
import Foundation

/// A reaction as a person enters it in the diary (ALG-13).
package struct ReactionEntry: Sendable, Equatable {
    /// The person's calendar day, `YYYY-MM-DD`.
    package var occurredOn: String
    package var allergens: [AllergenCode]
    /// The food or thing blamed, in the person's words.
    package var cause: String?
    package var severity: ReactionSeverity?
    package var notes: String?

    package init(
        occurredOn: String, allergens: [AllergenCode], cause: String?, severity: ReactionSeverity?, notes: String?
    ) {
        self.occurredOn = occurredOn
        self.allergens = allergens
        self.cause = cause
        self.severity = severity
        self.notes = notes
    }
}
