import EventContracts
import Foundation

/// A lesson with its similarity to a food.
package struct Recollection: Sendable, Equatable {
    /// The food that the lesson assigns.
    package struct Meaning: Sendable, Hashable {
        package var foodID: String?
        package var savedFoodID: SavedFoodID?
        /// The name, sealed for the region of the lesson.
        package var name: [UInt8]?
        /// Nutrient figures typed by the person, if the lesson has no food.
        package var figures: TaughtFigures?

        package init(
            foodID: String? = nil, savedFoodID: SavedFoodID? = nil, name: [UInt8]? = nil,
            figures: TaughtFigures? = nil
        ) {
            self.foodID = foodID
            self.savedFoodID = savedFoodID
            self.name = name
            self.figures = figures
        }
    }

    package var region: RegionID
    package var meaning: Meaning
    package var similarity: Double
    package var isShared: Bool
    package var taughtAt: Date
    /// The mass given by the person; nil in lessons of other people.
    package var milligrams: Int64?

    package init(
        region: RegionID, meaning: Meaning, similarity: Double, isShared: Bool, taughtAt: Date,
        milligrams: Int64? = nil
    ) {
        self.region = region
        self.meaning = meaning
        self.similarity = similarity
        self.isShared = isShared
        self.taughtAt = taughtAt
        self.milligrams = milligrams
    }
}

/// Decides whether a food matches a lesson; pure.
///
/// The thresholds are measured on the validation split (`Services/Vision/Training/taught.py`, see the README beside
/// it): photos of an object with a lesson from one other photo of it, compared with photos of other foods.
package enum RecallRules {
    /// Minimum cosine between a food and a lesson if the model has no name for the food, and if it is certain of one;
    /// interpolated between these cases.
    static let unnamed = 0.83, sure = 0.93
    /// Probability of a name from which the limit rises, and from which it is highest.
    static let doubted = 0.5, trusted = 0.95
    /// Additional cosine for other people's lessons, which never override a name that the model is certain of.
    static let shared = 0.04
    /// Lessons within this difference of the nearest one are equally good; the latest of them is used.
    static let even = 0.02

    /// The lesson that applies to a food.
    ///
    /// - Parameters:
    ///   - label: The model's label.
    ///   - score: The label's probability.
    ///   - known: Similar lessons in any order: the person's and shared ones.
    /// - Returns: The lesson; nil if none applies.
    package static func recollection(of label: String, score: Double, among known: [Recollection]) -> Recollection? {
        let limit = limit(of: label, score: score)
        let own = best(known.filter { !$0.isShared }, atLeast: limit)
        if let own { return own }
        guard label == FoodLabels.otherFood || score < trusted else { return nil }
        return best(known.filter(\.isShared), atLeast: limit + shared)
    }

    /// The minimum cosine of a matching lesson.
    static func limit(of label: String, score: Double) -> Double {
        guard label != FoodLabels.otherFood else { return unnamed }
        let trust = min(1, max(0, (score - doubted) / (trusted - doubted)))
        return unnamed + trust * (sure - unnamed)
    }

    private static func best(_ known: [Recollection], atLeast limit: Double) -> Recollection? {
        guard let nearest = known.max(by: { $0.similarity < $1.similarity }), nearest.similarity >= limit else {
            return nil
        }
        let even = known.filter { $0.similarity >= max(limit, nearest.similarity - Self.even) }
        return even.max { ($0.taughtAt, $0.similarity) < ($1.taughtAt, $1.similarity) } ?? nearest
    }

    /// Reasons to review a lesson carefully before it is shared.
    ///
    /// - Parameters:
    ///   - food: The taught food.
    ///   - label: The model's label.
    ///   - score: The label's probability.
    ///   - shared: Similar shared lessons.
    /// - Returns: The doubts, sorted.
    package static func doubts(
        of food: String, label: String, score: Double, among shared: [Recollection]
    ) -> [LessonDoubt] {
        var doubts: [LessonDoubt] = []
        if shared.contains(where: { $0.similarity >= unnamed && $0.meaning.foodID != food }) {
            doubts.append(.contradictsShared)
        }
        if label != FoodLabels.otherFood, score >= trusted { doubts.append(.modelWasSure) }
        return doubts
    }
}
