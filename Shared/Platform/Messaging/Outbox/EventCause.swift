import EventContracts
import Foundation
import Hexadecimal

/// The cause of a transaction's events; determines their ids, correlation and operation.
package struct EventCause: Sendable {
    /// The operation its events belong to, unless an append names another.
    package let operationID: OperationID?
    package let correlationID: UUID
    /// The event being handled; nil for a client's request or a timer.
    package let causationID: UUID?
    package let traceparent: String?
    /// The consumer that handles it; together with `causationID` it gives repeated work the same ids.
    private let consumer: String?

    /// A client's request, or a service's own work: ids are random.
    package static func request(
        correlationID: UUID, operationID: OperationID? = nil, traceparent: String? = nil
    ) -> EventCause {
        EventCause(
            operationID: operationID, correlationID: correlationID, causationID: nil, traceparent: traceparent,
            consumer: nil)
    }

    /// An event: ids derive from it, correlation and operation are passed on.
    package static func event(_ attributes: EventAttributes, consumer: String) -> EventCause {
        event(
            attributes.id, operationID: attributes.operationID, correlationID: attributes.correlationID,
            traceparent: attributes.traceparent, consumer: consumer)
    }

    /// An event of an earlier transaction that a consumer answers later, from stored fields.
    package static func event(
        _ id: UUID, operationID: OperationID?, correlationID: UUID, traceparent: String?, consumer: String
    ) -> EventCause {
        EventCause(
            operationID: operationID, correlationID: correlationID, causationID: id, traceparent: traceparent,
            consumer: consumer)
    }

    /// The id of the `ordinal`-th event that this cause leads to.
    func eventID(ordinal: Int) -> UUID {
        guard let consumer, let causationID else { return UUID.random() }
        return NamedUUID.event(consumer: consumer, cause: causationID, ordinal: ordinal)
    }
}
