import Foundation
import Sealing

/// The severity of an allergic reaction, as stated by the person.
package enum ReactionSeverity: String, EventValue, CaseIterable {
    case mild, moderate, severe
}

/// Symptoms of a reaction; the signs that guidance on anaphylaxis lists (World Allergy Organization, 2020).
package enum ReactionSymptom: String, EventValue, CaseIterable, Hashable {
    case itching, hives, flushing, eczema, swelling, mouthTingling, runnyNose, sneezing, wateryEyes
    case cough, wheezing, breathlessness, throatTightness, hoarseness
    case nausea, vomiting, abdominalPain, diarrhea
    case palpitations, dizziness, fainting, confusion, other
}

/// The person's notes about a reaction; sealed as (`reaction.notes`, reaction id).
package struct ReactionNotes: Codable, Sendable, Equatable {
    /// The suspected food or other cause, in the person's words.
    package var cause: String?
    package var notes: String?
    /// Nil, in events from before the field existed, means none.
    package var symptoms: [ReactionSymptom]?

    /// Maximum length of the cause, in Unicode scalars.
    package static let maxCauseLength = 200
    /// Maximum length of the notes, in Unicode scalars.
    package static let maxNotesLength = 2_000

    package init(cause: String?, notes: String?, symptoms: [ReactionSymptom]? = nil) {
        self.cause = cause
        self.notes = notes
        self.symptoms = symptoms
    }
}

/// Suspected sources of a reaction, beside allergens and notes.
package struct ReactionLinks: Codable, Sendable, Equatable {
    package var gtin: GTIN?
    package var scanID: ScanID?
    package var mealID: MealID?

    package init(gtin: GTIN? = nil, scanID: ScanID? = nil, mealID: MealID? = nil) {
        self.gtin = gtin
        self.scanID = scanID
        self.mealID = mealID
    }

    package var isEmpty: Bool { gtin == nil && scanID == nil && mealID == nil }
}

/// Command: record or replace an entry of the reaction diary (ALG-13); the gateway numbers versions.
package struct RecordReaction: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.record-reaction.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var reactionID: ReactionID
    package var version: Int64
    /// The person's local day, `YYYY-MM-DD`; past days are allowed.
    package var occurredOn: String
    /// Local time, `HH:MM`; nil if only the day is known.
    package var timeOfDay: String?
    package var allergens: [AllergenChoice]
    package var severity: ReactionSeverity?
    package var notes: Sealed<ReactionNotes>
    package var links: ReactionLinks?

    package init(
        accountID: AccountID, reactionID: ReactionID, version: Int64, occurredOn: String, timeOfDay: String? = nil,
        allergens: [AllergenChoice], severity: ReactionSeverity?, notes: Sealed<ReactionNotes>,
        links: ReactionLinks? = nil
    ) {
        self.accountID = accountID
        self.reactionID = reactionID
        self.version = version
        self.occurredOn = occurredOn
        self.timeOfDay = timeOfDay
        self.allergens = allergens
        self.severity = severity
        self.notes = notes
        self.links = links
    }
}

/// Command: delete an entry of the reaction diary.
package struct DeleteReaction: PersonalEventBody {
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

/// Current state of an entry of the reaction diary; kept even if the allergen leaves the profile (ALG-14).
package struct ReactionChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.reaction-changed.v1")
    package static let topic = Topic.allergenReaction

    package var accountID: AccountID
    package var reactionID: ReactionID
    package var version: Int64
    package var occurredOn: String
    /// Local time, `HH:MM`; nil if only the day is known.
    package var timeOfDay: String?
    package var allergens: [AllergenChoice]
    package var severity: ReactionSeverity?
    /// Sealed as in `RecordReaction`.
    package var notes: Sealed<ReactionNotes>
    package var links: ReactionLinks?
    package var recordedAt: Date
    /// Set when the person deleted the entry; it can be restored for 30 days.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, reactionID: ReactionID, version: Int64, occurredOn: String, timeOfDay: String? = nil,
        allergens: [AllergenChoice], severity: ReactionSeverity?, notes: Sealed<ReactionNotes>,
        links: ReactionLinks? = nil, recordedAt: Date, deletedAt: Date?
    ) {
        self.accountID = accountID
        self.reactionID = reactionID
        self.version = version
        self.occurredOn = occurredOn
        self.timeOfDay = timeOfDay
        self.allergens = allergens
        self.severity = severity
        self.notes = notes
        self.links = links
        self.recordedAt = recordedAt
        self.deletedAt = deletedAt
    }
}
