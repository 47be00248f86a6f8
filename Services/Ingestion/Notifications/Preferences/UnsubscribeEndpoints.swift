import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime
import Deliveries

/// Turns off mails of one kind by the link in each of them: without sign-in, in one request (RFC 8058).
struct UnsubscribeEndpoints: Sendable {
    let database: MessagingDatabase
    /// The secret key of the links, shared with `notification`; nil without mail.
    let key: [UInt8]?

    /// Maximum number of attempts if another change interferes.
    private static let tries = 3

    /// The page that asks for confirmation, because mail scanners open links.
    func showConfirmation(_ call: Call) throws -> Answer {
        _ = try token(of: call)
        return Self.page(UnsubscribePage(language: Self.language(of: call)).question)
    }

    /// Removes the channel from the kind; idempotent.
    func take(_ call: Call) async throws -> Answer {
        let token = try token(of: call)
        for _ in 1...Self.tries {
            guard try await turnOff(token, call) else { continue }
            return Self.page(UnsubscribePage(language: Self.language(of: call)).confirmation)
        }
        throw ProblemDetails(.conflict, because: .anotherChange)
    }

    private func token(of call: Call) throws(ProblemDetails) -> UnsubscribeToken {
        guard let key, let text = call.id, let token = UnsubscribeToken(text, under: key) else {
            throw ProblemDetails(.notFound)
        }
        return token
    }

    /// - Returns: False if another change came first.
    private func turnOff(_ token: UnsubscribeToken, _ call: Call) async throws -> Bool {
        // A deleted account gets no mails, so nothing needs to be turned off.
        guard try await AccountRepository.read(token.account, in: database.pool) != nil else { return true }
        let stored = try await NotificationPreferencesRepository.find(token.account, in: database.pool)
        var all = stored?.channels ?? [:], isNews = false
        for kind in token.kinds {
            let channels = all[kind.rawValue] ?? kind.defaultChannels.sorted().map(\.rawValue)
            guard channels.contains(token.channel.rawValue) else { continue }
            all[kind.rawValue] = channels.filter { $0 != token.channel.rawValue }
            isNews = true
        }
        guard isNews else { return true }
        let options = all
        return try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let changed = NotificationPreferencesChanged(
                accountID: token.account, version: (stored?.version ?? 0) + 1, channels: options,
                quietHours: stored?.quietHours, digestAt: stored?.digestAt, addressed: stored?.addressed ?? [],
                addresses: stored?.addresses, changedAt: try transaction.eventTime())
            guard try await NotificationPreferencesRepository.save(changed, in: transaction) else { return false }
            try transaction.append(changed, key: token.account, subject: token.account)
            return true
        }
    }

    private static func page(_ html: String) -> Answer {
        Answer(.ok, body: .text(Array(html.utf8), mediaType: "text/html; charset=utf-8"))
    }

    private static func language(of call: Call) -> ContentLanguage {
        ContentLanguage.accepted(by: call.headers[values: .acceptLanguage]).first ?? .en
    }
}

/// The page of an unsubscribe link.
private struct UnsubscribePage {
    let language: ContentLanguage

    var question: String {
        page(
            """
            <p>\(words.question)</p>
            <form method="post"><button type="submit">\(words.button)</button></form>
            """)
    }

    var confirmation: String { page("<p>\(words.done)</p>") }

    private var words: (question: String, button: String, done: String) {
        switch language {
        case .en:
            (
                "Stop receiving e-mails of this kind?", "Stop these e-mails",
                "You will no longer receive e-mails of this kind. You can turn them on again in the app."
            )
        case .fr:
            (
                "Ne plus recevoir ce type d’e-mails ?", "Ne plus en recevoir",
                "Vous ne recevrez plus ce type d’e-mails. Vous pouvez les réactiver dans l’application."
            )
        case .es:
            (
                "¿Dejar de recibir este tipo de correos?", "No recibir más",
                "No recibirá más correos de este tipo. Puede volver a activarlos en la aplicación."
            )
        case .zh: ("不再接收此类邮件？", "不再接收", "您将不再收到此类邮件。您可以在应用中重新开启。")
        }
    }

    private func page(_ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Food Magic</title></head>
        <body>
        \(body)
        </body>
        </html>

        """
    }
}
