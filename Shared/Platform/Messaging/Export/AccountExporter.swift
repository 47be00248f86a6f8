import EventContracts
import Foundation
import Postgres
import Sealing

/// Answers an export request with a service's data about a person (GW-22).
///
/// The parts and the consumer's position are one transaction: after a crash nothing was sent, and the next attempt
/// sends all.
package struct AccountExporter<Service: ExportingService>: EventHandler {
    private let reader: ExportReader

    /// An exporter of a service's schema.
    package init(_ service: Service.Type, _ list: ExportList, sealer: Sealer) {
        reader = ExportReader(list, sealer: sealer)
    }

    package var isTakenAlone: Bool { true }

    package func handle(_ event: Event<ExportRequested>, in transaction: borrowing Transaction) async throws {
        let asked = event.body
        guard try transaction.eventTime() < asked.expiresAt else { return }
        do {
            let parts = try await reader.parts(of: asked.accountID, for: asked.exportID, in: transaction)
            for place in 0..<max(parts.count, 1) {
                let published = DataExported<Service>(
                    accountID: asked.accountID, exportID: asked.exportID, part: place + 1, parts: max(parts.count, 1),
                    content: parts.isEmpty ? nil : parts[place])
                try transaction.append(published, key: asked.accountID, subject: asked.exportID)
            }
        } catch SealingError.erased {
            // The person was erased, so nothing may be exported.
        }
    }
}
