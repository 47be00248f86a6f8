import Foundation
import Sealing

/// What a person eats or does not eat beyond allergens (ALG-17).
package enum Diet: String, EventValue, CaseIterable, Hashable {
    case vegan, vegetarian, glutenFree, halal, kosher
}

/// Whether *may contain* counts as a warning for this person.
package enum TraceStrictness: String, EventValue, CaseIterable {
    case warn, ignore
}

/// What is kept of scans beyond the newest ten (C18).
package enum ScanHistory: String, EventValue, CaseIterable {
    /// The compact fact: which product held what, and when; checked again when the profile changes.
    case keep
    /// Nothing.
    case lastTen
}

/// Order: this is the person's allergen profile from `version` on; the gateway numbers versions.
package struct SetAllergenProfile: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.set-allergen-profile.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var version: Int64
    /// Any of the fourteen and of their species.
    package var allergens: [AllergenChoice]
    /// Ingredients the person named; sealed as (`allergen-profile.other-ingredients`, account id).
    package var otherIngredients: Sealed<[OtherIngredient]>
    package var diets: [Diet]
    package var traces: TraceStrictness
    /// Nil, from before the field, is `keep`.
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

/// The person's allergen profile as it now is.
package struct ProfileChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.profile-changed.v1")
    package static let topic = Topic.allergenProfile

    package var accountID: AccountID
    package var version: Int64
    /// Any of the fourteen and of their species.
    package var allergens: [AllergenChoice]
    /// Sealed as in `SetAllergenProfile`.
    package var otherIngredients: Sealed<[OtherIngredient]>
    package var diets: [Diet]
    package var traces: TraceStrictness
    /// Nil, from before the field, is `keep`.
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
