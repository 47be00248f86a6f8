import EventContracts
import Foundation
import Messaging

/// A label whose profile version has not arrived, with its command's cause, so that its answer belongs to that command
/// whenever and by which instance it is given.
package struct PendingScan: Sendable, Equatable {
    package let scan: LabelScan
    /// The profile version the person had been promised.
    package let profileVersion: Int64
    /// Set once the deadline has had it answered for all fourteen allergens.
    package let answeredAt: Date?
    /// Id of the command.
    package let eventID: UUID
    package let correlationID: UUID
    package let operationID: OperationID?
    package let traceparent: String?

    package init(
        scan: LabelScan, profileVersion: Int64, answeredAt: Date? = nil, eventID: UUID, correlationID: UUID,
        operationID: OperationID?, traceparent: String?
    ) {
        self.scan = scan
        self.profileVersion = profileVersion
        self.answeredAt = answeredAt
        self.eventID = eventID
        self.correlationID = correlationID
        self.operationID = operationID
        self.traceparent = traceparent
    }

    /// A scan that waits, with the event that asked for its answer.
    init(scan: LabelScan, profileVersion: Int64, cause: EventAttributes) {
        self.init(
            scan: scan, profileVersion: profileVersion, eventID: cause.id, correlationID: cause.correlationID,
            operationID: cause.operationID, traceparent: cause.traceparent)
    }

    /// The cause of its command, so that its answer has the same ids as an answer in time.
    var cause: EventCause {
        .event(
            eventID, operationID: operationID, correlationID: correlationID, traceparent: traceparent,
            consumer: AllergenService.name)
    }
}
