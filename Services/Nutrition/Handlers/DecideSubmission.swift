import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Executes the staff's decision on a submission: once, and only while it is pending (GW-26, OPS-20).
package struct DecideSubmission: EventHandler {
    let writer: SubmissionWriter

    package func handle(_ event: Event<ReviewFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await FoodSubmissionRepository.lock(
            command.submissionID, of: command.accountID, in: transaction)
        guard var submission = stored else { throw Rejection(.notFound) }
        // The submission was withdrawn or decided in the meantime; publishing it again corrects outdated copies.
        guard submission.state == .pending else { return try writer.publishState(submission, in: transaction) }
        submission.version += 1
        submission.state = command.isAccepted ? .accepted : .refused
        submission.reason = command.reason
        submission.changedAt = try transaction.eventTime()
        if command.isAccepted { submission.foodID = try await writer.publish(submission, in: transaction) }
        try await writer.save(submission, in: transaction)
    }
}
