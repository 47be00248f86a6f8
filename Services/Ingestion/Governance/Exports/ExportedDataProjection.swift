import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores a service's part of an export, sealed as received; with the last part the export is ready.
package struct ExportedDataProjection<Service: ExportingService>: EventHandler {
    package init(_ service: Service.Type) {}

    package func handle(_ event: Event<DataExported<Service>>, in transaction: borrowing Transaction) async throws {
        guard event.body.part > 0, event.body.part <= event.body.parts else {
            throw PermanentFailure("the part is none of its parts")
        }
        guard let ready = try await ExportRepository.add(event.body, in: transaction) else { return }
        try ExportJob.publish(ready, of: event.body.accountID, in: transaction)
    }
}
