import Foundation

/// A person's photos have waited much longer than expected, or no longer do (NOT-15).
///
/// Raised by the gateway: it knows which photos were sent and notices the delay whatever its cause.
package struct PhotosDelayed: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.photos-delayed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// When the delay was noticed; identifies the delay.
    package var beganAt: Date
    /// When it ended; nil while it lasts.
    package var endedAt: Date?

    package init(accountID: AccountID, beganAt: Date, endedAt: Date? = nil) {
        self.accountID = accountID
        self.beganAt = beganAt
        self.endedAt = endedAt
    }
}
