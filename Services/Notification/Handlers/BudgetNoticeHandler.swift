import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Creates one notice per exceeded period of a budget; if a changed budget is exceeded too, the notice is rewritten
/// (NOT-07).
package struct BudgetNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [BudgetExceeded]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<BudgetExceeded>, in transaction: borrowing Transaction) async throws {
        let told = event.body
        try await inboxWriter.put(Self.entry(of: told), in: transaction) { voice in
            let excess = try await inboxWriter.sealer.open(
                told.excess, .budgetExcess(told.budgetID, of: told.accountID))
            return BudgetNoticeWriter(texts: voice.texts).text(
                of: excess, since: told.from, isShared: told.memberID != nil, in: voice.language)
        }
    }

    private static func entry(of told: BudgetExceeded) -> NoticeEntry {
        var entry = NoticeEntry(
            .budgetExceeded, of: told.accountID, cause: cause(of: told.budgetID, from: told.from, told: told.memberID),
            id: noticeID(of: told.budgetID, from: told.from, told: told.memberID))
        entry.version = told.version
        entry.state = "version:\(told.version)"
        entry.followsVersions = true
        entry.budgetID = told.budgetID
        return entry
    }

    /// The id of the notice about a budget's period; for a household's budget each member has one.
    package static func noticeID(
        of budget: BudgetID, from day: CalendarDay, told member: HouseholdMemberID? = nil
    ) -> NoticeID {
        let cause = cause(of: budget, from: day, told: member)
        return NoticeID(NamedUUID.make("notice/\(NoticeKind.budgetExceeded.rawValue)/\(cause)"))
    }

    private static func cause(of budget: BudgetID, from day: CalendarDay, told member: HouseholdMemberID?) -> String {
        "\(budget)/\(day)" + (member.map { "/\($0)" } ?? "")
    }
}
