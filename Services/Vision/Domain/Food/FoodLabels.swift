import Foundation

/// The meaning of the models' outputs, read from `labels.json` beside the models.
package struct FoodLabels: Sendable, Decodable {
    /// Indices of vessels among COCO's classes.
    package struct Vessels: Sendable, Decodable {
        let bowl: Int
    }

    /// The names in the order of the classifier's probabilities.
    package let names: [String]
    /// The roles in the order of the finder's scores, after the score for food.
    package let roles: [String]
    /// Generic foods, such as "rice", which other models may name; the classifier knows only some of them.
    package let generic: [String]
    /// Indices of foods among COCO's classes by name; used to check the classifier.
    package let coco: [String: Int]
    package let vessels: Vessels
    /// Minimum food score of a detected food.
    package let foodThreshold: Double
    /// Minimum score of a COCO food that provides a name if the classifier cannot.
    package let cocoThreshold: Double
    /// Minimum score of a plate or bowl.
    package let vesselThreshold: Double

    /// Labels of food without a name, and of non-food.
    package static let otherFood = "other food", notFood = "not food"
    /// The minimum score of a role.
    private static let surestRole = 0.3

    /// All names that a food can get.
    package var foods: [String] {
        Set(names).union(coco.keys).union(generic).subtracting([Self.otherFood, Self.notFood]).sorted()
    }

    /// The name of a region, from the classifier's probabilities and COCO's scores of the same detection.
    package func name(_ probabilities: [Double], coco scores: [Double]?) -> (name: String, score: Double) {
        guard let best = probabilities.indices.max(by: { probabilities[$0] < probabilities[$1] }) else {
            return (Self.notFood, 0)
        }
        let named = (name: names[best], score: probabilities[best])
        guard named.name == Self.otherFood, let scores else { return named }
        let second = coco.max { (scores[$0.value], $1.key) < (scores[$1.value], $0.key) }
        guard let second, scores[second.value] >= cocoThreshold else { return named }
        return (second.key, scores[second.value])
    }

    /// The role of a food on a tray, if it is clear.
    package func role(_ scores: [Double]) -> String? {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= Self.surestRole else {
            return nil
        }
        return roles[best]
    }
}
