import Foundation

/// What a person may allow, each by itself, and take back (GW-22).
package enum ConsentPurpose: String, EventValue, CaseIterable {
    /// Photos, texts and entries are read and reckoned with; without it nothing new is taken in.
    case processing
    /// Somebody else may be shown what the person shares: pictures behind links, grants to care providers.
    case sharing
    /// What was paid is shared as one nameless price among others.
    case communityPrices
    /// Photos and corrections may teach the models that everybody uses.
    case trainingPhotos
    /// Roughly where the person is, for shops near by.
    case location
    /// Photos of meals, and lines of receipts without prices, may be shown to a model that runs elsewhere, for what our own
    /// cannot name.
    case remoteRecognition
    /// That model may be outside Canada (C26); nothing without `remoteRecognition`.
    case recognitionOutsideCanada
}

/// What a person allowed when they gave an order: topics keep no order between each other.
package struct OrderConsents: Codable, Sendable, Equatable {
    /// Of the person's consents; what is told of an earlier version says nothing against it.
    package var version: Int64
    /// Codes of the purposes that matter to the order and are allowed, sorted.
    package var allowed: [String]

    package init(version: Int64, allowed: [String]) {
        self.version = version
        self.allowed = allowed
    }
}

/// What a person allows from `version` on.
package struct ConsentChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.consent-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Of the person's consents; an older one changes nothing.
    package var version: Int64
    /// Codes of the purposes that are allowed, sorted; codes of later versions may be among them.
    package var allowed: [String]
    package var changedAt: Date

    package init(accountID: AccountID, version: Int64, allowed: [String], changedAt: Date) {
        self.accountID = accountID
        self.version = version
        self.allowed = allowed
        self.changedAt = changedAt
    }

    /// Whether a purpose is allowed.
    package func allows(_ purpose: ConsentPurpose) -> Bool { allowed.contains(purpose.rawValue) }
}
