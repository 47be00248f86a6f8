import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores the newest state of catalog foods beside the built-in ones, and ends their commands.
package struct CatalogueFoodProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<CatalogueFoodChanged>, in transaction: borrowing Transaction) async throws {
        let attributes = event.attributes
        guard attributes.key == event.body.foodID else {
            throw PermanentFailure("the key is not the id of the food")
        }
        try await CatalogueFoodRepository.put(event.body, in: transaction)
        // The event contains no account, so it is read from the operation's row.
        guard !attributes.isSnapshot, attributes.operationStatus != nil, let operation = attributes.operationID,
            let account = try await OperationRepository.account(of: operation, in: transaction)
        else { return }
        try OperationEnding(attributes, of: account).apply(in: transaction)
    }
}
