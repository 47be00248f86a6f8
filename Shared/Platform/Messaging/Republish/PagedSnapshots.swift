import EventContracts
import Postgres

/// Snapshots of resources that belong to accounts, read in pages in the order of their ids.
package struct PagedSnapshots<Body: EventBody, ID: Identifier>: SnapshotSource {
    /// Reads at most `limit` resources after the given id, in the order of ids.
    package typealias Page = @Sendable (_ after: ID?, _ limit: Int, borrowing Transaction) async throws -> [Body]

    private let page: Page
    private let identify: @Sendable (Body) -> (account: AccountID, resource: ID)

    /// - Parameters:
    ///   - page: Reads a page.
    ///   - identify: Returns the account and id of a resource.
    package init(page: @escaping Page, identify: @escaping @Sendable (Body) -> (account: AccountID, resource: ID)) {
        self.page = page
        self.identify = identify
    }

    package var topic: Topic { Body.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let resources = try await page(cursor.flatMap(ID.init(text:)), limit, transaction)
        for resource in resources {
            let id = identify(resource)
            try transaction.append(resource, key: id.account, subject: id.resource, isSnapshot: true)
        }
        return resources.count < limit ? nil : resources.last.map { identify($0).resource.description }
    }
}
