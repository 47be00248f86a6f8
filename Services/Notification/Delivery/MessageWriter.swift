import EventContracts
import Foundation
import Hexadecimal
import NotificationChannels
import NotificationRules
import Outbound
import Sealing

/// Writes messages for a channel, decrypting the content for one attempt.
package struct MessageWriter: Sendable {
    let sealer: Sealer
    let texts: NoticeTexts
    /// The URL of the web client without trailing slash; nil without one.
    let webURL: String?
    /// Creates links to unsubscribe; nil without mail, because notices are mailed only with such a link.
    let unsubscribing: UnsubscribeLinks?
    /// Whether `http:` is allowed within the configured networks.
    let allowsPlain: Bool

    /// Writes a message and its target.
    ///
    /// - Parameter claimed: One notice, or the notices of a digest.
    /// - Returns: The message and its target, or the outcome if no attempt is needed.
    package func write(
        _ claimed: [ClaimedDelivery]
    ) async -> Result<(message: ChannelMessage, target: ChannelTarget), NoTry> {
        guard let target = claimed.first?.target else { return .failure(NoTry(.gone)) }
        do throws(SealingError) {
            var parts: [Part] = []
            for delivery in claimed {
                guard let sealed = delivery.text else { continue }
                parts.append(
                    (delivery, try await sealer.open(sealed, .noticeText(delivery.notice, of: delivery.account))))
            }
            guard let newest = parts.last else { return .failure(NoTry(.refused("the notice was deleted"))) }
            let kinds = NotificationKind.allCases.filter { kind in parts.contains { $0.delivery.kind == kind } }
            let language = NoticeLanguage(locale: newest.text.language)
            guard let way = try await way(to: target, reporting: kinds, in: language) else {
                return .failure(NoTry(.refused("the address is invalid")))
            }
            return .success((parts.count == 1 ? message(newest) : digest(parts, kinds, in: language), way))
        } catch {
            return .failure(
                NoTry(
                    error.isRetryable
                        ? .later(after: nil, "the encryption keys are unavailable") : .refused("it cannot be decrypted")
                ))
        }
    }

    /// Writes the post of a shared link and its target.
    ///
    /// - Parameter post: The link.
    /// - Returns: The message and its target, or the outcome if no attempt is needed.
    func write(_ post: ClaimedSharePost) async -> Result<(message: ChannelMessage, target: ChannelTarget), NoTry> {
        guard let target = post.target else { return .failure(NoTry(.gone)) }
        do throws(SealingError) {
            let words = try await sealer.open(post.words, .shareWords(post.share, of: post.account))
            guard let way = try await address(of: target) else {
                return .failure(NoTry(.refused("the address is invalid")))
            }
            let message = ChannelMessage(
                id: post.share.uuid, title: words.title, body: words.link,
                reason: texts.text(.shareReason, in: NoticeLanguage(locale: post.language)), language: post.language,
                matter: post.share.description, createdAt: post.createdAt)
            return .success((message, way))
        } catch {
            return .failure(
                NoTry(
                    error.isRetryable
                        ? .later(after: nil, "the encryption keys are unavailable") : .refused("it cannot be decrypted")
                ))
        }
    }

    /// The test message for a browser.
    ///
    /// - Parameter test: The test; its browser may not be known yet, because test and subscription arrive on two
    ///   topics.
    /// - Returns: Message and target, or the outcome if no attempt is needed.
    func write(_ test: ClaimedPushTest) async -> Result<(message: ChannelMessage, target: ChannelTarget), NoTry> {
        guard let target = test.target else { return .failure(NoTry(.later(after: nil, "the browser is unknown"))) }
        let language = NoticeLanguage(locale: test.locale)
        do throws(SealingError) {
            guard let way = try await way(to: target, reporting: [], in: language) else {
                return .failure(NoTry(.refused("the address is invalid")))
            }
            let message = ChannelMessage(
                id: test.subscription.uuid, title: texts.text(.testTitle, in: language),
                body: texts.text(.testBody, in: language), link: webURL.map { "\($0)/settings/notices" },
                reason: texts.text(.testReason, in: language), language: language.rawValue,
                matter: "test-\(test.subscription)", createdAt: test.requestedAt)
            return .success((message, way))
        } catch {
            return .failure(
                NoTry(
                    error.isRetryable
                        ? .later(after: nil, "the encryption keys are unavailable") : .refused("it cannot be decrypted")
                ))
        }
    }

    /// The outcome if no attempt is needed.
    package struct NoTry: Error {
        package let outcome: DeliveryOutcome

        init(_ outcome: DeliveryOutcome) { self.outcome = outcome }
    }

    private typealias Part = (delivery: ClaimedDelivery, text: NoticeText)

    /// Several notices as one message.
    private func digest(_ parts: [Part], _ kinds: [NotificationKind], in language: NoticeLanguage) -> ChannelMessage {
        let newest = parts[parts.count - 1].delivery
        return ChannelMessage(
            id: parts[0].delivery.id,
            title: texts.text(.digestTitle, in: language, ["count": String(parts.count)]),
            body: parts.map { "• \($0.text.title)\n\n\($0.text.body)" }.joined(separator: "\n\n"),
            link: webURL.map { "\($0)/notifications" },
            reason: texts.join(kinds.map { texts.why($0, in: language) }, in: language), language: language.rawValue,
            matter: parts[0].delivery.id.text, createdAt: newest.createdAt)
    }

    private func message(_ part: Part) -> ChannelMessage {
        let (claimed, text) = part
        let language = NoticeLanguage(locale: text.language)
        return ChannelMessage(
            id: claimed.id, title: text.title, body: text.body,
            link: webURL.map { "\($0)/notifications/\(claimed.notice)" }, reason: texts.why(claimed.kind, in: language),
            isUrgent: claimed.isUrgent, language: text.language, matter: claimed.notice.description,
            createdAt: claimed.createdAt)
    }

    private func way(
        to target: StoredTarget, reporting kinds: [NotificationKind], in language: NoticeLanguage
    ) async throws(SealingError) -> ChannelTarget? {
        switch target.channel {
        case .webPush:
            let id = PushSubscriptionID(target.id)
            let details = try await sealer.open(
                Sealed<PushSubscriptionDetails>(bytes: target.details),
                .pushSubscriptionDetails(id, of: target.account))
            guard let key = Base64URL.decode(details.key), let secret = Base64URL.decode(details.secret) else {
                return nil
            }
            return PushSubscription(endpoint: details.endpoint, key: key, secret: secret).map { .webPush($0) }
        case .ntfy, .chat, .webhook: return try await address(of: target)
        case .email:
            guard let unsubscribing else { return nil }
            let contact = try await sealer.open(
                Sealed<ContactAddress>(bytes: target.details), .contactAddress(of: target.account))
            return .email(
                .init(address: contact.email), unsubscribe: unsubscribing.link(kinds, of: target.account),
                words: MailWords(
                    open: texts.text(.mailOpen, in: language),
                    unsubscribe: texts.text(.mailUnsubscribe, in: language)))
        }
    }

    private func address(of target: StoredTarget) async throws(SealingError) -> ChannelTarget? {
        let addresses = try await sealer.open(
            Sealed<NotificationAddresses>(bytes: target.details), .deliveryAddresses(of: target.account))
        func url(_ text: String?) -> TargetURL? { text.flatMap { TargetURL($0, allowsPlain: allowsPlain) } }
        switch target.channel {
        case .ntfy: return url(addresses.ntfy).map { .ntfy($0) }
        case .chat: return url(addresses.chat).map { .chat($0) }
        case .webhook:
            guard let url = url(addresses.webhook), let secret = addresses.webhookSecret.flatMap(WebhookSecret.init)
            else { return nil }
            return .webhook(url, secret)
        case .webPush, .email: return nil
        }
    }
}
