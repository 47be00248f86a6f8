import Foundation
import Hexadecimal
import Outbound
import Sealing

/// The JSON bodies of messages by channel.
enum ChannelBodies {
    /// The fields of a push message and of a webhook.
    private struct Payload: Encodable {
        var id: String?
        let title: String
        let body: String
        let link: String?
        let reason: String
        let urgent: Bool
        let language: String
        let matter: String
    }

    private static func payload(_ message: ChannelMessage, body: String? = nil) -> Payload {
        Payload(
            id: message.id.text, title: message.title, body: body ?? message.body,
            link: message.link, reason: message.reason, urgent: message.isUrgent, language: message.language,
            matter: message.matter)
    }

    /// A webhook in the format of Standard Webhooks: type, time and data.
    static func webhook(_ message: ChannelMessage) -> [UInt8] {
        struct Event: Encodable {
            let type = "notice"
            let timestamp: String
            let data: Payload
        }
        return json(Event(timestamp: message.createdAt.formatted(.iso8601), data: payload(message)))
    }

    /// A chat message in the format of Discord's "Execute Webhook": at most 2,000 characters; mentions are disabled.
    static func chat(_ message: ChannelMessage) -> [UInt8] {
        struct Mentions: Encodable { let parse: [String] = [] }
        struct Chat: Encodable {
            let content: String
            let allowed_mentions = Mentions()
        }
        let lines = ["**\(message.title)**", message.body, message.link, message.reason]
        return json(Chat(content: cut(lines.compactMap(\.self).joined(separator: "\n"), to: 2_000)))
    }

    /// A message in the format of ntfy's "Publish as JSON", which is sent to the server's root and contains the topic;
    /// nil if the address has no topic.
    static func ntfy(_ message: ChannelMessage, topic url: TargetURL) -> (server: TargetURL, body: [UInt8])? {
        struct Published: Encodable {
            let topic: String
            let title: String
            let message: String
            let priority: Int
            let click: String?
        }
        guard let topic = url.topic, let server = TargetURL(url.origin + "/", allowsPlain: true) else { return nil }
        // ntfy keeps 4,096 bytes of a message; 3 is the default priority, 5 the highest.
        let body = json(
            Published(
                topic: topic, title: message.title,
                message: cut("\(message.body)\n\(message.reason)", to: 1_000),
                priority: message.isUrgent ? 5 : 3, click: message.link))
        return (server, body)
    }

    /// A push message; its text is cut until the message fits.
    static func push(_ message: ChannelMessage) -> [UInt8] {
        var length = message.body.count
        while true {
            let bytes = json(payload(message, body: cut(message.body, to: length)))
            if bytes.count <= WebPushEncryption.maxMessageSize || length == 0 { return bytes }
            length = max(0, length - max(1, (bytes.count - WebPushEncryption.maxMessageSize) / 4))
        }
    }

    /// The message's topic for the push service: a newer message replaces an undelivered one (RFC 8030 section 5.4: at
    /// most 32 characters of Base64URL).
    static func pushTopic(_ message: ChannelMessage) -> String {
        String(message.matter.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }.suffix(32))
    }

    private static func cut(_ text: String, to count: Int) -> String {
        text.count <= count ? text : text.prefix(max(0, count - 1)) + "…"
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { preconditionFailure("texts and numbers are always encoded") }
        return [UInt8](data)
    }
}
