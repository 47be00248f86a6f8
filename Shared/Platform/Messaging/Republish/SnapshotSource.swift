import EventContracts
import Postgres

/// Provides the current state of all resources of a topic, so that projections can be rebuilt after pruning.
package protocol SnapshotSource: Sendable {
    /// The topic of the resources.
    var topic: Topic { get }

    /// Appends a page of resources as snapshots (`isSnapshot: true`), in the order of a key.
    ///
    /// - Parameters:
    ///   - cursor: The end of the previous page; nil for the first.
    ///   - limit: Maximum number of resources per page.
    ///   - transaction: The transaction for reading and appending.
    /// - Returns: The end of this page; nil for the last.
    /// - Throws: `PostgresError`.
    func appendPage(after cursor: String?, limit: Int, in transaction: borrowing Transaction) async throws -> String?
}
