import EventContracts
import Messaging
import Postgres

/// Stops sales and renewals after a retirement was announced, and resumes them if it is withdrawn (BIL-17).
///
/// Paid periods run to their end.
package struct RetirementHandler: EventHandler {
    package func handle(_ event: Event<AnnouncementMade>, in transaction: borrowing Transaction) async throws {
        guard event.body.kind == .retirement else { return }
        try await RetirementRepository.keep(event.body, in: transaction)
    }
}
