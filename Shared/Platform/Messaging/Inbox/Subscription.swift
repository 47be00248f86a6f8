import EventContracts
import Foundation
import Postgres

/// One event type and its handler; a service lists all of its subscriptions in one place.
package struct Subscription: Sendable {
    package let type: EventType
    package let topic: Topic
    let appliesSnapshots: Bool
    let takesErased: Bool
    let isTakenAlone: Bool
    let gathersWrites: Bool
    /// Decodes the body of an event of this type.
    let decode: @Sendable ([UInt8]) throws -> any EventBody
    /// The handler's read-ahead queries for bodies of this type.
    let readAhead: @Sendable ([any EventBody]) -> [AheadQuery]
    /// Passes a body of this type, and its bytes, to the handler.
    let handle: @Sendable (EventAttributes, any EventBody, [UInt8]?, borrowing Transaction) async throws -> Void

    /// Passes events of the handler's type to it.
    package init<Handler: EventHandler>(_ handler: Handler) {
        type = Handler.Body.type
        topic = Handler.Body.topic
        appliesSnapshots = handler.appliesSnapshots
        takesErased = handler.takesErased
        isTakenAlone = handler.isTakenAlone
        gathersWrites = handler.gathersWrites
        decode = { bytes in
            do {
                return try EventCoding.decode(Handler.Body.self, from: bytes)
            } catch DecodingError.dataCorrupted(let context) where context.underlyingError is UnknownEventValue {
                throw OfLaterRelease()
            } catch {
                throw PermanentFailure("the data is not that of \(Handler.Body.type)")
            }
        }
        readAhead = { bodies in handler.readAhead(bodies.compactMap { $0 as? Handler.Body }) }
        handle = { attributes, body, bytes, transaction in
            guard let body = body as? Handler.Body else {
                throw PermanentFailure("the data is not that of \(Handler.Body.type)")
            }
            try Self.refuseForeign(body, attributes)
            try await handler.handle(
                Event(attributes: attributes, body: body, encoded: bytes), in: transaction)
        }
    }

    /// Refuses an event whose data names another account than its key, since order, erasure and dead letters depend on
    /// the key (GW-23).
    ///
    /// - Throws: `PermanentFailure`, so that it becomes a dead letter.
    static func refuseForeign(_ body: any EventBody, _ attributes: EventAttributes) throws {
        guard let owner = body.owner, attributes.key != owner.description else { return }
        throw PermanentFailure("the event is about another account than its key")
    }
}
