import EventContracts
import FoodCatalogue
import FoodLibrary
import Postgres
import ServiceRuntime
import Synchronization

/// Searches the food catalog, on separate lanes, since searching is pure computing.
///
/// The built-in foods are loaded once per process, at the first search, in about 0.1 s; changes by the staff and
/// imports are checked every second.
package final class FoodSearch: Sendable {
    /// Polling interval for changes.
    package static let interval = Duration.seconds(1)
    /// Number of concurrent searches; each takes about a millisecond.
    private static let searchers = 2
    /// Maximum number of waiting searches.
    private static let queue = 200

    /// `Retry-After` in seconds when the queue is full.
    private static let retryAfterSeconds: Int64 = 1

    private let database: PostgresPool
    private let reader: CatalogueReader
    private let lanes = WorkLanes(label: "foods", lanes: FoodSearch.searchers, capacity: FoodSearch.queue)
    /// The loaded library; nil before the first search.
    private let library = Mutex<FoodLibrary?>(nil)

    /// Combines the foods in the gateway's database with the tables in a catalog store.
    package init(database: PostgresPool, files: CatalogueFiles? = nil) {
        self.database = database
        reader = CatalogueReader(files)
    }

    /// Loads changes since the last check, if foods have been searched before, and imported tables.
    ///
    /// - Throws: A `PostgresError`; a `CatalogueFileError` if an imported table is not available; `ProblemDetails` if
    ///   too many searches wait.
    package func refresh() async throws {
        if let known = library.withLock(\.self) { try await takeChanges(since: known) }
        try await takeReleases()
    }

    /// The foods that match a search text, the best first.
    ///
    /// - Throws: `ProblemDetails` if too many searches wait; `FoodTableError` if the built-in tables are damaged; a
    ///   `PostgresError`.
    package func search(
        _ query: String, language: FoodLanguage, limit: Int
    ) async throws -> [FoodLibrary.Match] {
        try await withLibrary { $0.search(query, language: language, limit: limit) }
    }

    /// The catalog food with a bar code.
    ///
    /// - Throws: The errors of `search`.
    package func food(_ barcode: GTIN) async throws -> CatalogueFood? {
        try await withLibrary { $0.food(barcode) }
    }

    /// The catalog foods with these bar codes.
    ///
    /// - Throws: The errors of `search`.
    package func foods(_ barcodes: [GTIN]) async throws -> [GTIN: CatalogueFood] {
        guard !barcodes.isEmpty else { return [:] }
        return try await withLibrary { library in
            barcodes.reduce(into: [:]) { $0[$1] = library.food($1) }
        }
    }

    /// The food with an id.
    ///
    /// - Throws: The errors of `search`.
    package func food(_ id: FoodID) async throws -> CatalogueFood? {
        try await withLibrary { $0[id] }
    }

    /// The food that a name usually means; nil if it means none or several.
    ///
    /// - Throws: The errors of `search`.
    package func food(named name: String, language: FoodLanguage) async throws -> CatalogueFood? {
        let found = try await withLibrary { $0.foods(named: name, language: language) }
        return found.count == 1 ? found[0] : nil
    }

    /// The built-in or imported facts about a food, without later changes.
    ///
    /// - Throws: The errors of `search`.
    package func shipped(_ id: FoodID) async throws -> CatalogueFood? {
        try await withLibrary { $0.shipped(id) }
    }

    /// The foods with these ids that exist.
    ///
    /// - Throws: The errors of `search`.
    package func foods(_ ids: [FoodID]) async throws -> [CatalogueFood] {
        guard !ids.isEmpty else { return [] }
        return try await withLibrary { library in ids.compactMap { library[$0] } }
    }

    private func withLibrary<Output: Sendable>(_ body: @escaping @Sendable (FoodLibrary) -> Output) async throws
        -> Output
    {
        let known = try await current()
        return try await compute { body(known) }
    }

    /// The current library; waits until pending changes are included.
    private func current() async throws -> FoodLibrary {
        if let known = library.withLock(\.self) { return known }
        let shipped = try await compute { Result { try FoodLibrary.builtIn() } }.get()
        var first = shipped
        if let news = try await CatalogueFoodRepository.changes(after: 0, in: database) {
            first = try await compute { shipped.applying(news.foods, upTo: news.revision) }
        }
        let read = first
        return library.withLock { known in
            let library = known ?? read
            known = library
            return library
        }
    }

    /// Adds pending changes to the library; a concurrent call starts again from the first call's result.
    private func takeChanges(since first: FoodLibrary) async throws {
        var known = first
        while let news = try await CatalogueFoodRepository.changes(after: known.revision, in: database) {
            let before = known
            let newer = try await compute { before.applying(news.foods, upTo: news.revision) }
            if replace(before, by: newer) { return }
            known = library.withLock(\.self) ?? before
        }
    }

    /// Loads newly imported tables; one that is not available does not delay the others.
    ///
    /// Runs even before the first search, so that the search need not wait for a file.
    private func takeReleases() async throws {
        var failure: CatalogueFileError?
        for release in try await CatalogueReleaseRepository.all(in: database) {
            if let known = library.withLock(\.self), known.version(of: release.source) >= release.version { continue }
            let foods: ReleasedFoods?
            do throws(CatalogueFileError) {
                foods = try await reader.foods(of: release)
            } catch {
                failure = error
                continue
            }
            var known = try await current(), isTaken = false
            while !isTaken {
                let before = known
                let newer = try await compute { before.releasing(release.source, version: release.version, foods) }
                isTaken = replace(before, by: newer)
                known = try await current()
            }
        }
        if let failure { throw failure }
    }

    /// Replaces the library, unless a concurrent call has replaced it meanwhile.
    private func replace(_ known: FoodLibrary, by newer: FoodLibrary) -> Bool {
        library.withLock { current in
            guard current?.stamp == known.stamp else { return false }
            current = newer
            return true
        }
    }

    private func compute<Output: Sendable>(_ body: @escaping @Sendable () -> Output) async throws -> Output {
        do {
            return try await lanes.run(body)
        } catch {
            throw ProblemDetails(
                .tooManyRequests, detail: "Too many food searches are running. Try again shortly.",
                extensions: [ProblemDetails.retryAfter: .integer(Self.retryAfterSeconds)])
        }
    }
}
