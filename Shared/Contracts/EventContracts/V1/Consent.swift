import Foundation

/// A consent that a person may give and withdraw separately (GW-22).
package enum ConsentPurpose: String, EventValue, CaseIterable {
    /// Processing of photos, texts and entries; without it nothing new is accepted.
    case processing
    /// Sharing with others: pictures behind links, grants to care providers.
    case sharing
    /// Prices paid are shared anonymously, as part of community prices.
    case communityPrices
    /// Photos and corrections may train the models that everyone uses.
    case trainingPhotos
    /// The approximate place of the person, for shops nearby.
    case location
    /// Photos of meals, and lines of receipts without prices, may be sent to a remote model when the local models
    /// cannot name a food or product.
    case remoteRecognition
    /// The remote model may be outside Canada (C26); has no effect without `remoteRecognition`.
    case recognitionOutsideCanada
}

/// The consents at the time of a command, since topics are not ordered relative to each other.
package struct CommandConsents: Codable, Sendable, Equatable {
    /// Version of the person's consents; an event with an earlier version does not override it.
    package var version: Int64
    /// Codes of the allowed purposes that matter to the command, sorted.
    package var allowed: [String]

    package init(version: Int64, allowed: [String]) {
        self.version = version
        self.allowed = allowed
    }
}

/// Current consents of a person.
package struct ConsentChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.consent-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Version of the person's consents; an older one changes nothing.
    package var version: Int64
    /// Codes of the allowed purposes, sorted; may contain codes of later versions.
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
