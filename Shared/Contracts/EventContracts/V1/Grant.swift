import Foundation
import Sealing

/// The records that a grant may cover (GW-48).
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

/// The state of a grant.
package enum GrantState: String, EventValue {
    case offered, active, withdrawn, declined
}

/// The person's name for the recipient of a grant; sealed as (`grant.words`, grant).
package struct GrantWords: Codable, Sendable, Equatable {
    /// The recipient's name, such as `Dr Roy`.
    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// A person granted another person access to records, or ended it (GW-48, NUT-28).
package struct GrantChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.grant-changed.v1")
    package static let topic = Topic.account

    /// The account whose records are shared.
    package var accountID: AccountID
    package var grantID: GrantID
    /// Version of the grant; an older one changes nothing.
    package var version: Int64
    package var state: GrantState
    /// Codes of `GrantScope`, sorted.
    package var scopes: [String]
    package var words: Sealed<GrantWords>
    /// The grant ends at this time, without another event.
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

/// A party of a grant commented on it for the other one (GW-48, NUT-28); the text stays in the gateway.
package struct GrantCommented: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.grant-commented.v1")
    package static let topic = Topic.account

    /// The notified account: the party that did not write the comment.
    package var accountID: AccountID
    package var grantID: GrantID
    package var commentID: GrantCommentID
    /// The author's name, sealed for `accountID` as (`grant.words`, grant); nil if they gave none.
    package var words: Sealed<GrantWords>?
    package var writtenAt: Date

    package init(
        accountID: AccountID, grantID: GrantID, commentID: GrantCommentID, words: Sealed<GrantWords>? = nil,
        writtenAt: Date
    ) {
        self.accountID = accountID
        self.grantID = grantID
        self.commentID = commentID
        self.words = words
        self.writtenAt = writtenAt
    }
}
