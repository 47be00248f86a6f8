import Foundation

/// Photos of a person have waited for far longer than they should, or do so no more (NOT-15); the gateway, which knows what
/// was sent, sees that whatever it is that does not work.
package struct PhotosDelayed: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.photos-delayed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// When it was seen; names the delay.
    package var beganAt: Date
    /// When it was over; nil while it is not.
    package var endedAt: Date?

    package init(accountID: AccountID, beganAt: Date, endedAt: Date? = nil) {
        self.accountID = accountID
        self.beganAt = beganAt
        self.endedAt = endedAt
    }
}
