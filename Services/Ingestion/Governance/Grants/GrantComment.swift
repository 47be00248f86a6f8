import EventContracts
import Foundation
import Quantities

/// A comment of one party of a grant to the other (GW-48, NUT-28).
struct GrantComment: Sendable {
    /// Maximum number of comments on one grant.
    static let maxPerGrant = 500
    /// Maximum length of the comment's text, in Unicode scalars.
    static let maxTextLength = 2_000

    let id: GrantCommentID
    let grant: GrantID
    /// The owner of the grant.
    let owner: AccountID
    /// The author: the owner or the grantee.
    let author: AccountID
    /// UTF-8, sealed as (`grant-comment.text`, comment) for the owner.
    let text: [UInt8]
    let about: About?
    let writtenAt: Date

    /// The part of the diary that a comment is about.
    enum About: Sendable, Equatable {
        case day(CalendarDay)
        case meal(MealID)

        var day: CalendarDay? { if case .day(let day) = self { day } else { nil } }
        var meal: MealID? { if case .meal(let meal) = self { meal } else { nil } }
    }
}

/// A comment in the form for both parties.
struct GrantCommentView: Encodable, Sendable {
    let id: GrantCommentID
    /// `owner` or `grantee`.
    let author: String
    let text: String
    let about: About?
    let writtenAt: Date

    struct About: Encodable, Sendable {
        let day: String?
        let meal: MealID?
    }

    init(_ comment: GrantComment, text: String) {
        id = comment.id
        author = comment.author == comment.owner ? "owner" : "grantee"
        self.text = text
        about = comment.about.map { About(day: $0.day?.description, meal: $0.meal) }
        writtenAt = comment.writtenAt
    }
}
