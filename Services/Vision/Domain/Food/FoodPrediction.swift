/// The foods that a model recognized on a picture: a prediction, not yet a meal.
package struct FoodPrediction: Sendable, Equatable {
    /// One food.
    package struct Food: Sendable, Equatable {
        /// The method by which the mass was estimated.
        package enum Method: Sendable, Equatable {
            case appearance, usual, role, measured, remote
        }

        package var label: String
        /// Probability of the label: 0…1.
        package var score: Double
        /// Left, top, right, bottom as fractions of the picture's width and height.
        package var box: [Double]
        package var mass: MassModel.Estimate
        package var method: Method
        /// The food's embedding, of length 1: similar foods are close (VIS-12).
        package var embedding: [Double]
        /// The food's outline: corners, x and y alternating, as fractions of width and height; empty if none was found.
        package var outline: [Double] = []
        /// Whether the food fills its vessel to the rim, as soup does.
        package var fillsVessel = false
        /// The measured volume; nil without a depth map.
        package var volume: FoodVolume?
        /// The food's shape on the photo; nil if the edge of the photo may cut it.
        package var shape: FoodSize.Seen?
        /// The mass before the adjustment by the person's corrections; nil without an adjustment.
        package var guess: MassModel.Estimate?
        /// The name that the open vocabulary proposes; nil without one, or if the classifier is sure of its label.
        package var proposal: VocabularyName?
        /// The matching lesson, which decides the food; nil for most foods.
        package var recalled: Recollection?
        /// The food's name if no label fits, as given by the naming model or the person.
        package var name: String?
        /// The predictor that named the food, if different from the one that found it.
        package var predictor: Predictor?

        /// Whether the food has no name.
        package var isUnnamed: Bool { label == FoodLabels.otherFood && name == nil && recalled == nil }

        package init(
            label: String, score: Double, box: [Double], mass: MassModel.Estimate, method: Method, embedding: [Double],
            outline: [Double] = []
        ) {
            self.label = label
            self.score = score
            self.box = box
            self.mass = mass
            self.method = method
            self.embedding = embedding
            self.outline = outline
        }
    }

    /// The foods, the most certain first.
    package var foods: [Food]
    package var light: PhotoLight
    package var predictor: Predictor
    /// The model of the embeddings, since those of two models cannot be compared; empty without embeddings.
    package var space = ""
}

/// Classifies the content of a box.
package struct NamedCrop: Sendable {
    package var probabilities: [Double]
    package var embedding: [Double]

    package init(probabilities: [Double], embedding: [Double]) {
        self.probabilities = probabilities
        self.embedding = embedding
    }
}

/// Decides which foods a picture shows, from the predictions of the two models.
package struct FoodJudge: Sendable {
    let labels: FoodLabels
    let masses: MassModel
    let densities: FoodDensities

    /// Padding of a box, as a fraction of its longer side; negative for a whole picture, whose edges usually show no
    /// food.
    package static let padding = 0.12, wholePadding = -0.075
    /// Size of a food that fills a vessel, as a fraction of the vessel's longer side.
    private static let rim = 0.7
    /// Minimum score of a whole picture in which no food was detected, and of the label "not food".
    private static let minOfWhole = 0.5, surelyNothing = 0.5
    /// Minimum probability of a box's name to be kept.
    static let sureOfItself = 0.9
    /// Minimum probability of the photo's name to be used, and the share of the photo's probabilities that is
    /// distributed evenly over all names.
    private static let clearPhoto = 0.7, minOfPhoto = 0.1
    /// Minimum score of a COCO food that influences the name, and its weight.
    private static let minSecond = 0.5, second = 4.0

    /// The classifier's names, in the order of its probabilities.
    package var names: [String] { labels.names }

    /// The mass of a food; nil for an unknown name.
    package func mass(of name: String, _ seen: MassModel.Seen) -> MassModel.Estimate? {
        masses.item(name, seen)?.estimate
    }

    package init(labels: FoodLabels, masses: MassModel, densities: FoodDensities) {
        self.labels = labels
        self.masses = masses
        self.densities = densities
    }

    /// Maximum plausible mass of one food, in grams: larger measurements are wrong.
    static let maxMeasuredGrams = 5_000.0

    /// Adjusts the masses with a depth map (VIS-03…06).
    package func measured(_ sight: FoodPrediction, in field: DepthField) -> FoodPrediction {
        let outlines = sight.foods.map { $0.outline.isEmpty ? PartsOutline.ellipse(in: $0.box) : $0.outline }
        var measured = sight
        for place in sight.foods.indices {
            let others = outlines.indices.filter { $0 != place }.map { outlines[$0] }
            guard let volume = FoodVolume.measure(outlines[place], beside: others, in: field) else { continue }
            let isUnnamed = sight.foods[place].label == FoodLabels.otherFood
            let guess = isUnnamed ? masses.dish(covering: volume.squareCentimeters) : sight.foods[place].mass
            let mass = guess.fused(
                with: densities.mass(
                    of: sight.foods[place].label, volume, isInBowl: sight.foods[place].fillsVessel))
            // A map that gives implausible masses is ignored.
            guard mass.grams.isFinite, mass.low.isFinite, mass.high <= Self.maxMeasuredGrams else { continue }
            measured.foods[place].mass = mass
            measured.foods[place].volume = volume
            measured.foods[place].method = .measured
        }
        return measured
    }

    /// The mass of a food under a label that another model gave it, or of any dish under `FoodLabels.otherFood`.
    ///
    /// - Parameters:
    ///   - food: The food as seen on the photo.
    ///   - label: The label.
    /// - Returns: The usual portion, combined with the measured volume if there is one; nil for an unknown label.
    package func mass(of food: FoodPrediction.Food, as label: String) -> MassModel.Estimate? {
        let portion: MassModel.Estimate?
        if label == FoodLabels.otherFood {
            portion = food.volume.map { masses.dish(covering: $0.squareCentimeters) } ?? masses.dish
        } else {
            portion = masses.usual(label)
        }
        guard let usual = portion, let volume = food.volume else { return portion }
        return usual.fused(with: densities.mass(of: label, volume, isInBowl: food.fillsVessel))
    }

    /// The foods of a picture.
    ///
    /// - Parameters:
    ///   - view: The finder's predictions.
    ///   - predictor: The models.
    ///   - name: Classifies a box with padding.
    /// - Returns: The foods; none if the picture is too dark or blurred, or shows none.
    /// - Throws: Errors of `name`.
    package func judge<Failure: Error>(
        _ view: FoodView, by predictor: Predictor, naming name: (FoodBox, Double) throws(Failure) -> NamedCrop
    ) throws(Failure) -> FoodPrediction {
        var foods: [FoodPrediction.Food] = []
        let found = view.foods(atLeast: labels.foodThreshold), vessels = view.vessels(labels)
        let isUnclear = view.light.isDark || view.light.isBlurred
        guard !found.isEmpty || !isUnclear else {
            return FoodPrediction(foods: [], light: view.light, predictor: predictor)
        }
        let photo = try name(view.whole, Self.wholePadding)
        for row in found {
            var crop = try name(row.box, Self.padding)
            crop.probabilities = weighed(crop.probabilities, by: photo.probabilities, coco: row.coco)
            let (label, score) = labels.name(crop.probabilities, coco: row.coco)
            if label == FoodLabels.notFood, score >= Self.surelyNothing { continue }
            foods.append(food(in: row.box, of: view, label, score, crop, role: labels.role(row.roles), vessels))
        }
        if foods.isEmpty, !isUnclear {
            let (label, score) = labels.name(photo.probabilities, coco: nil)
            if label != FoodLabels.notFood, score >= Self.minOfWhole {
                foods.append(food(in: view.whole, of: view, label, score, photo, role: nil, []))
            }
        }
        return FoodPrediction(foods: foods.sorted { $0.score > $1.score }, light: view.light, predictor: predictor)
    }

    /// Probabilities of a box's names, combined with other evidence if the box alone is uncertain.
    ///
    /// A small box, such as in a shelf or a pack, shows too little to be named alone: the finder's scores of COCO's
    /// foods are used too, and the whole photo if it clearly shows one food.
    ///
    /// - Parameters:
    ///   - box: The box's probabilities.
    ///   - photo: The whole photo's probabilities, in the same order.
    ///   - coco: COCO's scores of the same detection.
    /// - Returns: Probabilities that sum to 1.
    package func weighed(_ box: [Double], by photo: [Double], coco: [Double]) -> [Double] {
        guard let best = box.max(), best < Self.sureOfItself, box.count == photo.count else { return box }
        var weights = box
        for (name, place) in labels.coco where coco[place] >= Self.minSecond {
            if let index = labels.names.firstIndex(of: name) { weights[index] *= 1 + Self.second * coco[place] }
        }
        let unnamed = [FoodLabels.otherFood, FoodLabels.notFood]
        if let surest = photo.max(), surest >= Self.clearPhoto, let index = photo.firstIndex(of: surest),
            !unnamed.contains(labels.names[index])
        {
            let floor = Self.minOfPhoto / Double(box.count)
            weights = zip(weights, photo).map { $0 * ((1 - Self.minOfPhoto) * $1 + floor) }
        }
        let sum = weights.reduce(0, +)
        return sum > 0 ? weights.map { $0 / sum } : box
    }

    private func food(
        in box: FoodBox, of view: FoodView, _ label: String, _ score: Double, _ crop: NamedCrop, role: String?,
        _ vessels: [FoodBox]
    ) -> FoodPrediction.Food {
        let isNamed = label != FoodLabels.otherFood && label != FoodLabels.notFood
        let seen = MassModel.Seen(
            box: box, width: view.width, height: view.height, vessel: vessels.first { $0.holds(box) },
            embedding: crop.embedding)
        let mass: MassModel.Estimate, method: FoodPrediction.Food.Method
        if isNamed, let known = masses.item(label, seen) {
            (mass, method) = (known.estimate, known.byAppearance ? .appearance : .usual)
        } else if let usual = role.flatMap(masses.role) {
            (mass, method) = (usual, .role)
        } else {
            (mass, method) = (masses.dish, .usual)
        }
        var food = FoodPrediction.Food(
            label: isNamed ? label : FoodLabels.otherFood, score: score,
            box: box.parts(ofWidth: view.width, height: view.height), mass: mass, method: method,
            embedding: crop.embedding)
        food.fillsVessel = seen.vessel.map { max(box.width, box.height) > Self.rim * max($0.width, $0.height) } ?? false
        food.shape = FoodSize.Seen(box, of: view, plate: seen.vessel, density: densities.ofRound(food.label))
        return food
    }
}
