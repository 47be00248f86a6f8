import Foundation

/// Whether an account is suspended; reports of suspended accounts do not count for others.
package enum AccountStanding: String, EventValue, CaseIterable {
    /// Not suspended.
    case active
    /// Closed by the staff; its contributions do not count for others meanwhile.
    case suspended
}

/// The staff suspended or reinstated an account; the reason stays with the gateway.
package struct AccountStandingChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.account-standing-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Version of the account's standing; an older one changes nothing.
    package var version: Int64
    package var standing: AccountStanding
    package var changedAt: Date

    package init(accountID: AccountID, version: Int64, standing: AccountStanding, changedAt: Date) {
        self.accountID = accountID
        self.version = version
        self.standing = standing
        self.changedAt = changedAt
    }
}
