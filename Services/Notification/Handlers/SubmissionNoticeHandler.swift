import EventContracts
import Messaging
import Postgres
import Sealing

/// Notifies a person of the decision on their submitted food (NUT-33, OPS-20).
package struct SubmissionNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [FoodSubmissionChanged]) -> [AheadQuery] {
        inboxWriter.readAhead(events.map(Self.entry))
    }

    package func handle(_ event: Event<FoodSubmissionChanged>, in transaction: borrowing Transaction) async throws {
        let submission = event.body
        guard submission.state == .accepted || submission.state == .refused else { return }
        let words = try await inboxWriter.sealer.open(
            submission.food.words, .ownFoodWords(submission.ownFoodID, of: submission.accountID))
        try await inboxWriter.put(Self.entry(of: submission), in: transaction) {
            AccountNoticeWriter.text(of: submission, name: words.name, $0)
        }
    }

    /// The inbox entry about a submitted food.
    static func entry(of submission: FoodSubmissionChanged) -> NoticeEntry {
        var entry = NoticeEntry(
            .submissionReviewed, of: submission.accountID, cause: submission.submissionID.description)
        entry.version = submission.version
        entry.state = submission.state.rawValue
        entry.submissionID = submission.submissionID
        return entry
    }
}
