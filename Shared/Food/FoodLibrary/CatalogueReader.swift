import CMalloc
import EventContracts
import FoodCatalogue
import ServiceRuntime
import Synchronization

/// Reads the foods of releases, one release at a time and outside the threads of Swift's tasks.
///
/// A file that cannot be used is not retried for a while, since hashing a hundred megabytes every second is wasteful.
package final class CatalogueReader: Sendable {
    /// Pause before a file that could not be used is tried again.
    package static let pause = Duration.seconds(30)

    /// A release that could not be used, and when it may be tried again.
    private struct Left {
        let version: Int64
        let until: ContinuousClock.Instant
        let error: CatalogueFileError
    }

    private let files: CatalogueFiles?
    private let lanes = WorkLanes(label: "imported foods", lanes: 1, capacity: 4)
    /// Unusable releases by their source.
    private let left = Mutex<[String: Left]>([:])

    /// Creates a reader of a catalog store; without a store no release is readable.
    package init(_ files: CatalogueFiles?) {
        self.files = files
    }

    /// The foods of a release; nil for a withdrawn one.
    ///
    /// - Throws: Why the foods are not available now.
    package func foods(of release: CatalogueReleased) async throws(CatalogueFileError) -> ReleasedFoods? {
        guard release.withdrawnAt == nil else { return nil }
        guard let files else { throw .noDirectory }
        if let rest = left.withLock({ $0[release.source] }), rest.version == release.version, rest.until > .now {
            throw rest.error
        }
        let read: Result<ReleasedFoods, CatalogueFileError>
        do {
            read = try await lanes.run {
                // Indexing 400,000 names allocates 200 MB in small blocks, which glibc would otherwise never return.
                defer { _ = malloc_trim(0) }
                return Result { () throws(CatalogueFileError) in try files.foods(of: release) }
            }
        } catch {
            throw .busy
        }
        if case .failure(let error) = read {
            left.withLock {
                $0[release.source] = Left(version: release.version, until: .now + Self.pause, error: error)
            }
        }
        return try read.get()
    }
}
