import Foundation
import Sealing

/// What a person eats or does not eat beyond allergens (ALG-17).
package enum Diet: String, Codable, Sendable, CaseIterable, Hashable {
    case vegan, vegetarian, glutenFree, halal, kosher
}

/// Whether *may contain* counts as a warning for this person.
package enum TraceStrictness: String, Codable, Sendable, CaseIterable {
    case warn, ignore
}

/// Order: this is the person's allergen profile from `version` on; the gateway numbers versions (DESIGN section 3).
package struct SetAllergenProfile: EventBody {
    package static let type = EventType("foodmagic.allergen.set-allergen-profile.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var version: Int64
    package var allergens: [AllergenCode]
    /// Ingredients the person named; sealed as (`allergen-profile.other-ingredients`, account id).
    package var otherIngredients: Sealed<[String]>
    package var diets: [Diet]
    package var traces: TraceStrictness

    package init(
        accountID: AccountID, version: Int64, allergens: [AllergenCode], otherIngredients: Sealed<[String]>,
        diets: [Diet], traces: TraceStrictness
    ) {
        self.accountID = accountID
        self.version = version
        self.allergens = allergens
        self.otherIngredients = otherIngredients
        self.diets = diets
        self.traces = traces
    }
}

/// The person's allergen profile as it now is.
package struct ProfileChanged: EventBody {
    package static let type = EventType("foodmagic.allergen.profile-changed.v1")
    package static let topic = Topic.allergenProfile

    package var accountID: AccountID
    package var version: Int64
    package var allergens: [AllergenCode]
    /// Sealed as in `SetAllergenProfile`.
    package var otherIngredients: Sealed<[String]>
    package var diets: [Diet]
    package var traces: TraceStrictness
    package var changedAt: Date

    package init(
        accountID: AccountID, version: Int64, allergens: [AllergenCode], otherIngredients: Sealed<[String]>,
        diets: [Diet], traces: TraceStrictness, changedAt: Date
    ) {
        self.accountID = accountID
        self.version = version
        self.allergens = allergens
        self.otherIngredients = otherIngredients
        self.diets = diets
        self.traces = traces
        self.changedAt = changedAt
    }
}
