/// The foods on a picture, as a model saw them: a prediction, not yet a meal.
package struct FoodSight: Sendable, Equatable {
    /// One food.
    package struct Food: Sendable, Equatable {
        /// What tells its mass.
        package enum Method: Sendable, Equatable {
            case appearance, usual, role, remote
        }

        package var label: String
        /// Probability of the label: 0…1.
        package var score: Double
        /// Left, top, right, bottom as parts of the picture's width and height.
        package var box: [Double]
        package var mass: MassModel.Estimate
        package var method: Method
        /// What it looks like, of length 1: foods that look alike lie close (VIS-12).
        package var embedding: [Double]
        /// What it is called where no label fits, in the words of who named it.
        package var name: String?
        /// Who named it, when that was another one than whose sight it is.
        package var predictor: Predictor?

        /// Whether nobody knows what it is.
        package var isUnnamed: Bool { label == FoodLabels.otherFood && name == nil }
    }

    /// The surest first.
    package var foods: [Food]
    package var light: PhotoLight
    package var predictor: Predictor
}

/// Names what a box shows: the classifier.
package struct NamedCrop: Sendable {
    package var probabilities: [Double]
    package var embedding: [Double]

    package init(probabilities: [Double], embedding: [Double]) {
        self.probabilities = probabilities
        self.embedding = embedding
    }
}

/// Decides what a picture shows, from what the two models say of it.
package struct FoodJudge: Sendable {
    let labels: FoodLabels
    let masses: MassModel

    /// Around a box, of its longer side; less than nothing around a whole picture, whose edges tell nothing.
    package static let padding = 0.12, wholePadding = -0.075
    /// How sure it must be that a whole picture without a found food shows one, and that a found one is none.
    private static let leastOfWhole = 0.5, surelyNothing = 0.5

    /// The classifier's names, in the order of its probabilities.
    package var names: [String] { labels.names }

    /// What a food of a name weighs; nil for a name that nothing is known of.
    package func mass(of name: String, _ seen: MassModel.Seen) -> MassModel.Estimate? {
        masses.item(name, seen)?.estimate
    }

    package init(labels: FoodLabels, masses: MassModel) {
        self.labels = labels
        self.masses = masses
    }

    /// The foods of a picture.
    ///
    /// - Parameters:
    ///   - view: what the finder said.
    ///   - predictor: which models looked.
    ///   - name: asks the classifier about a box with a padding.
    /// - Returns: the foods; none when the picture is too dark or blurred to tell, or shows none.
    /// - Throws: what `name` throws.
    package func judge<Failure: Error>(
        _ view: FoodView, by predictor: Predictor, naming name: (FoodBox, Double) throws(Failure) -> NamedCrop
    ) throws(Failure) -> FoodSight {
        var foods: [FoodSight.Food] = []
        let found = view.foods(atLeast: labels.foodThreshold), vessels = view.vessels(labels)
        for row in found {
            let crop = try name(row.box, Self.padding)
            let (label, score) = labels.name(crop.probabilities, coco: row.coco)
            if label == FoodLabels.notFood, score >= Self.surelyNothing { continue }
            foods.append(food(in: row.box, of: view, label, score, crop, role: labels.role(row.roles), vessels))
        }
        if found.isEmpty, !view.light.isDark, !view.light.isBlurred {
            let crop = try name(view.whole, Self.wholePadding)
            let (label, score) = labels.name(crop.probabilities, coco: nil)
            if label != FoodLabels.notFood, score >= Self.leastOfWhole {
                foods.append(food(in: view.whole, of: view, label, score, crop, role: nil, []))
            }
        }
        return FoodSight(foods: foods.sorted { $0.score > $1.score }, light: view.light, predictor: predictor)
    }

    private func food(
        in box: FoodBox, of view: FoodView, _ label: String, _ score: Double, _ crop: NamedCrop, role: String?,
        _ vessels: [FoodBox]
    ) -> FoodSight.Food {
        let isNamed = label != FoodLabels.otherFood && label != FoodLabels.notFood
        let seen = MassModel.Seen(
            box: box, width: view.width, height: view.height, vessel: vessels.first { $0.holds(box) },
            embedding: crop.embedding)
        let mass: MassModel.Estimate, method: FoodSight.Food.Method
        if isNamed, let known = masses.item(label, seen) {
            (mass, method) = (known.estimate, known.byLooks ? .appearance : .usual)
        } else if let usual = role.flatMap(masses.role) {
            (mass, method) = (usual, .role)
        } else {
            (mass, method) = (masses.dish, .usual)
        }
        return FoodSight.Food(
            label: isNamed ? label : FoodLabels.otherFood, score: score,
            box: box.parts(ofWidth: view.width, height: view.height), mass: mass, method: method,
            embedding: crop.embedding)
    }
}
