import EventContracts
import Foundation
import Postgres

/// The end of an operation, as stated by an event.
package struct OperationEnding: Sendable {
    private let attributes: EventAttributes
    private let status: OperationStatus?
    private let problem: OutcomeProblem?
    private let account: AccountID?

    /// The ending in the event's attributes.
    package init(_ attributes: EventAttributes) {
        self.init(attributes, as: attributes.operationStatus, problem: nil)
    }

    /// The ending in an event that is not in the account's own stream.
    package init(_ attributes: EventAttributes, of account: AccountID) {
        self.init(attributes, as: attributes.operationStatus, problem: nil, of: account)
    }

    /// An ending with a problem.
    package init(
        _ attributes: EventAttributes, as status: OperationStatus?, problem: OutcomeProblem?,
        of account: AccountID? = nil
    ) {
        self.account = account ?? AccountID(text: attributes.key)
        self.attributes = attributes
        self.status = status
        self.problem = problem
    }

    /// Ends the event's operation, if it belongs to the account and has no final outcome yet.
    ///
    /// Adds the change to the account's feed and wakes waiting requests. None of this needs a separate round trip.
    ///
    /// - Parameters:
    ///   - document: The event's content; stored if newer than the stored one.
    ///   - transaction: The event's transaction.
    /// - Throws: A `PostgresError`; an `EncodingError` if the problem cannot be encoded.
    package func apply(keeping document: Document? = nil, in transaction: borrowing Transaction) throws {
        guard let account else { return }
        let ending = try ending(of: account)
        guard document != nil || ending != nil else { return }
        try FeedRepository.append(
            changing: document, ending, of: account, at: attributes.time, in: transaction)
        try transaction.wakeWaiters(account: account, operation: ending?.operation)
    }

    /// Like `apply(keeping:in:)`, but in one statement with the changes of other events in the transaction; for
    /// handlers whose transaction only collects changes.
    ///
    /// - Throws: A `PostgresError`; an `EncodingError` if the problem cannot be encoded.
    package func gather(keeping document: Document? = nil, in transaction: borrowing Transaction) throws {
        guard let account else { return }
        var ending: GatheredChanges.Ending?
        if let operation = attributes.operationID, let status {
            let problem = try problem.map { String(decoding: try EventCoding.encode($0), as: UTF8.self) }
            ending = GatheredChanges.Ending(operation: operation, status: status, problem: problem)
        }
        guard document != nil || ending != nil else { return }
        try GatheredChanges.add(
            .init(account: account, document: document, ending: ending, at: attributes.time), in: transaction)
        try transaction.wakeWaiters(account: account, operation: ending?.operation)
    }

    /// Ends the operation of an account that is not the event's key; does nothing if the account has no such pending
    /// operation.
    ///
    /// - Throws: A `PostgresError`; an `EncodingError` if the problem cannot be encoded.
    package func apply(of account: AccountID, in transaction: borrowing Transaction) throws {
        guard let ending = try ending(of: account) else { return }
        try FeedRepository.append(
            changing: nil, ending, of: account, at: attributes.time, in: transaction)
        try transaction.wakeWaiters(account: account, operation: ending.operation)
    }

    private func ending(of account: AccountID) throws -> (operation: OperationID, statement: SQL)? {
        guard let operation = attributes.operationID, let status else { return nil }
        let statement = try OperationRepository.ending(
            operation, of: account, as: status, problem: problem, at: attributes.time)
        return (operation, statement)
    }
}
