import Foundation

/// A name that an open vocabulary proposes for a food.
package struct VocabularyName: Sendable, Equatable {
    /// The recognizer's label for the food; nil if it has none.
    package var label: String?
    /// Names by language code; empty if all names are too long for the event.
    package var texts: [String: String]
    /// Probability of the name: 0…1.
    package var score: Double
    package var predictor: Predictor

    /// Minimum probability of a name that is used; chosen for this project, not measured.
    package static let minScore = 0.5

    package init(label: String? = nil, texts: [String: String], score: Double, predictor: Predictor) {
        self.label = label
        self.texts = texts
        self.score = score
        self.predictor = predictor
    }

    /// The name in a language; else in English, else in any language.
    package func text(in language: String) -> String? {
        texts[language] ?? texts["en"] ?? texts.min { $0.key < $1.key }?.value
    }

    /// Whether the name replaces the classifier's (ADR 0059).
    ///
    /// A lesson stays. A food without a label takes any sufficiently probable name; a label that the classifier doubts
    /// takes a more probable one.
    package func wins(over food: FoodPrediction.Food) -> Bool {
        guard food.recalled == nil, food.isDoubtful, score >= Self.minScore, label != food.label,
            label != nil || !texts.isEmpty
        else { return false }
        return food.label == FoodLabels.otherFood || score > food.score
    }
}

/// Turns cosines into probabilities, as image-text models are trained to.
package struct VocabularyCalibration: Sendable, Equatable {
    /// The divisor of cosines; above 0.
    package var temperature: Double
    /// The addend of a sigmoid; nil for a softmax over all names.
    package var bias: Double?

    package init(temperature: Double, bias: Double?) {
        self.temperature = temperature
        self.bias = bias
    }

    /// Probabilities of concepts, of which each has one or more names.
    ///
    /// By softmax, names of one concept add up; by sigmoid, the best name counts.
    ///
    /// - Parameters:
    ///   - cosines: One for each name.
    ///   - concepts: The concept of each name: 0 up to `count`, exclusive.
    ///   - count: Number of concepts.
    /// - Returns: A probability for each concept: 0…1.
    package func probabilities(of cosines: [Double], concepts: [Int], count: Int) -> [Double] {
        var result = [Double](repeating: 0, count: count)
        if let bias {
            for (cosine, concept) in zip(cosines, concepts) {
                result[concept] = max(result[concept], 1 / (1 + exp(-(cosine / temperature + bias))))
            }
            return result
        }
        guard let largest = cosines.max() else { return result }
        var sum = 0.0
        for (cosine, concept) in zip(cosines, concepts) {
            let weight = exp((cosine - largest) / temperature)
            result[concept] += weight
            sum += weight
        }
        return result.map { $0 / sum }
    }
}

extension FoodPrediction.Food {
    /// Whether a name from an open vocabulary may replace the label: for other food, and below the sure score.
    package var isDoubtful: Bool { label == FoodLabels.otherFood || score < FoodJudge.sureOfItself }

    fileprivate func renamed(
        as proposal: VocabularyName, in language: String, _ mass: (Self, String) -> MassModel.Estimate?
    ) -> Self {
        var food = self
        food.label = proposal.label ?? FoodLabels.otherFood
        food.name = proposal.label == nil ? proposal.text(in: language) : nil
        food.score = proposal.score
        food.predictor = proposal.predictor
        // The mass of the named food; else that of any dish, since the former mass may be that of another food.
        let named = proposal.label.flatMap { mass(self, $0) }
        if let known = named ?? (label == FoodLabels.otherFood ? nil : mass(self, FoodLabels.otherFood)) {
            food.mass = known
            food.method = volume == nil ? .usual : .measured
        }
        return food
    }
}

extension FoodPrediction {
    /// The prediction with the names of the open vocabulary where they win, the most certain food first.
    ///
    /// - Parameters:
    ///   - language: The language of names without a label.
    ///   - mass: The recognizer's mass of a food under a label.
    /// - Returns: The same prediction if no name wins.
    package func named(in language: String, mass: (Food, String) -> MassModel.Estimate?) -> FoodPrediction {
        var result = self, isChanged = false
        for (place, food) in foods.enumerated() {
            guard let proposal = food.proposal, proposal.wins(over: food) else { continue }
            result.foods[place] = food.renamed(as: proposal, in: language, mass)
            isChanged = true
        }
        guard isChanged else { return self }
        result.foods.sort { $0.score > $1.score }
        return result
    }
}
