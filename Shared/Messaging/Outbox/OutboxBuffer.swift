import EventContracts
import Foundation
import Kafka
import Postgres

/// What one transaction has said so far; written to the outbox in one statement when it ends.
struct OutboxBuffer: Sendable {
    /// The owner of what is appended.
    let service: String
    /// What the next appends follow from; the consumer sets it anew for each event of a batch.
    var cause: EventCause {
        didSet { ordinal = 0 }
    }
    /// The time stamped on events.
    let now: Date
    private(set) var rows: [OutboxRow] = []
    /// Channel and payload of the notifications to send once the transaction is committed.
    private(set) var notifications: Set<DatabaseNotification> = []
    private var ordinal = 0

    init(service: String, cause: EventCause, now: Date) {
        self.service = service
        self.cause = cause
        self.now = now
    }

    /// Its place among a transaction's locals.
    static let local = TransactionLocal<OutboxBuffer>()

    /// Adds an event; its number is given when the transaction ends.
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

    /// Adds a record outside the numbering.
    mutating func append(_ row: OutboxRow) {
        rows.append(row)
    }

    /// Remembers a notification to send after the commit; equal ones are sent once.
    mutating func notify(_ notification: DatabaseNotification) {
        notifications.insert(notification)
    }
}

extension Topic {
    /// The partition in which the records of a key stand.
    package func partition(of key: some CustomStringConvertible) -> Int32 {
        KafkaPartitioner.partition(key: Array(key.description.utf8), count: partitions)
    }
}

/// How an event is appended, beyond its data.
struct AppendOptions: Sendable {
    var operationID: OperationID?
    var ending: OperationStatus?
    /// What it follows from, when not from what the transaction is about.
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
    /// Whether nothing but a little time is lost with it: left out while no other copy could hear it.
    let isHint: Bool
}
