import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Messaging
import Postgres
import ServiceRuntime
import Synchronization

/// Provides the shared foods as of a transaction.
///
/// Built-in and imported tables and their changes are kept in memory; each access reads only newer changes, which are
/// rare. Imported tables are read in the background (`CatalogReleaseJob`), because that takes seconds.
package final class CatalogCache: Sendable {
    private let library: Mutex<FoodLibrary>
    private let awaited = Mutex<[String: Wait]>([:])

    /// The wait of commands for an imported table.
    private struct Wait {
        let version: Int64
        /// The time at which the first command began to wait.
        let since: Date
    }

    /// How long commands wait for a table, in seconds from the first command; reading 400,000 foods takes a while.
    package static let timeout: TimeInterval = 120

    package init(_ library: FoodLibrary) {
        self.library = Mutex(library)
    }

    /// The current foods; must be called before the transaction itself changes one.
    func current(in transaction: borrowing Transaction) async throws -> FoodKnowledge {
        while true {
            let known = library.withLock(\.self)
            guard let news = try await CatalogueFoodRepository.changes(after: known.revision, in: transaction) else {
                return FoodKnowledge(known)
            }
            let newer = known.applying(news.foods, upTo: news.revision)
            if replace(known, by: newer) { return FoodKnowledge(newer) }
        }
    }

    /// Delays a command that refers to an unknown food while it may be in an imported table that this instance has not
    /// read.
    ///
    /// If the table is still unread `timeout` after the first waiting command, for example because its file is lost,
    /// this and later commands are rejected until it has been read.
    ///
    /// - Parameters:
    ///   - source: The table named by the food's id; nil if the command names none, so that it may be any.
    ///   - transaction: The transaction of the command.
    /// - Throws: A `TransientFailure` while waiting, then a `Rejection` that names the table, or a `PostgresError`.
    func checkUpToDate(with source: String?, in transaction: borrowing Transaction) async throws {
        let known = library.withLock(\.self), now = try transaction.eventTime()
        var missing: String?
        for release in try await CatalogueReleaseRepository.all(in: transaction)
        where known.version(of: release.source) < release.version && source ?? release.source == release.source {
            guard isOverdue(release, at: now) else {
                throw TransientFailure("the foods of \(release.source) have not been read yet")
            }
            missing = release.source
        }
        guard let missing else { return }
        throw Rejection(
            .unavailable,
            detail: "The food may be in the table \(missing), which cannot be read at the moment. Try again later.")
    }

    /// Whether the wait for a table has timed out; it starts with the first command that needs the table.
    private func isOverdue(_ release: CatalogueReleased, at now: Date) -> Bool {
        awaited.withLock { waits in
            guard let wait = waits[release.source], wait.version == release.version else {
                waits[release.source] = Wait(version: release.version, since: now)
                return false
            }
            return now.timeIntervalSince(wait.since) >= Self.timeout
        }
    }

    /// The loaded version of a source's imported table; 0 without one.
    func version(of source: String) -> Int64 { library.withLock { $0.version(of: source) } }

    /// Adds an imported table, or removes a withdrawn one.
    func take(_ release: CatalogueReleased, _ foods: ReleasedFoods?) {
        while true {
            let known = library.withLock(\.self)
            guard known.version(of: release.source) < release.version else { return }
            guard replace(known, by: known.releasing(release.source, version: release.version, foods)) else { continue }
            awaited.withLock { $0[release.source] = nil }
            return
        }
    }

    /// Replaces the library, unless a concurrent call has replaced it meanwhile.
    private func replace(_ known: FoodLibrary, by newer: FoodLibrary) -> Bool {
        library.withLock { current in
            guard current.stamp == known.stamp else { return false }
            current = newer
            return true
        }
    }
}
