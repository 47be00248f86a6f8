import EventContracts
import Foundation
import Kafka
import Postgres

/// The events of one transaction; written to the outbox in one statement when it ends.
struct OutboxBuffer: Sendable {
    /// The owner of the events.
    let service: String
    /// The cause of the following events; the consumer sets it for each event of a batch.
    var cause: EventCause {
        didSet { ordinal = 0 }
    }
    /// The time of the events.
    let now: Date
    private(set) var rows: [OutboxRow] = []
    /// Notifications to send after the commit, with channel and payload.
    private(set) var notifications: Set<DatabaseNotification> = []
    private var ordinal = 0

    init(service: String, cause: EventCause, now: Date) {
        self.service = service
        self.cause = cause
        self.now = now
    }

    /// The buffer's key among a transaction's local values.
    static let local = TransactionLocal<OutboxBuffer>()

    /// Adds an event; it is numbered when the transaction ends.
    mutating func append<Body: EventBody>(_ body: Body, key: String, subject: String?, options: AppendOptions) throws {
        let cause = options.cause ?? self.cause
        let attributes = EventAttributes(
            id: cause.eventID(ordinal: options.cause == nil ? ordinal : 0), source: "foodmagic/\(service)",
            type: Body.type, time: now,
            subject: subject, key: key, isSnapshot: options.isSnapshot,
            operationID: options.isSnapshot ? nil : options.operationID ?? cause.operationID,
            operationStatus: options.isSnapshot ? nil : options.ending, correlationID: cause.correlationID,
            causationID: cause.causationID, traceparent: cause.traceparent)
        if options.cause == nil { ordinal += 1 }
        let partition = Body.topic.partition(of: key)
        rows.append(
            OutboxRow(
                topic: Body.topic.name, partition: partition, key: key, isNumbered: Body.topic.isNumbered,
                eventID: attributes.id, type: Body.type.name, operationID: attributes.operationID?.uuid,
                headers: RecordHeaders(attributes), body: try EventCoding.encode(body)))
    }

    /// Adds an unnumbered record.
    mutating func append(_ row: OutboxRow) {
        rows.append(row)
    }

    /// Adds a notification to send after the commit; equal ones are sent once.
    mutating func notify(_ notification: DatabaseNotification) {
        notifications.insert(notification)
    }
}

extension Topic {
    /// The partition of a key's records.
    package func partition(of key: some CustomStringConvertible) -> Int32 {
        KafkaPartitioner.partition(key: Array(key.description.utf8), count: partitions)
    }
}

/// Options for appending an event.
struct AppendOptions: Sendable {
    var operationID: OperationID?
    var ending: OperationStatus?
    /// The cause, if it differs from the transaction's.
    var cause: EventCause?
    var isSnapshot = false
}

/// A row of the outbox before it is numbered.
struct OutboxRow: Sendable {
    let topic: String
    let partition: Int32
    let key: String
    let isNumbered: Bool
    let eventID: UUID
    let type: String
    let operationID: UUID?
    let headers: RecordHeaders
    let body: [UInt8]
}

/// A NOTIFY to send after a commit.
struct DatabaseNotification: Hashable, Sendable {
    let channel: String
    let payload: String
    /// Whether losing it costs only a little time; it is not sent while there is no other instance to receive it.
    let isHint: Bool
}
