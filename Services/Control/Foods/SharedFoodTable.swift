import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import NutritionService
import Postgres

/// Imports and exports the shared food catalog for an operator: rows in `nutrition`'s schema without personal data.
struct SharedFoodTable: Sendable {
    let database: OperatorDatabase

    private static let schema = "nutrition"
    private let files: CatalogueFiles?

    init(database: OperatorDatabase, files: CatalogueFiles? = nil) {
        self.database = database
        self.files = files
    }

    /// The result for a file.
    struct Outcome: Encodable, Sendable, Equatable {
        /// Number of foods changed to match the file.
        var changed = 0
        /// Number of foods that already matched the file.
        var same = 0
        /// Numbers of lines without a valid food.
        var refused: [Int] = []
    }

    /// All foods of the catalog.
    func all() async throws -> [CatalogueFood] { try await library().all }

    /// The catalog, including imported tables.
    ///
    /// - Throws: A `CatalogueFileError` if an imported table cannot be read.
    func library() async throws -> FoodLibrary {
        let shipped = try FoodLibrary.builtIn()
        let (changes, tables) = try await database.withSchema(Self.schema) { pool in
            (
                try await CatalogueFoodRepository.changes(after: 0, in: pool),
                try await CatalogueReleaseRepository.all(in: pool)
            )
        }
        var library = changes.map { shipped.applying($0.foods, upTo: $0.revision) } ?? shipped
        for table in tables {
            guard let files else { throw CatalogueFileError.noDirectory }
            let read = try table.withdrawnAt == nil ? files.foods(of: table) : nil
            library = library.releasing(table.source, version: table.version, read)
        }
        return library
    }

    /// Publishes a file as the newest release of a table; `nutrition` reads it within a second and informs the other
    /// services.
    ///
    /// - Parameters:
    ///   - source: The table.
    ///   - file: The file of the release; nil withdraws the table.
    ///   - now: The time.
    /// - Returns: The release; nil if there is nothing to withdraw, or the same file is already the newest.
    /// - Throws: `ControlFailure` on a concurrent release, or a `PostgresError`.
    func release(
        _ source: String, _ file: (name: String, sha256: String, bytes: Int64, foods: Int64, rejected: Int64)?,
        at now: Date
    ) async throws -> CatalogueReleased? {
        let newest = try await released().first { $0.source == source }
        let isInUse = newest.map { $0.withdrawnAt == nil } ?? false
        guard file.map({ $0.sha256 != newest?.sha256 || !isInUse }) ?? isInUse else { return nil }
        let what = file.map { "\($0.foods) foods of \(source): \($0.name)" } ?? "\(source) withdrawn"
        try await AuditLog(database: database).record(.importFoods, what)
        return try await database.withSchema(Self.schema) { pool in
            try await pool.withTransaction { transaction -> CatalogueReleased? in
                let known = try await CatalogueReleaseRepository.lock(source, in: transaction)
                let release: CatalogueReleased
                if let file {
                    if let known, known.sha256 == file.sha256, known.withdrawnAt == nil { return nil }
                    release = CatalogueReleased(
                        source: source, version: (known?.version ?? 0) + 1, uri: file.name, sha256: file.sha256,
                        bytes: file.bytes, foods: file.foods, releasedAt: now)
                } else {
                    guard var withdrawn = known, withdrawn.withdrawnAt == nil else { return nil }
                    withdrawn.version += 1
                    withdrawn.withdrawnAt = now
                    release = withdrawn
                }
                guard try await CatalogueReleaseRepository.save(release, rejected: file?.rejected ?? 0, in: transaction)
                else {
                    throw ControlFailure.problem("another release of \(source) was made at the same time")
                }
                return release
            }
        }
    }

    /// The newest release of each table.
    func released() async throws -> [CatalogueReleased] {
        try await database.withSchema(Self.schema) { try await CatalogueReleaseRepository.all(in: $0) }
    }

    /// Imports foods from a file; others stay unchanged.
    ///
    /// The service uses them from the next meal; the gateway gets them by republishing.
    func take(_ lines: [(line: Int, food: FoodLine?)], isDryRun: Bool, at now: Date) async throws -> Outcome {
        let known = try await library()
        var outcome = Outcome(), changes: [FoodLine] = []
        for (line, food) in lines {
            guard let food, let id = FoodID(food.id), food.food.fault == nil,
                CatalogueFood.Origin(rawValue: food.origin) != nil,
                known[id] != nil || known.shipped(id) != nil || id.source == SubmissionWriter.source
            else {
                outcome.refused.append(line)
                continue
            }
            if known[id]?.eventFood == food.food { outcome.same += 1 } else { changes.append(food) }
        }
        outcome.changed = changes.count
        guard !isDryRun, !changes.isEmpty else { return outcome }
        try await AuditLog(database: database).record(.importFoods, "\(changes.count) foods")
        let orders = changes
        try await database.withSchema(Self.schema) { pool in
            try await pool.withTransaction { transaction in
                for command in orders {
                    let stored = try await CatalogueFoodRepository.lock(command.id, in: transaction)
                    let origin = command.origin == CatalogueFood.Origin.submission.rawValue ? command.origin : "staff"
                    _ = try await CatalogueFoodRepository.save(
                        CatalogueFoodChanged(
                            foodID: command.id, version: (stored?.version ?? 0) + 1, origin: origin, food: command.food,
                            changedAt: now), in: transaction)
                }
            }
        }
        let topic = CatalogueFoodChanged.topic.name
        _ = try await RepublishRequests(database: database).place(
            RepublishSelection(topics: [topic], services: [], range: .snapshots))
        return outcome
    }
}
