import EventContracts
import Foundation

/// Why a transaction says what it says: gives its events their ids, correlation and operation.
package struct EventCause: Sendable {
    /// The operation its events belong to, unless an append names another.
    package let operationID: OperationID?
    package let correlationID: UUID
    /// The event being handled; nil for a client's request or a timer.
    package let causationID: UUID?
    package let traceparent: String?
    /// The consumer handling it; with `causationID` it makes the same ids when the work is done again.
    private let consumer: String?

    /// A client's request or work a service does by itself: ids are random.
    package static func request(
        correlationID: UUID, operationID: OperationID? = nil, traceparent: String? = nil
    ) -> EventCause {
        EventCause(
            operationID: operationID, correlationID: correlationID, causationID: nil, traceparent: traceparent,
            consumer: nil)
    }

    /// An event: ids derive from it (DESIGN section 4), correlation and operation are handed on.
    package static func event(_ attributes: EventAttributes, consumer: String) -> EventCause {
        event(
            attributes.id, operationID: attributes.operationID, correlationID: attributes.correlationID,
            traceparent: attributes.traceparent, consumer: consumer)
    }

    /// An event of an earlier transaction, of which a consumer has kept what it needs to answer it later.
    package static func event(
        _ id: UUID, operationID: OperationID?, correlationID: UUID, traceparent: String?, consumer: String
    ) -> EventCause {
        EventCause(
            operationID: operationID, correlationID: correlationID, causationID: id, traceparent: traceparent,
            consumer: consumer)
    }

    /// The id of the `ordinal`-th event this cause leads to.
    func eventID(ordinal: Int) -> UUID {
        guard let consumer, let causationID else { return UUID() }
        return NamedUUID.event(consumer: consumer, cause: causationID, ordinal: ordinal)
    }
}
