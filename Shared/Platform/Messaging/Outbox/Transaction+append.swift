import EventContracts
import Foundation
import Postgres

/// The transaction is neither one of `MessagingDatabase.write` nor a handler's.
package struct NotAMessagingTransaction: Error {}

extension Transaction {
    /// Appends an event or command that is sent if and when this transaction commits.
    ///
    /// - Parameters:
    ///   - body: The event's data.
    ///   - key: The record key; an account id for personal data.
    ///   - subject: The resource it is about.
    ///   - operation: The operation it belongs to; nil uses the cause's.
    ///   - ending: How it ends the operation; only the owner of the final resource sets it, once.
    ///   - cause: The earlier event that it answers, if it is not the transaction's cause; used for an event that could
    ///     not be answered in its own transaction.
    ///   - isSnapshot: Whether it repeats the current state for projections.
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

    /// Sets the cause of the following events, for a transaction that processes several requests.
    ///
    /// - Throws: `NotAMessagingTransaction`.
    package func setCause(_ cause: EventCause) throws {
        try withBuffer { $0.cause = cause }
    }

    /// Appends a current state on an unnumbered topic.
    ///
    /// Replaces an unsent record with the same key, so that records do not accumulate while the broker is down.
    ///
    /// - Parameters:
    ///   - body: The event's data.
    ///   - key: The record key.
    /// - Throws: `NotAMessagingTransaction`, an `EncodingError` or a `PostgresError`.
    package func appendNewest<Body: EventBody>(_ body: Body, key: some CustomStringConvertible) async throws {
        try await execute(
            """
            DELETE FROM outbox
            WHERE sent_epoch = 0 AND sequence IS NULL AND topic = \(Body.topic.name) AND key = \(key.description)
            """)
        try append(body, key: key)
    }

    /// Notifies listeners of a channel after this transaction is committed.
    ///
    /// Uses another connection, since NOTIFY inside a write transaction would serialize all commits of the database.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - payload: The payload.
    ///   - isHint: Whether losing it costs only a little time; not sent while there is a single instance.
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
