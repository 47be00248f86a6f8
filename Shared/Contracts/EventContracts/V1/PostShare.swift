import Foundation
import Sealing

/// The posted text of a shared picture; sealed as (`share.words`, share id).
package struct ShareWords: Codable, Sendable, Equatable {
    /// The person's name for the meal or the day.
    package var title: String
    /// Shows the picture to anyone who has the link.
    package var link: String

    package init(title: String, link: String) {
        self.title = title
        self.link = link
    }
}

/// Command: post a link to a picture to the person's chat room (NUT-23, C16); quiet hours do not delay it, since the
/// person requested it.
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
    /// After this time the link shows nothing.
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
