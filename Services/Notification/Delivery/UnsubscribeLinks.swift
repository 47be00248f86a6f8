import EventContracts
import NotificationRules
import ServiceRuntime
import Deliveries

/// Links that end mails of a kind, at the gateway.
package struct UnsubscribeLinks: Sendable {
    /// Where people reach the API, without a slash at its end.
    package var publicURL: String
    /// Secret, 32 bytes; the gateway has the same.
    package var key: [UInt8]

    package init(publicURL: String, key: [UInt8]) {
        self.publicURL = publicURL
        self.key = key
    }

    /// The link for the kinds of news of a mail.
    func link(_ kinds: [NotificationKind], of account: AccountID) -> String {
        let token = UnsubscribeToken(account: account, kinds: kinds, channel: .email)
        return "\(publicURL)/v1/unsubscribe/\(token.text(under: key))"
    }
}
