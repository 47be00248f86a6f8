import EventContracts
import Foundation
import NotificationChannels
import NotificationRules
import Quantities
import Sealing

/// Writes account mails; their sealed parts are decrypted for one attempt only.
struct AccountMailWriter: Sendable {
    let sealer: Sealer
    let texts: NoticeTexts
    let from: MailMessage.Mailbox
    /// The URL of the web client without trailing slash; nil without one.
    let webURL: String?

    /// Writes a mail.
    ///
    /// - Parameters:
    ///   - claimed: The mail.
    ///   - now: The time.
    /// - Returns: The mail to send, or the outcome if no attempt is needed.
    func write(_ claimed: ClaimedAccountMail, at now: Date) async -> Result<MailMessage, MessageWriter.NoTry> {
        guard now < claimed.expiresAt else { return .failure(.init(.refused("it has expired"))) }
        do throws(SealingError) {
            let parameters = try await sealer.open(
                claimed.parameters, .accountMailParameters(claimed.mail, of: claimed.account))
            return .success(message(claimed, parameters))
        } catch {
            return .failure(
                .init(
                    error.isRetryable
                        ? .later(after: nil, "the encryption keys are unavailable") : .refused("it cannot be decrypted")
                ))
        }
    }

    private func message(_ claimed: ClaimedAccountMail, _ parameters: AccountMailParameters) -> MailMessage {
        let language = NoticeLanguage(locale: claimed.locale), words = Self.words(claimed.kind)
        let day = language.day(CalendarDay(claimed.expiresAt, in: .gmt), hasYear: true)
        var paragraphs = [texts.text(words.body, in: language, ["day": day])]
        if let code = parameters.code { paragraphs.append(code) }
        paragraphs += (parameters.waysIn ?? []).map { line($0, in: language) }
        var action: MailMessage.Line?
        if let (phrase, page) = words.action, let webURL, let code = parameters.code {
            // The code is in the URL fragment, which browsers do not send, so that it appears in no log.
            action = .init(texts.text(phrase, in: language), url: "\(webURL)/\(page)#\(code)")
        }
        return MailMessage(
            from: from, to: .init(address: parameters.to), subject: texts.text(words.title, in: language),
            paragraphs: paragraphs, action: action,
            footnotes: [.init(texts.text(.mailAccountWhy, in: language))], language: language.rawValue,
            date: claimed.createdAt, id: claimed.mail.uuid)
    }

    /// The line about one sign-in method.
    private func line(_ way: AccountSignInMethod, in language: NoticeLanguage) -> String {
        let day = language.day(CalendarDay(way.since, in: .gmt), hasYear: true)
        return switch way.kind {
        case .passkey: texts.text(.mailWayPasskey, in: language, ["day": day])
        case .identity: texts.text(.mailWayIdentity, in: language, ["name": way.issuer ?? "", "day": day])
        case .secondFactor: texts.text(.mailWayFactor, in: language, ["day": day])
        }
    }

    private typealias Words = (
        title: NoticeTexts.Phrase, body: NoticeTexts.Phrase, action: (NoticeTexts.Phrase, page: String)?
    )

    private static func words(_ kind: AccountMailKind) -> Words {
        switch kind {
        case .verification:
            (.mailVerificationTitle, .mailVerificationBody, (.mailVerificationAction, page: "verification"))
        case .recovery: (.mailRecoveryTitle, .mailRecoveryBody, (.mailRecoveryAction, page: "recovery"))
        case .passwordChanged: (.mailPasswordTitle, .mailPasswordBody, nil)
        case .addressChanged: (.mailAddressTitle, .mailAddressBody, nil)
        case .erasureScheduled: (.mailErasureTitle, .mailErasureBody, nil)
        case .recovered: (.mailRecoveredTitle, .mailRecoveredBody, nil)
        case .recoveredAnew: (.mailRecoveredAnewTitle, .mailRecoveredAnewBody, nil)
        case .passwordRemoved: (.mailPasswordRemovedTitle, .mailPasswordRemovedBody, nil)
        case .passkeyAdded: (.mailPasskeyAddedTitle, .mailPasskeyAddedBody, nil)
        case .passkeyRemoved: (.mailPasskeyRemovedTitle, .mailPasskeyRemovedBody, nil)
        case .identityAdded: (.mailIdentityAddedTitle, .mailIdentityAddedBody, nil)
        case .identityRemoved: (.mailIdentityRemovedTitle, .mailIdentityRemovedBody, nil)
        case .secondFactorAdded: (.mailFactorAddedTitle, .mailFactorAddedBody, nil)
        case .secondFactorRemoved: (.mailFactorRemovedTitle, .mailFactorRemovedBody, nil)
        }
    }
}
