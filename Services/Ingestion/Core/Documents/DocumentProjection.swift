import EventContracts
import Foundation
import Messaging
import Postgres

/// An event that contains the current state of a whole resource.
package protocol PublishedResource: EventBody {
    /// The resource that the event is about.
    var resource: ResourceReference { get }
    /// The owner of the resource.
    var owner: AccountID { get }
    var version: Int64 { get }
    /// The position in lists, newest first: microseconds since 1970.
    var sortKey: Int64 { get }
    var deletedAt: Date? { get }
    /// Whether earlier versions are kept for a time.
    static var keepsVersions: Bool { get }
}

extension PublishedResource {
    package static var keepsVersions: Bool { false }
}

/// Stores the newest state of a kind of resource for reads, ends its operation, and wakes waiting requests.
package struct DocumentProjection<Body: PublishedResource>: EventHandler {
    package let appliesSnapshots = true
    package let gathersWrites = true

    package init(_ type: Body.Type) {}

    package func handle(_ event: Event<Body>, in transaction: borrowing Transaction) async throws {
        let body = event.body, attributes = event.attributes
        guard attributes.key == body.owner.description else {
            throw PermanentFailure("the key is not the owner of the resource")
        }
        let document = Document(
            resource: body.resource, owner: body.owner, sortKey: body.sortKey, version: body.version,
            body: try event.encoded ?? EventCoding.encode(body), deletedAt: body.deletedAt)
        if Body.keepsVersions {
            try transaction.executeLater(
                MealVersionRepository.keeping(document, at: EventTime.truncate(attributes.time)))
        }
        // A re-emitted snapshot is not news for event streams.
        guard !attributes.isSnapshot else {
            try transaction.writeGathered()
            return try transaction.executeLater(DocumentRepository.putting(document))
        }
        try OperationEnding(attributes).gather(keeping: document, in: transaction)
    }
}
