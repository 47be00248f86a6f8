import EventContracts
import Foundation
import Postgres

/// Takes in one type of event: loads, decides, saves, says what follows, all in the transaction it is lent.
///
/// Messaging does the rest: order, duplicates, holes, retries, dead letters, the outbox, the offset. A handler may run
/// again after a failure, so it keeps nothing outside of the transaction.
package protocol EventHandler: Sendable {
    associatedtype Body: EventBody

    /// Whether re-emitted current state is applied too: true for projections only.
    var appliesSnapshots: Bool { get }

    /// Whether events of erased accounts are taken in too: true for what brings the erasure about.
    var takesErased: Bool { get }

    /// Whether an event has a transaction of its own, without anything else of its batch.
    var isTakenAlone: Bool { get }

    /// Whether all it does is to gather writes: what was gathered before is not written ahead of it.
    var gathersWrites: Bool { get }

    /// What handling these events will ask the database for, so that it is asked once for all of them; it is run before any
    /// of them is handled, and for some that will not be.
    func readAhead(_ events: [Body]) -> [AheadQuery]

    /// - Throws: `Rejection` for a "no" of the service's rules, `PermanentFailure` for what can never work; a retryable
    ///   error (database, key ring, `TransientFailure`) is waited out; any other is tried a few times, then set aside.
    func handle(_ event: Event<Body>, in transaction: borrowing Transaction) async throws
}

extension EventHandler {
    package var appliesSnapshots: Bool { false }
    package var takesErased: Bool { false }
    package var isTakenAlone: Bool { false }
    package var gathersWrites: Bool { false }

    package func readAhead(_ events: [Body]) -> [AheadQuery] { [] }
}

/// The service's own "no" to a command: nothing changes, the operation ends as rejected.
package struct Rejection: Error, Sendable, Equatable {
    /// What the client is told; holds nothing personal.
    package let problem: OutcomeProblem

    package init(problem: OutcomeProblem) {
        self.problem = problem
    }
}

/// An event that holds a value which a later release knows: passed over and counted, as one of an unknown type is, unless an
/// operation waits for it here.
struct OfLaterRelease: Error {}

/// An event that can never be taken in as it is: set aside at once.
package struct PermanentFailure: Error, Sendable, CustomStringConvertible {
    /// For the operator; holds no values of people.
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}

/// Something that a handler needs is not there yet and will be: the event is waited with, however long that takes.
package struct TransientFailure: Error, Sendable, CustomStringConvertible {
    /// For the operator; holds no values of people.
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}

/// Ends operations on behalf of a consumer that cannot let the handler do it.
package protocol OperationEnder: Sendable {
    /// The service refused the command.
    func reject(_ attributes: EventAttributes, _ problem: OutcomeProblem, in transaction: borrowing Transaction)
        async throws
    /// The event was set aside, or waits behind one that was.
    func fail(_ attributes: EventAttributes, in transaction: borrowing Transaction) async throws
}

/// Ends operations by the service's own outcome events.
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
    /// What a client is told while its order waits for an operator.
    package static let setAside = OutcomeProblem(
        type: "https://foodmagic.example/problems/set-aside", title: "The request could not be processed", status: 500,
        detail: "It is kept and will be looked at; its result may still arrive.")
}
