import EventContracts
import NotificationRules
import ServiceRuntime
import Deliveries

/// Links to the gateway that unsubscribe from mails of a kind.
package struct UnsubscribeLinks: Sendable {
    /// The public address of the API, without a trailing slash.
    package var publicURL: String
    /// The secret key, 32 bytes; the gateway has the same.
    package var key: [UInt8]

    package init(publicURL: String, key: [UInt8]) {
        self.publicURL = publicURL
        self.key = key
    }

    /// The link for the kinds of notices in a mail.
    func link(_ kinds: [NotificationKind], of account: AccountID) -> String {
        let token = UnsubscribeToken(account: account, kinds: kinds, channel: .email)
        return "\(publicURL)/v1/unsubscribe/\(token.text(under: key))"
    }
}
