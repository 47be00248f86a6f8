import EventContracts
import Foundation

/// Says what has become of a grant, an export or a submitted food (GW-22, GW-48, NUT-33).
enum AccountNoticeWriter {
    /// Who may look, at what, and until when; or who may not any more.
    ///
    /// - Parameters:
    ///   - grant: As it now is: taken, withdrawn or declined.
    ///   - name: What the person calls the one who may look.
    ///   - voice: How the person is spoken to.
    /// - Returns: Title and body.
    static func text(of grant: GrantChanged, name: String, _ voice: NoticeVoice) -> NoticeText {
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

    /// Until when an export can be fetched.
    static func text(of export: ExportReady, _ voice: NoticeVoice) -> NoticeText {
        voice.notice(voice.text(.exportTitle), [voice.text(.exportBody, ["day": voice.day(export.expiresAt)])])
    }

    /// Whether a submitted food is everybody's now, and why not.
    ///
    /// - Parameters:
    ///   - submission: As it now is: accepted or refused.
    ///   - name: What the person calls the food.
    ///   - voice: How the person is spoken to.
    /// - Returns: Title and body.
    static func text(of submission: FoodSubmissionChanged, name: String, _ voice: NoticeVoice) -> NoticeText {
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
