import EventContracts
import Foundation
import Postgres

/// What an event says about the operation it belongs to.
struct OperationEnding: Sendable {
    private let attributes: EventAttributes
    private let status: OperationStatus?
    private let problem: OutcomeProblem?

    /// The ending that the event's attributes state.
    init(_ attributes: EventAttributes) {
        self.init(attributes, as: attributes.operationStatus, problem: nil)
    }

    /// An ending with a problem.
    init(_ attributes: EventAttributes, as status: OperationStatus?, problem: OutcomeProblem?) {
        self.attributes = attributes
        self.status = status
        self.problem = problem
    }

    /// Ends the operation, if the event ends one, it is the account's, and its end is not final already.
    ///
    /// - Parameters:
    ///   - document: What the event holds; kept in the same round trip.
    ///   - transaction: That of the event.
    /// - Returns: Whether the document was kept; the operation that ended now and the resource it was about.
    /// - Throws: A `PostgresError`; an `EncodingError` when the problem cannot be JSON.
    func apply(
        keeping document: Document? = nil, in transaction: borrowing Transaction
    ) async throws -> (isKept: Bool, ended: (operation: OperationID, resource: ResourceReference)?) {
        var statements: [SQL] = []
        if let document { statements.append(DocumentRepository.putting(document)) }
        let ends = try ending()
        if let ends { statements.append(ends.statement) }
        let results = try await transaction.pipeline(statements)
        let isKept = document != nil && !results[0].isEmpty
        guard let ends, let row = results.last?.first, let resource = try OperationRepository.resource(row) else {
            return (isKept, nil)
        }
        return (isKept, (ends.operation, resource))
    }

    private func ending() throws -> (operation: OperationID, statement: SQL)? {
        guard let operation = attributes.operationID, let status, let account = AccountID(text: attributes.key) else {
            return nil
        }
        let statement = try OperationRepository.ending(
            operation, of: account, as: status, problem: problem, at: attributes.time)
        return (operation, statement)
    }

    /// Ends the operation and writes that into the account's feed, for events without a resource of their own.
    func applyAndTell(in transaction: borrowing Transaction) async throws {
        guard let ended = try await apply(in: transaction).ended, let account = AccountID(text: attributes.key) else {
            return
        }
        let entry = FeedEntry(
            kind: .operationEnded, resource: ended.resource, version: nil, operation: ended.operation,
            at: attributes.time)
        try FeedRepository.append(entry, to: account, in: transaction)
        try transaction.tellWaiting(account: account, operation: ended.operation)
    }
}
