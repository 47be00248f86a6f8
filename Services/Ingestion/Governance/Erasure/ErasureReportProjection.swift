import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores a service's report about an erased account.
package struct ErasureReportProjection<Body: ErasureReportBody>: EventHandler {
    package init(_ type: Body.Type) {}

    package var takesErased: Bool { true }

    package func handle(_ event: Event<Body>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.accountID.description else {
            throw PermanentFailure("the key is not the account of the report")
        }
        try await ErasureRepository.add(
            Erasure.Report(deleted: event.body.deleted, erasedAt: event.body.erasedAt), of: Body.topic.owner,
            to: event.body.erasureID, in: transaction)
    }
}
