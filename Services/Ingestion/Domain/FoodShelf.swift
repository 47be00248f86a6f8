import FoodCatalogue
import ServiceRuntime

/// The built-in foods, and finding them: on lanes of its own, since that is computing and nothing else.
///
/// They are read once for the process, when somebody first asks for a food, in about 0.1 s.
package struct FoodShelf: Sendable {
    private struct Contents: Sendable {
        let catalogue: FoodCatalogue
        let index: FoodIndex

        /// Built with the first look at it; damaged tables stay damaged.
        static let builtIn = Result {
            let catalogue = try FoodCatalogue.builtIn()
            return Contents(catalogue: catalogue, index: FoodIndex(catalogue))
        }
    }

    /// Searches at once; each takes about a millisecond.
    private static let searchers = 2
    /// Searches that may wait.
    private static let queue = 200

    /// How long a client should wait when the queue is full.
    private static let retryAfterSeconds: Int64 = 1

    private let lanes = WorkLanes(label: "foods", lanes: Self.searchers, capacity: Self.queue)

    /// The foods that fit what was typed, the best first.
    ///
    /// - Throws: `ProblemDetails` when too many search; `FoodTableError` when the tables in the program are damaged.
    func search(
        _ query: String, language: FoodLanguage, limit: Int
    ) async throws -> [(food: CatalogueFood, isMisspelled: Bool)] {
        try await look { contents in
            contents.index.search(query, language: language, limit: limit).map {
                (contents.catalogue.foods[$0.food], $0.isMisspelled)
            }
        }
    }

    /// The food with an id.
    ///
    /// - Throws: As `search`.
    func food(_ id: FoodID) async throws -> CatalogueFood? {
        try await look { $0.catalogue[id] }
    }

    /// The foods with these ids, as far as there are any.
    ///
    /// - Throws: As `search`.
    func foods(_ ids: [FoodID]) async throws -> [CatalogueFood] {
        guard !ids.isEmpty else { return [] }
        return try await look { contents in ids.compactMap { contents.catalogue[$0] } }
    }

    private func look<Output: Sendable>(_ body: @escaping @Sendable (Contents) -> Output) async throws -> Output {
        do {
            return try await lanes.run { Contents.builtIn.map(body) }.get()
        } catch is WorkLanes.Full {
            throw ProblemDetails(
                .tooManyRequests, detail: "Too many people are looking for foods at this moment.",
                extensions: [ProblemDetails.retryAfter: .integer(Self.retryAfterSeconds)])
        }
    }
}
