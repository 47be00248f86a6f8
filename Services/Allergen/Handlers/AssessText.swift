import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Assesses the ingredient list that a person sent, or keeps it until the profile it was promised has arrived.
///
/// It never waits in the handler, since the profile comes by the same partition (ALG-03).
package struct AssessText: EventHandler {
    let lock: AccountLock
    let profiles: ProfileRepository
    let pending: PendingScanRepository
    let desk: ScanDesk

    package func handle(_ event: Event<AssessLabelText>, in transaction: borrowing Transaction) async throws {
        let order = event.body, scan = LabelScan(order)
        try LabelLimits.check(order)
        let text = try await desk.assessor.open(scan)
        try await lock.take(order.accountID, in: transaction)
        let profile = try await profiles.find(order.accountID, in: transaction)
        if profile?.version ?? 0 >= order.profileVersion {
            return try await desk.answer(
                scan, text: text, by: ScanBasis(profile, desk.assessor.sealer), in: transaction)
        }
        let waiting = PendingScan(scan: scan, profileVersion: order.profileVersion, cause: event.attributes)
        let deadline = try transaction.eventTime().addingTimeInterval(PendingScanSweeper.patience)
        try await pending.add(waiting, deadline: deadline, in: transaction)
    }
}

extension PendingScan {
    /// A scan that waits, with the order that `cause` was.
    fileprivate init(scan: LabelScan, profileVersion: Int64, cause: EventAttributes) {
        self.init(
            scan: scan, profileVersion: profileVersion, eventID: cause.id, correlationID: cause.correlationID,
            operationID: cause.operationID, traceparent: cause.traceparent)
    }
}
