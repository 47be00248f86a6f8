import EventContracts
import Messaging
import Postgres
import Quantities

/// Sends what every day amounts to again, for projections that are rebuilt.
package struct DaySnapshots: SnapshotSource {
    let days: DayRepository

    package var topic: Topic { DayChanged.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let place = cursor?.split(separator: "/").map(String.init) ?? []
        let account = place.first.flatMap(AccountID.init(text:)), day = place.last.flatMap { CalendarDay($0) }
        let page = try await days.page(after: account, day, limit: limit, in: transaction)
        for day in page { try transaction.append(day, key: day.accountID, subject: day.dayID, isSnapshot: true) }
        return page.count < limit ? nil : page.last.map { "\($0.accountID)/\($0.day)" }
    }
}
