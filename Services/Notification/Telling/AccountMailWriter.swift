import EventContracts
import Foundation
import NotificationChannels
import NotificationRules
import Quantities
import Sealing

/// Writes mails about accounts: opens what is sealed, for this one try.
struct AccountMailWriter: Sendable {
    let sealer: Sealer
    let texts: NoticeTexts
    let from: MailMessage.Mailbox
    /// Where people open the web client, without a slash at its end; nil when there is none.
    let webURL: String?

    /// What a mail says.
    ///
    /// - Parameters:
    ///   - claimed: The mail.
    ///   - now: The time.
    /// - Returns: The mail as it goes out; or how the try went when it needs none.
    func write(_ claimed: ClaimedAccountMail, at now: Date) async -> Result<MailMessage, MessageWriter.NoTry> {
        guard now < claimed.expiresAt else { return .failure(.init(.refused("its time is over"))) }
        do throws(SealingError) {
            let parameters = try await sealer.open(
                claimed.parameters, .accountMailParameters(claimed.mail, of: claimed.account))
            return .success(message(claimed, parameters))
        } catch {
            return .failure(
                .init(error.isRetryable ? .later(after: nil, "the keys are away") : .refused("it cannot be opened")))
        }
    }

    private func message(_ claimed: ClaimedAccountMail, _ parameters: AccountMailParameters) -> MailMessage {
        let language = NoticeLanguage(locale: claimed.locale), words = Self.words(claimed.kind)
        let day = LocalClock(.gmt).day(at: claimed.expiresAt).description
        var paragraphs = [texts.text(words.body, in: language, ["day": day])]
        if let code = parameters.code { paragraphs.append(code) }
        var action: MailMessage.Line?
        if let (phrase, page) = words.action, let webURL, let code = parameters.code {
            // Behind the sign that browsers do not send on, so that the code stands in nobody's log.
            action = .init(texts.text(phrase, in: language), url: "\(webURL)/\(page)#\(code)")
        }
        return MailMessage(
            from: from, to: .init(address: parameters.to), subject: texts.text(words.title, in: language),
            paragraphs: paragraphs, action: action,
            footnotes: [.init(texts.text(.mailAccountWhy, in: language))], language: language.rawValue,
            date: claimed.createdAt, id: claimed.mail.uuid)
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
        }
    }
}
