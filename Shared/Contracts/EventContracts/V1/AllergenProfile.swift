import Foundation
import Sealing

/// A diet of a person beside allergens (ALG-17).
package enum Diet: String, EventValue, CaseIterable, Hashable {
    case vegan, vegetarian, glutenFree, halal, kosher
}

/// Whether *may contain* counts as a warning for this person.
package enum TraceStrictness: String, EventValue, CaseIterable {
    case warn, ignore
}

/// Retention of scans beyond the newest ten (C18).
package enum ScanHistory: String, EventValue, CaseIterable {
    /// Keeps the compact fact (product, findings, time), which is checked again when the profile changes.
    case keep
    /// Keeps nothing.
    case lastTen
}

/// Command: set the allergen profile; the gateway numbers versions.
package struct SetAllergenProfile: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.set-allergen-profile.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var version: Int64
    /// Allergens and species.
    package var allergens: [AllergenChoice]
    /// Ingredients that the person listed; sealed as (`allergen-profile.other-ingredients`, account id).
    package var otherIngredients: Sealed<[OtherIngredient]>
    package var diets: [Diet]
    package var traces: TraceStrictness
    /// Nil, in events from before the field existed, means `keep`.
    package var history: ScanHistory?

    package init(
        accountID: AccountID, version: Int64, allergens: [AllergenChoice],
        otherIngredients: Sealed<[OtherIngredient]>, diets: [Diet], traces: TraceStrictness, history: ScanHistory? = nil
    ) {
        self.accountID = accountID
        self.version = version
        self.allergens = allergens
        self.otherIngredients = otherIngredients
        self.diets = diets
        self.traces = traces
        self.history = history
    }
}

/// Current state of a person's allergen profile.
package struct ProfileChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.profile-changed.v1")
    package static let topic = Topic.allergenProfile

    package var accountID: AccountID
    package var version: Int64
    /// Allergens and species.
    package var allergens: [AllergenChoice]
    /// Sealed as in `SetAllergenProfile`.
    package var otherIngredients: Sealed<[OtherIngredient]>
    package var diets: [Diet]
    package var traces: TraceStrictness
    /// Nil, in events from before the field existed, means `keep`.
    package var history: ScanHistory?
    package var changedAt: Date

    package init(
        accountID: AccountID, version: Int64, allergens: [AllergenChoice],
        otherIngredients: Sealed<[OtherIngredient]>, diets: [Diet], traces: TraceStrictness,
        history: ScanHistory? = nil,
        changedAt: Date
    ) {
        self.accountID = accountID
        self.version = version
        self.allergens = allergens
        self.otherIngredients = otherIngredients
        self.diets = diets
        self.traces = traces
        self.history = history
        self.changedAt = changedAt
    }
}
