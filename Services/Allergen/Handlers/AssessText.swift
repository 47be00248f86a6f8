import EventContracts
import Messaging
import Postgres

/// Assesses the ingredient list that a person sent.
package struct AssessText: EventHandler {
    let intake: ScanIntake

    package func readAhead(_ events: [AssessLabelText]) -> [AheadQuery] {
        intake.readAhead(events.map { ($0.accountID, $0.scanID) })
    }

    package func handle(_ event: Event<AssessLabelText>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        try LabelLimits.check(order)
        let scan = try await intake.writer.assessor.open(LabelScan(order))
        try await intake.take(
            scan, promised: order.profileVersion, cause: event.attributes, in: transaction)
    }
}
