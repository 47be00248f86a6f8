import EventContracts
import Foundation

/// Writes notices about grants, exports and submitted foods (GW-22, GW-48, NUT-33).
enum AccountNoticeWriter {
    /// The text about a grant: who has access to which data until when, or that the access ended.
    ///
    /// - Parameters:
    ///   - grant: The grant: accepted, withdrawn or declined.
    ///   - name: The grantee's name as given by the person.
    ///   - voice: The language and formats.
    /// - Returns: Title and body.
    static func text(of grant: GrantChanged, name: String, _ voice: NoticeLocale) -> NoticeText {
        let title: NoticeTexts.Phrase, body: NoticeTexts.Phrase
        switch grant.state {
        case .offered, .active: (title, body) = (.grantTitleActive, .grantBodyActive)
        case .withdrawn: (title, body) = (.grantTitleWithdrawn, .grantBodyWithdrawn)
        case .declined: (title, body) = (.grantTitleDeclined, .grantBodyDeclined)
        }
        let scopes = grant.scopes.compactMap(GrantScope.init(rawValue:)).map { voice.text(Self.phrase($0)) }
        let values = [
            "name": name, "day": voice.day(grant.expiresAt),
            "scopes": voice.texts.list(scopes, in: voice.language),
        ]
        return voice.notice(voice.text(title, values), [voice.text(body, values)])
    }

    /// The text about a comment on a grant; without the author's name if it is unknown.
    static func text(ofCommentBy name: String?, _ voice: NoticeLocale) -> NoticeText {
        let title =
            name.map { voice.text(.grantTitleCommented, ["name": $0]) } ?? voice.text(.grantTitleCommentedUnnamed)
        return voice.notice(title, [voice.text(.grantBodyCommented)])
    }

    /// The text about an export, with the end of its download period.
    static func text(of export: ExportReady, _ voice: NoticeLocale) -> NoticeText {
        voice.notice(voice.text(.exportTitle), [voice.text(.exportBody, ["day": voice.day(export.expiresAt)])])
    }

    /// The text about a reviewed food.
    ///
    /// - Parameters:
    ///   - submission: The submission: accepted or refused.
    ///   - name: The name of the food.
    ///   - voice: The language and formats.
    /// - Returns: Title and body.
    static func text(of submission: FoodSubmissionChanged, name: String, _ voice: NoticeLocale) -> NoticeText {
        let isAccepted = submission.state == .accepted
        let title = voice.text(isAccepted ? .submissionTitleAccepted : .submissionTitleRefused, ["name": name])
        guard !isAccepted else { return voice.notice(title, [voice.text(.submissionBodyAccepted)]) }
        let reason: NoticeTexts.Phrase? =
            switch submission.reason {
            case "duplicate": .submissionReasonDuplicate
            case "implausible": .submissionReasonImplausible
            case "incomplete": .submissionReasonIncomplete
            case "unsuitable": .submissionReasonUnsuitable
            default: nil
            }
        return voice.notice(
            title, [reason.map { voice.text($0) }, voice.text(.submissionBodyRefused)].compactMap(\.self))
    }

    private static func phrase(_ scope: GrantScope) -> NoticeTexts.Phrase {
        switch scope {
        case .diary: .grantScopeDiary
        case .reports: .grantScopeReports
        case .allergens: .grantScopeAllergens
        case .purchases: .grantScopePurchases
        }
    }
}
