import EventContracts
import Foundation
import Messaging

/// A photo to analyze, with its command, so that the result belongs to that command.
package struct Job: Sendable, Equatable {
    /// The id of the resource that the result becomes.
    package let id: UUID
    package let account: AccountID
    package let lane: PhotoLane
    package let type: EventType
    /// The body of the command, unparsed.
    package let body: [UInt8]
    /// The number of the attempt, from 1.
    package let attempt: Int
    package let enqueuedAt: Date
    /// Id of the command.
    package let eventID: UUID
    package let correlationID: UUID
    package let operationID: OperationID?
    package let traceparent: String?

    /// The cause of the command.
    var cause: EventCause {
        .event(
            eventID, operationID: operationID, correlationID: correlationID, traceparent: traceparent,
            consumer: VisionService.name)
    }
}
