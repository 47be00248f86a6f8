import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Puts one notice into the inbox for each period that a budget did not hold in; a changed budget that does not hold
/// either writes it anew (NOT-07).
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

    /// The one notice about a budget's period; of a household's budget each member has one.
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
