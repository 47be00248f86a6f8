import Foundation
import IngestionCore

/// A meal as it was for a time, as its owner sees it.
struct MealVersionView: Encodable, Sendable {
    let version: Int64
    /// Since when it was so.
    let at: Date
    /// Whether it was deleted with this version.
    let deleted: Bool
    let meal: MealView
}
