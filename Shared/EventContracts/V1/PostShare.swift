import Foundation
import Sealing

/// What is posted of a picture that a person shares; sealed as (`share.words`, share id).
package struct ShareWords: Codable, Sendable, Equatable {
    /// What the person calls the meal, or the day.
    package var title: String
    /// Leads to the picture, for whoever has it.
    package var link: String

    package init(title: String, link: String) {
        self.title = title
        self.link = link
    }
}

/// Order: post a link to a picture into the chat room that the person named (NUT-23, C16); no quiet hours hold what somebody
/// asked for.
package struct PostShare: PersonalEventBody {
    package static let type = EventType("foodmagic.notification.post-share.v1")
    package static let topic = Topic.notificationCommands

    package var accountID: AccountID
    package var shareID: ShareID
    /// Sealed as (`share.words`, share id).
    package var words: Sealed<ShareWords>
    /// BCP 47, such as `fr`.
    package var language: String
    package var requestedAt: Date
    /// After this the link shows nothing.
    package var expiresAt: Date

    package init(
        accountID: AccountID, shareID: ShareID, words: Sealed<ShareWords>, language: String, requestedAt: Date,
        expiresAt: Date
    ) {
        self.accountID = accountID
        self.shareID = shareID
        self.words = words
        self.language = language
        self.requestedAt = requestedAt
        self.expiresAt = expiresAt
    }
}
