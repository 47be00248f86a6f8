import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import NutritionService
import Postgres

/// The foods that everybody has, as an operator takes them out and in: rows in `nutrition`'s schema, which holds nothing of
/// anybody there.
struct FoodOrders: Sendable {
    let database: OperatorDatabase

    private static let schema = "nutrition"
    private let foods = CatalogueFoodRepository()

    init(database: OperatorDatabase) {
        self.database = database
    }

    /// What came of a file.
    struct Outcome: Encodable, Sendable, Equatable {
        /// Foods that are now as the file says.
        var changed = 0
        /// Foods that were so before.
        var same = 0
        /// Lines that are no food that can be kept.
        var refused: [Int] = []
    }

    /// Every food that everybody has, by its id.
    func all() async throws -> [CatalogueFood] { try await library().all }

    /// Makes foods what a file says; what it does not name stays.
    ///
    /// The service finds them with its next meal. The gateway learns of them when they are sent again.
    func take(_ lines: [(line: Int, food: FoodLine?)], isDryRun: Bool, at now: Date) async throws -> Outcome {
        let known = try await library()
        var outcome = Outcome(), changes: [FoodLine] = []
        for (line, food) in lines {
            guard let food, let id = FoodID(food.id), food.food.fault == nil,
                CatalogueFood.Origin(rawValue: food.origin) != nil,
                known.shipped(id) != nil || id.source == SubmissionDesk.source
            else {
                outcome.refused.append(line)
                continue
            }
            if known[id]?.told == food.food { outcome.same += 1 } else { changes.append(food) }
        }
        outcome.changed = changes.count
        guard !isDryRun, !changes.isEmpty else { return outcome }
        try await AuditLog(database: database).record(.importFoods, "\(changes.count) foods")
        let foods = foods, orders = changes
        try await database.withSchema(Self.schema) { pool in
            try await pool.withTransaction { transaction in
                for order in orders {
                    let stored = try await foods.lock(order.id, in: transaction)
                    let origin = order.origin == CatalogueFood.Origin.submission.rawValue ? order.origin : "staff"
                    _ = try await foods.save(
                        CatalogueFoodChanged(
                            foodID: order.id, version: (stored?.version ?? 0) + 1, origin: origin, food: order.food,
                            changedAt: now), in: transaction)
                }
            }
        }
        let topic = CatalogueFoodChanged.topic.name
        _ = try await RepublishRequests(database: database).place(
            RepublishOrder(topics: [topic], services: [], range: .snapshots))
        return outcome
    }

    private func library() async throws -> FoodLibrary {
        let shipped = try FoodLibrary.builtIn(), foods = foods
        let changes = try await database.withSchema(Self.schema) { try await foods.changes(after: 0, in: $0) }
        return changes.map { shipped.applying($0.foods, upTo: $0.revision) } ?? shipped
    }
}
