import EventContracts
import Foundation
import Postgres

/// A transaction was asked to append outside of `MessagingDatabase.write` or a handler.
package struct NotAMessagingTransaction: Error {}

extension Transaction {
    /// Says that something happened, or orders something, if and when this transaction commits.
    ///
    /// - Parameters:
    ///   - body: the event's data.
    ///   - key: the record key, an account id for what a person owns.
    ///   - subject: the resource it is about.
    ///   - operation: the operation it belongs to; that of the cause when nil.
    ///   - ending: how the operation ends with it; only the owner of the final resource sets it, once.
    ///   - cause: the earlier event that it answers, when it is not the one the transaction is about; an event that could
    ///     not be answered in its own transaction gets one answer this way.
    ///   - isSnapshot: current state sent again for projections.
    /// - Throws: `NotAMessagingTransaction`, or an `EncodingError`.
    package func append(
        _ body: some EventBody, key: some CustomStringConvertible, subject: (any CustomStringConvertible)? = nil,
        operation: OperationID? = nil, ending: OperationStatus? = nil, answering cause: EventCause? = nil,
        isSnapshot: Bool = false
    ) throws {
        let options = AppendOptions(operationID: operation, ending: ending, cause: cause, isSnapshot: isSnapshot)
        try withBuffer {
            try $0.append(body, key: key.description, subject: subject?.description, options: options)
        }
    }

    /// What the next appends follow from: for a transaction that does the work of several requests.
    ///
    /// - Throws: `NotAMessagingTransaction`.
    package func setCause(_ cause: EventCause) throws {
        try withBuffer { $0.cause = cause }
    }

    /// Says how something stands now, on a topic outside the numbering.
    ///
    /// What was said there under the same key and is not sent yet is taken back, so that nothing piles up while the broker
    /// is away.
    ///
    /// - Parameters:
    ///   - body: the event's data.
    ///   - key: the record key.
    /// - Throws: `NotAMessagingTransaction`, an `EncodingError` or a `PostgresError`.
    package func appendNewest<Body: EventBody>(_ body: Body, key: some CustomStringConvertible) async throws {
        try await execute(
            """
            DELETE FROM outbox
            WHERE sent_epoch = 0 AND sequence IS NULL AND topic = \(Body.topic.name) AND key = \(key.description)
            """)
        try append(body, key: key)
    }

    /// Wakes listeners of a channel once this transaction is committed: on another connection, since NOTIFY inside a
    /// write transaction would serialise every commit of the database (DESIGN section 3).
    ///
    /// - Parameters:
    ///   - channel: Where they listen.
    ///   - payload: What they are told.
    ///   - isHint: Whether nothing but a little time is lost when it does not come; left out while there is one copy.
    /// - Throws: `NotAMessagingTransaction`.
    package func notifyAfterCommit(channel: String, payload: String, isHint: Bool = false) throws {
        try withBuffer { $0.notify(DatabaseNotification(channel: channel, payload: payload, isHint: isHint)) }
    }

    /// The time of this transaction's events, to the millisecond.
    ///
    /// - Throws: `NotAMessagingTransaction`.
    package func eventTime() throws -> Date {
        try withBuffer { $0.now }
    }

    func withBuffer<Result>(_ body: (inout OutboxBuffer) throws -> Result) throws -> Result {
        try withLocal(OutboxBuffer.local) { buffer in
            guard var open = buffer else { throw NotAMessagingTransaction() }
            buffer = nil
            defer { buffer = open }
            return try body(&open)
        }
    }
}
