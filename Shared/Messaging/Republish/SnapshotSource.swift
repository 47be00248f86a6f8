import EventContracts
import Postgres

/// Gives the current state of every resource of a topic, so that projections can be rebuilt whatever was pruned.
package protocol SnapshotSource: Sendable {
    /// The topic whose resources it knows.
    var topic: Topic { get }

    /// Appends a page of resources as snapshots (`isSnapshot: true`), in the order of some key.
    ///
    /// - Parameters:
    ///   - cursor: where the page before ended; nil for the first.
    ///   - limit: most resources of a page.
    ///   - transaction: what the page is read and appended in.
    /// - Returns: where this page ended; nil when it was the last.
    /// - Throws: `PostgresError`.
    func appendPage(after cursor: String?, limit: Int, in transaction: borrowing Transaction) async throws -> String?
}
