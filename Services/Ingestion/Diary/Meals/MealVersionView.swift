import Foundation
import IngestionCore

/// A past version of a meal, in the form for its owner.
struct MealVersionView: Encodable, Sendable {
    let version: Int64
    /// The time since which the version was current.
    let at: Date
    /// Whether the meal was deleted with this version.
    let deleted: Bool
    let meal: MealView
}
