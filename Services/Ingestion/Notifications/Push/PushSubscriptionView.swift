import EventContracts
import Foundation
import IngestionCore
import Outbound

/// A browser in the form for its owner: without its keys, and only the push service of its endpoint.
struct PushSubscriptionView: Encodable, Sendable {
    let id: PushSubscriptionID
    /// The host of the browser's push service.
    let service: String
    let createdAt: Date

    init(_ stored: StoredPushSubscription, _ details: PushSubscriptionDetails) {
        id = stored.id
        service = TargetURL(details.endpoint, allowsPlain: true)?.origin ?? ""
        createdAt = stored.createdAt
    }
}
