import EventContracts
import Messaging
import Postgres

/// Republishes the facts of all products, for rebuilding projections.
package struct ProductSnapshots: SnapshotSource {
    package var topic: Topic { ProductChanged.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let page = try await ProductRepository.page(after: cursor, limit: limit, in: transaction)
        for product in page {
            try transaction.append(product, key: product.gtin, subject: product.gtin, isSnapshot: true)
        }
        return page.count < limit ? nil : page.last?.gtin.digits
    }
}
