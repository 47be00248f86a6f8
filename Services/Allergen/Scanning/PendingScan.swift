import EventContracts
import Foundation
import Messaging

/// A label whose profile version has not arrived, with the cause of its command, so that its answer belongs to that
/// command whenever and wherever it is created.
package struct PendingScan: Sendable, Equatable {
    package let scan: LabelScan
    /// The profile version that the gateway assigned.
    package let profileVersion: Int64
    /// When the deadline passed and the scan was answered for all fourteen allergens; nil before.
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

    /// A scan that waits, with the event that requested its answer.
    init(scan: LabelScan, profileVersion: Int64, cause: EventAttributes) {
        self.init(
            scan: scan, profileVersion: profileVersion, eventID: cause.id, correlationID: cause.correlationID,
            operationID: cause.operationID, traceparent: cause.traceparent)
    }

    /// The cause of its command, so that a late answer has the same event ids as a timely one.
    var cause: EventCause {
        .event(
            eventID, operationID: operationID, correlationID: correlationID, traceparent: traceparent,
            consumer: AllergenService.name)
    }
}
