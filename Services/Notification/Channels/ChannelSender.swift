import Foundation
import Hexadecimal
import Outbound

/// The address of a channel, as given by the person.
package enum ChannelTarget: Sendable, Equatable {
    case email(MailMessage.Mailbox, unsubscribe: String, words: MailWords)
    case webPush(PushSubscription)
    case webhook(TargetURL, WebhookSecret)
    /// A webhook of a chat room, in Discord's format.
    case chat(TargetURL)
    /// A topic of an ntfy server.
    case ntfy(TargetURL)
}

/// The texts around a notice in a mail, in the person's language.
package struct MailWords: Sendable, Equatable {
    /// The text of the link to the notice.
    package var open: String
    /// The text of the link that unsubscribes from mails of this kind.
    package var unsubscribe: String

    package init(open: String, unsubscribe: String) {
        self.open = open
        self.unsubscribe = unsubscribe
    }
}

/// Sends messages over all channels; one attempt each.
package struct ChannelSender: Sendable {
    /// The mail server, and the sender of mails.
    package struct MailSettings: Sendable, Equatable {
        package var server: MailServer
        package var from: MailMessage.Mailbox

        package init(server: MailServer, from: MailMessage.Mailbox) {
            self.server = server
            self.from = from
        }
    }

    /// The mail server's name in breakers and lanes.
    static let mailServer = "mail"
    /// The use of a sender; senders of different uses share no connections.
    package enum Use: Sendable {
        /// Urgent messages: few, to be sent within a second.
        case alerts
        case notices
        /// Urgent account mails, a few at a time.
        case accountMails

        /// Limits for the servers that people named.
        var namedServers: ServerLanes.Limits {
            switch self {
            case .alerts:
                ServerLanes.Limits(
                    total: 128, first: 4, maxPerServer: 32, unproven: 96, timeout: .milliseconds(500),
                    maxPause: .seconds(5))
            case .notices, .accountMails:
                ServerLanes.Limits(
                    total: 96, first: 2, maxPerServer: 64, unproven: 48, timeout: .seconds(3), maxPause: .seconds(300))
            }
        }

        /// Limits for the mail server.
        var mailServer: ServerLanes.Limits {
            let (timeout, pause): (Duration, Duration) =
                switch self {
                case .alerts: (.milliseconds(500), .seconds(5))
                case .notices: (.seconds(3), .seconds(300))
                case .accountMails: (.seconds(20), .seconds(30))
                }
            return ServerLanes.Limits(
                total: 8, first: 4, maxPerServer: 8, unproven: 8, timeout: timeout, maxPause: pause)
        }
    }

    /// Maximum duration of an attempt; urgent messages must not occupy a lane for long.
    private static let maxAttemptTime = (urgent: Duration.seconds(10), other: Duration.seconds(20))
    /// Maximum number of bytes read of a response; the rest is ignored.
    private static let maxAnswerSize = 1 << 16

    /// The client that connects to the operator's mail server.
    private let mailer: OutboundClient
    /// The client that calls addresses entered by people: on the internet, but not in local networks.
    private let caller: OutboundClient
    private let mail: MailSettings?
    private let vapid: VAPID?
    private let breakers: ChannelBreakers
    private let mailLanes: ServerLanes
    private let lanes: ServerLanes
    private let maxAttemptTime: Duration
    /// Whether servers in the configured networks may be called without TLS.
    private let allowsPlain: Bool

    /// - Parameters:
    ///   - mail: Nil without a mail server.
    ///   - vapid: Nil without a push key.
    ///   - neighbors: Private addresses that may be called.
    ///   - breakers: Shared by all senders of a process.
    ///   - use: The kind of messages; a slow server delays only its own kind.
    package init(
        mail: MailSettings?, vapid: VAPID?, neighbors: [AddressRange] = [], breakers: ChannelBreakers = .init(),
        use: Use = .notices
    ) {
        let named = use.namedServers, mailServer = use.mailServer
        // Each permit has a lane, so no attempt waits for a lane; such a wait would be part of the attempt.
        mailer = OutboundClient(label: "mail", lanes: mailServer.total, waiting: mailServer.total)
        caller = OutboundClient(
            label: "channels", lanes: named.total, waiting: named.total, reach: .internet(and: neighbors))
        mailLanes = ServerLanes(mailServer)
        lanes = ServerLanes(named)
        maxAttemptTime = use == .alerts ? Self.maxAttemptTime.urgent : Self.maxAttemptTime.other
        self.mail = mail
        self.vapid = vapid
        self.breakers = breakers
        allowsPlain = !neighbors.isEmpty
    }

    /// Makes one attempt.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - target: The recipient and channel.
    ///   - now: The current time.
    /// - Returns: The outcome; never success without an answer of the receiver.
    package func send(_ message: ChannelMessage, to target: ChannelTarget, at now: Date) async -> DeliveryOutcome {
        switch target {
        case .email(let person, let unsubscribe, let words):
            guard let mail else { return .refused("no mail server is configured") }
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
            let id = "msg_\(message.id.text)"
            return await post(body, secret.headers(for: body, id: id, at: now), to: url, at: now)
        case .chat(let url): return await post(ChannelBodies.chat(message), [], to: url, at: now)
        case .ntfy(let url):
            guard let (server, body) = ChannelBodies.ntfy(message, topic: url) else { return .refused("no topic") }
            return await post(body, [], to: server, at: now)
        }
    }

    /// Sends one prepared mail, such as an account mail.
    ///
    /// - Parameters:
    ///   - message: The mail.
    ///   - now: The current time.
    /// - Returns: The outcome.
    package func send(_ message: MailMessage, at now: Date) async -> DeliveryOutcome {
        guard let mail else { return .refused("no mail server is configured") }
        let outbound = OutboundMail(
            server: mail.server, sender: mail.from.address, recipient: message.to.address, message: message.bytes)
        return await mailLanes.run(Self.mailServer) {
            await breakers.attempt(Self.mailServer, at: now) {
                do throws(OutboundError) {
                    return Self.attempt(of: try await mailer.send(outbound))
                } catch {
                    return Self.attempt(error, at: "not an address")
                }
            }
        }
    }

    /// Replies about the recipient (RFC 5321 section 4.2.3; RFC 7504 for domains that take no mail).
    ///
    /// Some servers also reply 550 to a sender that they block.
    private static let unknownMailbox: Set<Int> = [550, 551, 553, 556]

    /// The meaning of a mail server's reply: refusing this mail for now, such as greylisting, says nothing about the
    /// next one; 421 concerns the server itself (RFC 5321 section 4.2.3).
    static func attempt(of answer: MailAnswer) -> ServerLanes.Attempt {
        switch answer {
        case .accepted: .init(.accepted(proof: "250"))
        case .refused(let reply) where unknownMailbox.contains(reply): .init(.unknownMailbox(reply: reply))
        case .refused(let reply) where reply >= 500: .init(.refused("reply \(reply)"))
        case .refused(let reply): .init(.later(after: nil, "reply \(reply)"), isServerDown: reply == 421)
        case .unauthorized: .init(.later(after: nil, "the mail server rejected the credentials"))
        }
    }

    /// Interprets a failure to get a response.
    private static func attempt(_ error: OutboundError, at malformed: String? = nil) -> ServerLanes.Attempt {
        switch error {
        // This process was overloaded, so no attempt was made.
        case .overloaded: .init(.leftAlone(for: .seconds(1)))
        case .malformed: .init(.refused(malformed ?? error.description))
        case .unreachable, .timedOut: .init(.later(after: nil, error.description))
        case .tooLarge, .untrusted, .forbidden, .cancelled:
            malformed == nil
                ? .init(.refused(error.description)) : .init(.later(after: nil, error.description))
        }
    }

    private func push(
        _ message: ChannelMessage, _ subscription: PushSubscription, at now: Date
    ) async -> DeliveryOutcome {
        guard let vapid else { return .refused("no key for push messages is configured") }
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
        await lanes.run(url.origin) {
            await breakers.attempt(url.origin, at: now) {
                var request = OutboundRequest(.post, url.text)
                request.headers = headers + (headers.contains { $0.name == "Content-Type" } ? [] : Self.json)
                request.body = body
                request.timeout = maxAttemptTime
                request.maxAnswerSize = Self.maxAnswerSize
                do throws(OutboundError) {
                    return .init(Self.outcome(of: try await caller.send(request)))
                } catch {
                    return Self.attempt(error)
                }
            }
        }
    }

    private static let json = [(name: "Content-Type", value: "application/json")]

    /// Interprets a response: 404 and 410 are permanent (RFC 8030 section 7.3), redirects are not followed.
    static func outcome(of answer: OutboundResponse) -> DeliveryOutcome {
        switch answer.status {
        case 200..<300: .accepted(proof: String(answer.status))
        case 404, 410: .gone
        case 408, 425, 429, 500...: .later(after: answer.retryAfter, "status \(answer.status)")
        default: .refused("status \(answer.status)")
        }
    }
}
