import Messaging

/// The personal data of `nutrition`.
package enum NutritionErasure {
    /// The erasure of each table.
    package static let list = ErasureList([
        .rows(of: "meals"),
        .rows(of: "days"),
        .rows(of: "goals"),
        .rows(of: "goal_periods"),
        .rows(of: "saved_foods"),
        .rows(of: "own_foods"),
        .rows(of: "food_submissions"),
    ])
}
