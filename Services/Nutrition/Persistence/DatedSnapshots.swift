import EventContracts
import Messaging
import Postgres
import Quantities

/// Snapshots of resources with one per person and day, read in pages in the order of account and day.
package struct DatedSnapshots<Body: EventBody>: SnapshotSource {
    /// Reads at most `limit` resources after an account's day.
    package typealias Page =
        @Sendable (_ after: AccountID?, _ day: CalendarDay?, _ limit: Int, borrowing Transaction) async throws -> [Body]
    /// The account, day and event subject of a row.
    package typealias Place = (account: AccountID, day: CalendarDay, subject: String)

    private let page: Page
    private let place: @Sendable (Body) -> Place

    /// - Parameters:
    ///   - page: Reads a page.
    ///   - place: Returns the account, the day and the subject of a resource.
    package init(page: @escaping Page, place: @escaping @Sendable (Body) -> Place) {
        self.page = page
        self.place = place
    }

    package var topic: Topic { Body.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let parts = cursor?.split(separator: "/").map(String.init) ?? []
        let account = parts.first.flatMap(AccountID.init(text:)), day = parts.last.flatMap { CalendarDay($0) }
        let bodies = try await page(account, day, limit, transaction)
        for body in bodies {
            let published = place(body)
            try transaction.append(body, key: published.account, subject: published.subject, isSnapshot: true)
        }
        guard bodies.count == limit, let last = bodies.last.map(place) else { return nil }
        return "\(last.account)/\(last.day)"
    }
}
