import Foundation

/// The cause of an alert.
package enum AlertCause: String, EventValue, CaseIterable {
    /// The person's profile (NOT-05).
    case profileChanged
    /// A newer lexicon.
    case lexiconChanged
    /// A recall of the product.
    case recall
    /// The newest reading of the product lists other allergens than the one before.
    case recipeChanged
}

/// A recall as the operator entered it; contains no personal data.
package struct RecallNotice: Codable, Sendable, Equatable {
    package var recallID: RecallID
    /// The lot it is limited to, as printed on the package; nil for every lot.
    package var lot: String?
    package var reason: String
    /// Set when the recall was withdrawn.
    package var withdrawnAt: Date?

    package init(recallID: RecallID, lot: String?, reason: String, withdrawnAt: Date? = nil) {
        self.recallID = recallID
        self.lot = lot
        self.reason = reason
        self.withdrawnAt = withdrawnAt
    }
}

/// There is news about something that a person scanned; raised once per finding, recall or change of a recipe.
package struct AllergenAlertRaised: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.allergen-alert-raised.v1")
    package static let topic = Topic.allergenScan

    package var accountID: AccountID
    package var alertID: AlertID
    package var cause: AlertCause
    /// The scan that it is about; for a recall or a recipe, the person's newest scan of the product.
    package var scanID: ScanID?
    package var gtin: GTIN?
    package var recall: RecallNotice?
    /// The person's allergens that are newly found.
    package var contains: [AllergenChoice]
    package var mayContain: [AllergenChoice]
    /// Number of newly found ingredients of the person's own list.
    package var otherMatches: Int
    package var scannedAt: Date?
    package var raisedAt: Date

    package init(
        accountID: AccountID, alertID: AlertID, cause: AlertCause, scanID: ScanID?, gtin: GTIN?, recall: RecallNotice?,
        contains: [AllergenChoice], mayContain: [AllergenChoice], otherMatches: Int, scannedAt: Date?, raisedAt: Date
    ) {
        self.accountID = accountID
        self.alertID = alertID
        self.cause = cause
        self.scanID = scanID
        self.gtin = gtin
        self.recall = recall
        self.contains = contains
        self.mayContain = mayContain
        self.otherMatches = otherMatches
        self.scannedAt = scannedAt
        self.raisedAt = raisedAt
    }
}
