import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Executes the staff's decision on a submission: once, and only while it is pending (GW-26, OPS-20).
package struct DecideSubmission: EventHandler {
    let writer: SubmissionWriter

    package func handle(_ event: Event<ReviewFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await FoodSubmissionRepository.lock(order.submissionID, of: order.accountID, in: transaction)
        guard var submission = stored else { throw Rejection(.notFound) }
        // Withdrawn or decided meanwhile: publishing it again corrects outdated copies.
        guard submission.state == .pending else { return try writer.tell(submission, in: transaction) }
        submission.version += 1
        submission.state = order.isAccepted ? .accepted : .refused
        submission.reason = order.reason
        submission.changedAt = try transaction.eventTime()
        if order.isAccepted { submission.foodID = try await writer.publish(submission, in: transaction) }
        try await writer.save(submission, in: transaction)
    }
}
