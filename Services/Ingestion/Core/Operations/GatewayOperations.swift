import EventContracts
import Messaging
import Postgres

/// Ends operations whose last event the gateway itself moved to the dead letters: in its own table, without another
/// event.
package struct GatewayOperations: OperationEnder {
    package init() {}

    package func reject(
        _ attributes: EventAttributes, _ problem: OutcomeProblem, in transaction: borrowing Transaction
    ) async throws {
        try OperationEnding(attributes, as: .rejected, problem: problem).apply(in: transaction)
    }

    package func fail(_ attributes: EventAttributes, in transaction: borrowing Transaction) async throws {
        try OperationEnding(attributes, as: .failed, problem: .setAside).apply(in: transaction)
    }
}
