import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Puts one notice into the inbox for each period that a budget did not hold in; a changed budget that does not hold
/// either writes it anew (NOT-07).
package struct TellOfBudget: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let tellings: TellingRepository
    let writer: BudgetNoticeWriter
    let sealer: Sealer

    package func readAhead(_ events: [BudgetExceeded]) -> [AheadQuery] {
        [
            notices.readAhead(events.map(Self.noticeID)),
            accounts.readAhead(events.map(\.accountID)),
        ]
    }

    package func handle(_ event: Event<BudgetExceeded>, in transaction: borrowing Transaction) async throws {
        let told = event.body, id = Self.noticeID(of: told)
        let record = try await notices.lockRecord(id, of: told.accountID, in: transaction)
        let state = "version:\(told.version)", now = try transaction.eventTime()
        let step = NoticeRecord.step(
            from: record, causeVersion: told.version, causeState: state, isRecheck: false)
        switch step {
        case .ignore:
            return
        case .create:
            let notice = try await notice(told, version: 1, createdAt: now, in: transaction)
            try notices.save(notice, causeVersion: told.version, causeState: state, in: transaction)
            try tellings.note(notice, at: now, in: transaction)
            try transaction.append(NoticeCreated(notice: notice), key: told.accountID, subject: id)
        case .change(let version, let isCorrection, let readAt, let deletedAt):
            var notice = try await notice(
                told, version: version, createdAt: record?.createdAt ?? now, in: transaction)
            notice.readAt = readAt
            notice.deletedAt = deletedAt
            try notices.save(notice, causeVersion: told.version, causeState: state, in: transaction)
            if isCorrection { try tellings.note(notice, at: now, in: transaction) }
            try transaction.append(NoticeChanged(notice: notice), key: told.accountID, subject: id)
        }
    }

    private func notice(
        _ told: BudgetExceeded, version: Int64, createdAt: Date, in transaction: borrowing Transaction
    ) async throws -> Notice {
        let person = try await accounts.find(told.accountID, in: transaction)
        let excess = try await sealer.open(told.excess, .budgetExcess(told.budgetID, of: told.accountID))
        let text = writer.text(
            of: excess, since: told.from, isShared: told.memberID != nil, in: NoticeLanguage(locale: person?.locale))
        let id = Self.noticeID(of: told)
        return Notice(
            accountID: told.accountID, noticeID: id, version: version, kind: .budgetExceeded,
            causeID: Self.cause(of: told.budgetID, from: told.from, told: told.memberID), budgetID: told.budgetID,
            urgency: .notice,
            text: try await sealer.seal(text, .noticeText(id, of: told.accountID)), createdAt: createdAt, readAt: nil,
            deletedAt: nil)
    }

    private static func noticeID(of told: BudgetExceeded) -> NoticeID {
        noticeID(of: told.budgetID, from: told.from, told: told.memberID)
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
