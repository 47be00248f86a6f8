import EventContracts
import FoodCatalogue
import FoodLibrary
import Postgres
import ServiceRuntime
import Synchronization

/// The foods that everybody has, and finding them: on lanes of its own, since that is computing and nothing else.
///
/// Those of the program are read once for the process, when somebody first asks for a food, in about 0.1 s; what the staff
/// changed and what was imported since is looked for every second.
package final class FoodSearch: Sendable {
    /// How often to look for changes.
    package static let interval = Duration.seconds(1)
    /// Searches at once; each takes about a millisecond.
    private static let searchers = 2
    /// Searches that may wait.
    private static let queue = 200

    /// How long a client should wait when the queue is full.
    private static let retryAfterSeconds: Int64 = 1

    private let database: PostgresPool
    private let reader: CatalogueReader
    private let lanes = WorkLanes(label: "foods", lanes: FoodSearch.searchers, capacity: FoodSearch.queue)
    /// Nil until somebody asks.
    private let library = Mutex<FoodLibrary?>(nil)

    /// A shelf of what the gateway's database tells, with the tables that lie in a catalogue store.
    package init(database: PostgresPool, files: CatalogueFiles? = nil) {
        self.database = database
        reader = CatalogueReader(files)
    }

    /// Takes in what changed since the last look, if anybody has asked for a food yet, and what was imported.
    ///
    /// - Throws: A `PostgresError`; a `CatalogueFileError` when an imported table cannot be had; `ProblemDetails` when too
    ///   many search.
    package func refresh() async throws {
        if let known = library.withLock(\.self) { try await takeChanges(since: known) }
        try await takeReleases()
    }

    /// The foods that fit what was typed, the best first.
    ///
    /// - Throws: `ProblemDetails` when too many search; `FoodTableError` when the tables in the program are damaged; a
    ///   `PostgresError`.
    package func search(
        _ query: String, language: FoodLanguage, limit: Int
    ) async throws -> [FoodLibrary.Match] {
        try await look { $0.search(query, language: language, limit: limit) }
    }

    /// The food with a barcode that everybody has.
    ///
    /// - Throws: As `search`.
    package func food(_ barcode: GTIN) async throws -> CatalogueFood? {
        try await look { $0.food(barcode) }
    }

    /// The foods with these barcodes that everybody has.
    ///
    /// - Throws: As `search`.
    package func foods(_ barcodes: [GTIN]) async throws -> [GTIN: CatalogueFood] {
        guard !barcodes.isEmpty else { return [:] }
        return try await look { library in
            barcodes.reduce(into: [:]) { $0[$1] = library.food($1) }
        }
    }

    /// The food with an id.
    ///
    /// - Throws: As `search`.
    package func food(_ id: FoodID) async throws -> CatalogueFood? {
        try await look { $0[id] }
    }

    /// What the program itself says of a food, whatever was said since.
    ///
    /// - Throws: As `search`.
    package func shipped(_ id: FoodID) async throws -> CatalogueFood? {
        try await look { $0.shipped(id) }
    }

    /// The foods with these ids, as far as there are any.
    ///
    /// - Throws: As `search`.
    package func foods(_ ids: [FoodID]) async throws -> [CatalogueFood] {
        guard !ids.isEmpty else { return [] }
        return try await look { library in ids.compactMap { library[$0] } }
    }

    private func look<Output: Sendable>(_ body: @escaping @Sendable (FoodLibrary) -> Output) async throws -> Output {
        let known = try await current()
        return try await compute { body(known) }
    }

    /// The library as it is known; nobody sees it before what was told since is in it.
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

    /// Adds what was told since to what is known; whoever comes second begins anew with what the first has made.
    private func takeChanges(since first: FoodLibrary) async throws {
        var known = first
        while let news = try await CatalogueFoodRepository.changes(after: known.revision, in: database) {
            let before = known
            let newer = try await compute { before.applying(news.foods, upTo: news.revision) }
            if replace(before, by: newer) { return }
            known = library.withLock(\.self) ?? before
        }
    }

    /// Reads the tables that were imported since; one that cannot be had does not keep the others waiting.
    ///
    /// Nobody needs to have asked for a food yet: the first search is not to wait for a file.
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

    /// Makes a newer library the known one, unless somebody else has made another so meanwhile.
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
