import Foundation
import Sealing

/// What of a person's records somebody else may be let see (GW-48).
package enum GrantScope: String, EventValue, CaseIterable {
    /// Meals, days, calendar, trend and goals.
    case diary
    /// Reports of meals and days.
    case reports
    /// The allergen profile, scans and reactions.
    case allergens
    /// Purchases and spending.
    case purchases
}

/// Where a grant stands.
package enum GrantState: String, EventValue {
    case offered, active, withdrawn, declined
}

/// Whom a grant is for, in the words of the person; sealed as (`grant.words`, grant).
package struct GrantWords: Codable, Sendable, Equatable {
    /// What the person calls the one who may look, such as `Dr Roy`.
    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// A person lets somebody see their records, or does not any more (GW-48, NUT-28).
package struct GrantChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.grant-changed.v1")
    package static let topic = Topic.account

    /// Whose records they are.
    package var accountID: AccountID
    package var grantID: GrantID
    /// Of the grant; an older one changes nothing.
    package var version: Int64
    package var state: GrantState
    /// Codes of `GrantScope`, sorted.
    package var scopes: [String]
    package var words: Sealed<GrantWords>
    /// A grant ends by itself then, without another event.
    package var expiresAt: Date
    package var changedAt: Date

    package init(
        accountID: AccountID, grantID: GrantID, version: Int64, state: GrantState, scopes: [String],
        words: Sealed<GrantWords>, expiresAt: Date, changedAt: Date
    ) {
        self.accountID = accountID
        self.grantID = grantID
        self.version = version
        self.state = state
        self.scopes = scopes
        self.words = words
        self.expiresAt = expiresAt
        self.changedAt = changedAt
    }
}
