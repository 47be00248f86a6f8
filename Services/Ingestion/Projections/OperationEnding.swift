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
    /// - Returns: The operation that ended now and the resource it was about.
    func apply(
        in transaction: borrowing Transaction
    ) async throws -> (operation: OperationID, resource: ResourceReference)? {
        guard let operation = attributes.operationID, let status, let account = AccountID(text: attributes.key) else {
            return nil
        }
        let resource = try await OperationRepository.end(
            operation, of: account, as: status, problem: problem, at: attributes.time, in: transaction)
        return resource.map { (operation, $0) }
    }

    /// Ends the operation and writes that into the account's feed, for events without a resource of their own.
    func applyAndTell(in transaction: borrowing Transaction) async throws {
        guard let ended = try await apply(in: transaction), let account = AccountID(text: attributes.key) else {
            return
        }
        let entry = FeedEntry(
            kind: .operationEnded, resource: ended.resource, version: nil, operation: ended.operation,
            at: attributes.time)
        try await FeedRepository.append(entry, to: account, in: transaction)
        try transaction.tellWaiting(account: account, operation: ended.operation)
    }
}
