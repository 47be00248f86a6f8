import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Withdraws a pending submission; decided submissions do not change.
package struct TakeBackSubmission: EventHandler {
    let writer: SubmissionWriter

    package func handle(_ event: Event<WithdrawFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await FoodSubmissionRepository.lock(
            command.submissionID, of: command.accountID, in: transaction)
        guard var submission = stored else { throw Rejection(.notFound) }
        switch submission.state {
        case .withdrawn: return try writer.publishState(submission, in: transaction)
        case .accepted, .refused: throw Rejection(.conflict, detail: "A decision has already been made.")
        case .pending: break
        }
        submission.version += 1
        submission.state = .withdrawn
        submission.changedAt = try transaction.eventTime()
        try await writer.save(submission, in: transaction)
    }
}
