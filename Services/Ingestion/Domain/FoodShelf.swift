import FoodCatalogue
import FoodLibrary
import Postgres
import ServiceRuntime
import Synchronization

/// The foods that everybody has, and finding them: on lanes of its own, since that is computing and nothing else.
///
/// Those of the program are read once for the process, when somebody first asks for a food, in about 0.1 s; what the staff
/// changed since is looked for every second.
package final class FoodShelf: Sendable {
    /// How often to look for changes.
    package static let interval = Duration.seconds(1)
    /// Searches at once; each takes about a millisecond.
    private static let searchers = 2
    /// Searches that may wait.
    private static let queue = 200

    /// How long a client should wait when the queue is full.
    private static let retryAfterSeconds: Int64 = 1

    private let database: PostgresPool
    private let lanes = WorkLanes(label: "foods", lanes: FoodShelf.searchers, capacity: FoodShelf.queue)
    /// Nil until somebody asks.
    private let library = Mutex<FoodLibrary?>(nil)

    package init(database: PostgresPool) {
        self.database = database
    }

    /// Takes in what changed since the last look, if anybody has asked for a food yet.
    ///
    /// - Throws: A `PostgresError`; `ProblemDetails` when too many search.
    package func refresh() async throws {
        guard let known = library.withLock(\.self) else { return }
        try await takeChanges(since: known)
    }

    /// The foods that fit what was typed, the best first.
    ///
    /// - Throws: `ProblemDetails` when too many search; `FoodTableError` when the tables in the program are damaged; a
    ///   `PostgresError`.
    func search(
        _ query: String, language: FoodLanguage, limit: Int
    ) async throws -> [FoodLibrary.Match] {
        try await look { $0.search(query, language: language, limit: limit) }
    }

    /// The food with an id.
    ///
    /// - Throws: As `search`.
    func food(_ id: FoodID) async throws -> CatalogueFood? {
        try await look { $0[id] }
    }

    /// What the program itself says of a food, whatever was said since.
    ///
    /// - Throws: As `search`.
    func shipped(_ id: FoodID) async throws -> CatalogueFood? {
        try await look { $0.shipped(id) }
    }

    /// The foods with these ids, as far as there are any.
    ///
    /// - Throws: As `search`.
    func foods(_ ids: [FoodID]) async throws -> [CatalogueFood] {
        guard !ids.isEmpty else { return [] }
        return try await look { library in ids.compactMap { library[$0] } }
    }

    private func look<Output: Sendable>(_ body: @escaping @Sendable (FoodLibrary) -> Output) async throws -> Output {
        if let known = library.withLock(\.self) { return try await compute { body(known) } }
        let shipped = try await compute { Result { try FoodLibrary.builtIn() } }.get()
        let known = try await takeChanges(since: shipped)
        return try await compute { body(known) }
    }

    @discardableResult
    private func takeChanges(since known: FoodLibrary) async throws -> FoodLibrary {
        let news = try await CatalogueFoodRepository.changes(after: known.revision, in: database)
        let newer =
            if let news { try await compute { known.applying(news.foods, upTo: news.revision) } } else { known }
        library.withLock { if ($0?.revision ?? -1) < newer.revision { $0 = newer } }
        return newer
    }

    private func compute<Output: Sendable>(_ body: @escaping @Sendable () -> Output) async throws -> Output {
        do {
            return try await lanes.run(body)
        } catch {
            throw ProblemDetails(
                .tooManyRequests, detail: "Too many people are looking for foods at this moment.",
                extensions: [ProblemDetails.retryAfter: .integer(Self.retryAfterSeconds)])
        }
    }
}
