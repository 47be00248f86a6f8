import Foundation
import Sealing

/// How bad an allergic reaction was, in the person's words.
package enum ReactionSeverity: String, Codable, Sendable, CaseIterable {
    case mild, moderate, severe
}

/// What the person wrote about a reaction; sealed as (`reaction.notes`, reaction id).
package struct ReactionNotes: Codable, Sendable, Equatable {
    /// The food or thing blamed, in the person's words.
    package var cause: String?
    package var notes: String?

    package init(cause: String?, notes: String?) {
        self.cause = cause
        self.notes = notes
    }
}

/// Order: put a reaction into the diary, or replace the entry of that id (ALG-13); the gateway numbers versions.
package struct RecordReaction: EventBody {
    package static let type = EventType("foodmagic.allergen.record-reaction.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var reactionID: ReactionID
    package var version: Int64
    /// The person's calendar day, `YYYY-MM-DD`; the past is allowed.
    package var occurredOn: String
    package var allergens: [AllergenCode]
    package var severity: ReactionSeverity?
    package var notes: Sealed<ReactionNotes>

    package init(
        accountID: AccountID, reactionID: ReactionID, version: Int64, occurredOn: String, allergens: [AllergenCode],
        severity: ReactionSeverity?, notes: Sealed<ReactionNotes>
    ) {
        self.accountID = accountID
        self.reactionID = reactionID
        self.version = version
        self.occurredOn = occurredOn
        self.allergens = allergens
        self.severity = severity
        self.notes = notes
    }
}

/// Order: take a reaction out of the diary.
package struct DeleteReaction: EventBody {
    package static let type = EventType("foodmagic.allergen.delete-reaction.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var reactionID: ReactionID
    package var version: Int64

    package init(accountID: AccountID, reactionID: ReactionID, version: Int64) {
        self.accountID = accountID
        self.reactionID = reactionID
        self.version = version
    }
}

/// An entry of the reaction diary as it now is; it outlives the allergen in the profile (ALG-14).
package struct ReactionChanged: EventBody {
    package static let type = EventType("foodmagic.allergen.reaction-changed.v1")
    package static let topic = Topic.allergenReaction

    package var accountID: AccountID
    package var reactionID: ReactionID
    package var version: Int64
    package var occurredOn: String
    package var allergens: [AllergenCode]
    package var severity: ReactionSeverity?
    /// Sealed as in `RecordReaction`.
    package var notes: Sealed<ReactionNotes>
    package var recordedAt: Date
    /// Set when the person deleted the entry; it can be restored for 30 days.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, reactionID: ReactionID, version: Int64, occurredOn: String, allergens: [AllergenCode],
        severity: ReactionSeverity?, notes: Sealed<ReactionNotes>, recordedAt: Date, deletedAt: Date?
    ) {
        self.accountID = accountID
        self.reactionID = reactionID
        self.version = version
        self.occurredOn = occurredOn
        self.allergens = allergens
        self.severity = severity
        self.notes = notes
        self.recordedAt = recordedAt
        self.deletedAt = deletedAt
    }
}
