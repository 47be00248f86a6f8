import EventContracts
import Messaging
import Postgres

/// Ends an operation whose command a service rejected or moved to the dead letters.
package struct OutcomeProjection<Body: OutcomeBody>: EventHandler {
    package let gathersWrites = true

    package init(_ type: Body.Type) {}

    package func handle(_ event: Event<Body>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.accountID.description else {
            throw PermanentFailure("the key is not the account of the outcome")
        }
        try OperationEnding(event.attributes, as: event.attributes.operationStatus, problem: event.body.problem)
            .gather(in: transaction)
    }
}
