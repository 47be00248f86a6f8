/// The decisions that protect delivery, one member each; services use the defaults of `StandardDelivery`.
///
/// A test that shows the effect of a rule passes its own rules, which no shipped program contains.
package protocol DeliveryRules: Sendable {
    /// Decides on a record by its number: records up to the last number are ignored, jumps are gaps.
    func decide(sequence: Int64, first: Int64, epoch: Int64, last: Int64, floor: Int64) -> InboxDecision
    /// Interprets the offsets of a batch: a newer epoch resets to offset 0, skipped offsets are gaps.
    func read(
        _ records: [(offset: Int64, epoch: Int64)], at position: inout PartitionPosition
    ) -> PartitionPosition.Reading
    /// The record before the position is read again, on assignment and after a reconnect.
    var readsOneRecordBack: Bool { get }
    /// Consumption resumes from offsets in the service's own schema, updated in the transaction of the effects.
    var resumesFromOwnOffsets: Bool { get }
    /// Ordered events wait behind a dead letter of their resource.
    var parksBehindDeadLetters: Bool { get }
    /// A dead letter ends its operation as failed.
    var endsOperationsOfDeadLetters: Bool { get }
    /// Re-emitted snapshots reach projections only.
    var keepsSnapshotsToProjections: Bool { get }
    /// An event that can never be processed becomes a dead letter; otherwise it would block its partition.
    var setsAside: Bool { get }
    /// Events of an erased account are skipped.
    var skipsErased: Bool { get }
    /// Relays detect a lost log by cluster id and log end.
    var detectsLostLogs: Bool { get }
    /// A delivery report at or below the remembered offset means that the log was replaced.
    var checksDeliveryReports: Bool { get }
    /// A relay limits the unread data of a partition to the cap, measured from the slowest committed offset.
    var keepsWithinCap: Bool { get }
}

extension DeliveryRules {
    package func decide(sequence: Int64, first: Int64, epoch: Int64, last: Int64, floor: Int64) -> InboxDecision {
        InboxDecision.decide(sequence: sequence, first: first, epoch: epoch, last: last, floor: floor)
    }

    package func read(
        _ records: [(offset: Int64, epoch: Int64)], at position: inout PartitionPosition
    ) -> PartitionPosition.Reading {
        position.read(records)
    }

    package var readsOneRecordBack: Bool { true }
    package var resumesFromOwnOffsets: Bool { true }
    package var parksBehindDeadLetters: Bool { true }
    package var endsOperationsOfDeadLetters: Bool { true }
    package var keepsSnapshotsToProjections: Bool { true }
    package var setsAside: Bool { true }
    package var skipsErased: Bool { true }
    package var detectsLostLogs: Bool { true }
    package var checksDeliveryReports: Bool { true }
    package var keepsWithinCap: Bool { true }
}

/// The rules of every service.
package struct StandardDelivery: DeliveryRules {
    package init() {}
}
