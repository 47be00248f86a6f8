import Foundation
import Sealing

/// A browser's push endpoint and keys; sealed as (`push-subscription.details`, subscription).
package struct PushSubscriptionDetails: Codable, Sendable, Equatable {
    /// The address of its push service.
    package var endpoint: String
    /// The browser's public key, a point of P-256, uncompressed, in Base64URL.
    package var key: String
    /// The secret shared with the browser, 16 bytes in Base64URL.
    package var secret: String

    package init(endpoint: String, key: String, secret: String) {
        self.endpoint = endpoint
        self.key = key
        self.secret = secret
    }
}

/// A person's browser subscribed to push messages, or its subscription ended.
package struct PushSubscriptionChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.push-subscription-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var subscriptionID: PushSubscriptionID
    /// Nil for an ended subscription.
    package var details: Sealed<PushSubscriptionDetails>?
    package var changedAt: Date

    package init(
        accountID: AccountID, subscriptionID: PushSubscriptionID, details: Sealed<PushSubscriptionDetails>?,
        changedAt: Date
    ) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.details = details
        self.changedAt = changedAt
    }
}
