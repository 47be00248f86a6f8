import EventContracts
import Foundation
import IngestionCore
import Outbound

/// A browser as its owner sees it: never its keys, and of its endpoint the push service alone.
struct PushSubscriptionView: Encodable, Sendable {
    let id: PushSubscriptionID
    /// Where its push service is.
    let service: String
    let createdAt: Date

    init(_ stored: StoredPushSubscription, _ details: PushSubscriptionDetails) {
        id = stored.id
        service = TargetURL(details.endpoint, allowsPlain: true)?.origin ?? ""
        createdAt = stored.createdAt
    }
}
