import Foundation

/// The CloudEvents attributes and extensions of one event; the header names are in `EventHeaders`.
package struct EventAttributes: Sendable, Equatable {
    /// Identifies the event permanently, together with `source`; unchanged when the event is sent again.
    package var id: UUID
    /// `foodmagic/<service>`.
    package var source: String
    package var type: EventType
    /// When the fact was recorded, to the millisecond.
    package var time: Date
    /// The resource that the event is about, for parking and replay; nil means the key.
    package var subject: String?
    /// The record key: an account id for data of a person.
    package var key: String
    /// Number of the event within (topic, key), from 1 without gaps; 0 outside the numbering.
    package var sequence: Int64
    /// The lowest sequence of this key that the owner still keeps.
    package var first: Int64
    /// The owner's log epoch in which this copy was sent.
    package var epoch: Int64
    /// Whether the event repeats the current state for projections; other consumers only advance their sequence.
    package var isSnapshot: Bool
    /// The client's operation that this event belongs to.
    package var operationID: OperationID?
    /// Set by the owner of the final resource on exactly one event of an operation.
    package var operationStatus: OperationStatus?
    /// Identifies the whole chain from the first request to the last notification.
    package var correlationID: UUID
    /// The event that caused this one; nil for events of the gateway.
    package var causationID: UUID?
    /// W3C trace context of the producer.
    package var traceparent: String?

    package init(
        id: UUID, source: String, type: EventType, time: Date, subject: String?, key: String, sequence: Int64 = 0,
        first: Int64 = 0, epoch: Int64 = 0, isSnapshot: Bool = false, operationID: OperationID? = nil,
        operationStatus: OperationStatus? = nil, correlationID: UUID, causationID: UUID? = nil,
        traceparent: String? = nil
    ) {
        self.id = id
        self.source = source
        self.type = type
        self.time = time
        self.subject = subject
        self.key = key
        self.sequence = sequence
        self.first = first
        self.epoch = epoch
        self.isSnapshot = isSnapshot
        self.operationID = operationID
        self.operationStatus = operationStatus
        self.correlationID = correlationID
        self.causationID = causationID
        self.traceparent = traceparent
    }

    /// The key for parking and replay: the subject, or the record key without one.
    package var resource: String { subject ?? key }
}

/// How an operation ended.
package enum OperationStatus: String, EventValue, CaseIterable {
    case succeeded, rejected, failed
}
