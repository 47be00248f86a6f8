import EventContracts
import Messaging
import Postgres

/// Assesses an ingredient list that a person submitted.
package struct AssessText: EventHandler {
    let intake: ScanIntake

    package func readAhead(_ events: [AssessLabelText]) -> [AheadQuery] {
        intake.readAhead(events.map { ($0.accountID, $0.scanID) })
    }

    package func handle(_ event: Event<AssessLabelText>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        try LabelLimits.check(command)
        let scan = try await intake.writer.assessor.open(LabelScan(command))
        try await intake.take(
            scan, promised: command.profileVersion, cause: event.attributes, in: transaction)
    }
}
