import Foundation
import Outbound

/// Where one person is told things, as they gave it.
package enum ChannelTarget: Sendable, Equatable {
    case email(MailMessage.Mailbox, unsubscribe: String, words: MailWords)
    case webPush(PushSubscription)
    case webhook(TargetURL, WebhookSecret)
    /// A webhook of a chat room, in the form that Discord has.
    case chat(TargetURL)
    /// A topic of an ntfy server.
    case ntfy(TargetURL)
}

/// The words around a notice in a mail, in the person's language.
package struct MailWords: Sendable, Equatable {
    /// Leads to the notice.
    package var open: String
    /// Ends mails of this kind.
    package var unsubscribe: String

    package init(open: String, unsubscribe: String) {
        self.open = open
        self.unsubscribe = unsubscribe
    }
}

/// Tells people things through whatever channel they chose; one try each.
package struct ChannelSender: Sendable {
    /// Where mails go out, and whom they are from.
    package struct MailSettings: Sendable, Equatable {
        package var server: MailServer
        package var from: MailMessage.Mailbox

        package init(server: MailServer, from: MailMessage.Mailbox) {
            self.server = server
            self.from = from
        }
    }

    /// Longest time of one try.
    private static let longestTry = Duration.seconds(20)
    /// Longest answer that is read; nobody looks at it.
    private static let largestAnswer = 1 << 16

    /// Reaches the mail server that the operator named.
    private let mailer: OutboundClient
    /// Reaches what people name: the internet, and nothing of our own networks.
    private let caller: OutboundClient
    private let mail: MailSettings?
    private let vapid: VAPID?
    private let breakers: ChannelBreakers
    /// Servers of our own networks need no certificate.
    private let allowsPlain: Bool

    /// - Parameters:
    ///   - mail: Nil when there is no mail server.
    ///   - vapid: Nil when there is no key for push messages.
    ///   - neighbours: Addresses of our own networks that may be called all the same.
    ///   - breakers: Shared by all senders of a process.
    package init(
        mail: MailSettings?, vapid: VAPID?, neighbours: [AddressRange] = [], breakers: ChannelBreakers = .init()
    ) {
        mailer = OutboundClient(label: "mail", lanes: 4, waiting: 256)
        caller = OutboundClient(label: "channels", lanes: 8, waiting: 512, reach: .internet(and: neighbours))
        self.mail = mail
        self.vapid = vapid
        self.breakers = breakers
        allowsPlain = !neighbours.isEmpty
    }

    /// Makes one try.
    ///
    /// - Parameters:
    ///   - message: What to tell.
    ///   - target: Whom, and how.
    ///   - now: The time.
    /// - Returns: How it went; never that it went well without a word from the other side.
    package func send(_ message: ChannelMessage, to target: ChannelTarget, at now: Date) async -> DeliveryOutcome {
        switch target {
        case .email(let person, let unsubscribe, let words):
            guard let mail else { return .refused("there is no mail server") }
            let written = MailMessage(
                from: mail.from, to: person, subject: message.title,
                paragraphs: message.body.components(separatedBy: "\n\n"),
                action: message.link.map { .init(words.open, url: $0) },
                footnotes: [.init(message.reason), .init(words.unsubscribe, url: unsubscribe)],
                language: message.language, date: message.createdAt, id: message.id, unsubscribe: unsubscribe)
            return await send(written, at: now)
        case .webPush(let subscription): return await push(message, subscription, at: now)
        case .webhook(let url, let secret):
            let body = ChannelBodies.webhook(message)
            let id = "msg_\(message.id.uuidString.lowercased())"
            return await post(body, secret.headers(for: body, id: id, at: now), to: url, at: now)
        case .chat(let url): return await post(ChannelBodies.chat(message), [], to: url, at: now)
        case .ntfy(let url):
            guard let (server, body) = ChannelBodies.ntfy(message, topic: url) else { return .refused("no topic") }
            return await post(body, [], to: server, at: now)
        }
    }

    /// Sends one mail that is written already, such as one about the account itself.
    ///
    /// - Parameters:
    ///   - message: The mail.
    ///   - now: The time.
    /// - Returns: How it went.
    package func send(_ message: MailMessage, at now: Date) async -> DeliveryOutcome {
        guard let mail else { return .refused("there is no mail server") }
        return await breakers.attempt("mail", at: now) {
            let outbound = OutboundMail(
                server: mail.server, sender: mail.from.address, recipient: message.to.address, message: message.bytes)
            do throws(OutboundError) {
                switch try await mailer.send(outbound) {
                case .accepted: return .accepted(proof: "250")
                case .refused(let reply) where reply >= 500: return .refused("reply \(reply)")
                case .refused(let reply): return .later(after: nil, "reply \(reply)")
                case .unauthorized: return .later(after: nil, "the mail server does not let us in")
                }
            } catch {
                return error == .malformed ? .refused("not an address") : .later(after: nil, error.description)
            }
        }
    }

    private func push(
        _ message: ChannelMessage, _ subscription: PushSubscription, at now: Date
    ) async -> DeliveryOutcome {
        guard let vapid else { return .refused("there is no key for push messages") }
        guard let url = TargetURL(subscription.endpoint, allowsPlain: allowsPlain) else { return .refused("not a URL") }
        do {
            let body = try WebPushEncryption.encrypt(ChannelBodies.push(message), for: subscription)
            let topic = ChannelBodies.pushTopic(message)
            let headers =
                [
                    ("Authorization", try vapid.authorization(for: url.origin, at: now)),
                    ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
                    ("TTL", String(Int(RetryPlan.span))), ("Urgency", message.isUrgent ? "high" : "normal"),
                ] + (topic.isEmpty ? [] : [("Topic", topic)])
            return await post(body, headers, to: url, at: now)
        } catch {
            return .refused("cannot be encrypted")
        }
    }

    private func post(
        _ body: [UInt8], _ headers: [(name: String, value: String)], to url: TargetURL, at now: Date
    ) async -> DeliveryOutcome {
        await breakers.attempt(url.origin, at: now) {
            var request = OutboundRequest(.post, url.text)
            request.headers = headers + (headers.contains { $0.name == "Content-Type" } ? [] : Self.json)
            request.body = body
            request.timeout = Self.longestTry
            request.largestAnswer = Self.largestAnswer
            do throws(OutboundError) {
                return Self.outcome(of: try await caller.send(request))
            } catch {
                return error.isRetryable ? .later(after: nil, error.description) : .refused(error.description)
            }
        }
    }

    private static let json = [(name: "Content-Type", value: "application/json")]

    /// What an answer means: 404 and 410 are for ever (RFC 8030 section 7.3), no redirect is followed.
    static func outcome(of answer: OutboundResponse) -> DeliveryOutcome {
        switch answer.status {
        case 200..<300: .accepted(proof: String(answer.status))
        case 404, 410: .gone
        case 408, 425, 429, 500...: .later(after: answer.retryAfter, "status \(answer.status)")
        default: .refused("status \(answer.status)")
        }
    }
}
