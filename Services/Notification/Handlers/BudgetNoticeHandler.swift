import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Creates one notice per exceeded period of a budget; if a changed budget is exceeded too, the notice is updated
/// (NOT-07).
package struct BudgetNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [BudgetExceeded]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<BudgetExceeded>, in transaction: borrowing Transaction) async throws {
        let published = event.body
        try await inboxWriter.put(Self.entry(of: published), in: transaction) { voice in
            let excess = try await inboxWriter.sealer.open(
                published.excess, .budgetExcess(published.budgetID, of: published.accountID))
            return BudgetNoticeWriter(texts: voice.texts).text(
                of: excess, since: published.from, isShared: published.memberID != nil, in: voice.language)
        }
    }

    private static func entry(of published: BudgetExceeded) -> NoticeEntry {
        var entry = NoticeEntry(
            .budgetExceeded, of: published.accountID,
            cause: cause(of: published.budgetID, from: published.from, published: published.memberID),
            id: noticeID(of: published.budgetID, from: published.from, published: published.memberID))
        entry.version = published.version
        entry.state = "version:\(published.version)"
        entry.followsVersions = true
        entry.budgetID = published.budgetID
        return entry
    }

    /// The id of the notice about a budget's period; for a household budget it differs for each member.
    package static func noticeID(
        of budget: BudgetID, from day: CalendarDay, published member: HouseholdMemberID? = nil
    ) -> NoticeID {
        let cause = cause(of: budget, from: day, published: member)
        return NoticeID(NamedUUID.make("notice/\(NoticeKind.budgetExceeded.rawValue)/\(cause)"))
    }

    private static func cause(of budget: BudgetID, from day: CalendarDay, published member: HouseholdMemberID?)
        -> String
    {
        "\(budget)/\(day)" + (member.map { "/\($0)" } ?? "")
    }
}
