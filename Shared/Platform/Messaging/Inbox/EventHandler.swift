import EventContracts
import Foundation
import Postgres
import ServiceRuntime

/// Handles one type of event: loads, decides, saves and appends new events, all in the given transaction.
///
/// Messaging does the rest: order, duplicates, gaps, retries, dead letters, the outbox, the offset. A handler may run
/// again after a failure, so it must keep no state outside the transaction.
package protocol EventHandler: Sendable {
    associatedtype Body: EventBody

    /// Whether re-emitted snapshots are handled too: true for projections only.
    var appliesSnapshots: Bool { get }

    /// Whether events of erased accounts are handled too: true for handlers that perform the erasure.
    var takesErased: Bool { get }

    /// Whether an event requires its own transaction, without other events of its batch.
    var isTakenAlone: Bool { get }

    /// Whether the handler only gathers writes, so that earlier gathered writes need not be executed before it.
    var gathersWrites: Bool { get }

    /// Queries whose rows the handler will need, run once for a whole batch before any event is handled.
    ///
    /// They may include events that will not be handled.
    func readAhead(_ events: [Body]) -> [AheadQuery]

    /// - Throws: `Rejection` if a rule of the service refuses the command, `PermanentFailure` for an event that can
    ///   never be handled; retryable errors (database, key ring, `TransientFailure`) are retried until they pass;
    ///   others are retried a few times, then the event becomes a dead letter.
    func handle(_ event: Event<Body>, in transaction: borrowing Transaction) async throws
}

extension EventHandler {
    package var appliesSnapshots: Bool { false }
    package var takesErased: Bool { false }
    package var isTakenAlone: Bool { false }
    package var gathersWrites: Bool { false }

    package func readAhead(_ events: [Body]) -> [AheadQuery] { [] }
}

/// The service's refusal of a command by its rules: nothing changes, the operation ends as rejected.
package struct Rejection: Error, Sendable, Equatable {
    /// The problem for the client; contains no personal data.
    package let problem: OutcomeProblem

    package init(problem: OutcomeProblem) {
        self.problem = problem
    }
}

/// The event contains a value of a later release.
///
/// It is skipped and counted, like an event of an unknown type, unless an operation depends on it here.
struct OfLaterRelease: Error {}

/// An event that can never be handled becomes a dead letter at once.
package struct PermanentFailure: Error, Sendable, CustomStringConvertible {
    /// For the operator; contains no personal data.
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}

/// A handler lacks data that will arrive later; the event is retried until then.
package struct TransientFailure: Error, Sendable, CustomStringConvertible {
    /// For the operator; contains no personal data.
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}

/// Ends the operations of events that a handler did not process.
package protocol OperationEnder: Sendable {
    /// Ends the operation of a refused command as rejected.
    func reject(_ attributes: EventAttributes, _ problem: OutcomeProblem, in transaction: borrowing Transaction)
        async throws
    /// Ends the operation of a dead letter, or of an event parked behind one, as failed.
    func fail(_ attributes: EventAttributes, in transaction: borrowing Transaction) async throws
}

/// Ends operations with the service's own outcome events.
package struct OutcomeEvents<Rejected: OutcomeBody, Failed: OutcomeBody>: OperationEnder {
    package init() {}

    package func reject(
        _ attributes: EventAttributes, _ problem: OutcomeProblem, in transaction: borrowing Transaction
    ) async throws {
        guard let account = AccountID(text: attributes.key) else { return }
        try transaction.append(
            Rejected(accountID: account, problem: problem), key: attributes.key, subject: attributes.subject,
            ending: .rejected)
    }

    package func fail(_ attributes: EventAttributes, in transaction: borrowing Transaction) async throws {
        guard let account = AccountID(text: attributes.key) else { return }
        try transaction.append(
            Failed(accountID: account, problem: .setAside), key: attributes.key, subject: attributes.subject,
            ending: .failed)
    }
}

extension OutcomeProblem {
    /// The problem for the client while a dead-lettered command waits for an operator.
    package static let setAside = OutcomeProblem(
        type: ProblemKind.setAside.type, title: ProblemKind.setAside.title, status: ProblemKind.setAside.statusCode,
        detail: "It is kept for inspection; its result may still arrive.")
}
