import Foundation

/// Merges local and remote predictions; pure functions.
package struct FoodFusion: Sendable {
    /// The changes that the remote model may make.
    package enum Scope: Sendable {
        /// The remote model may only name foods that the local model could not name.
        case unnamed
        /// Everything.
        case all
    }

    /// Minimum overlap of boxes that mean the same food.
    static let sameFood = 0.3
    /// The box of a food with an unknown position: the whole picture.
    private static let somewhere = [0.0, 0, 1, 1]

    let local: FoodPrediction
    let remote: [RemoteFood]
    let predictor: Predictor
    let mass: Mass

    /// The mass of a local food under a label of the remote model; nil if the label has none.
    package typealias Mass = @Sendable (FoodPrediction.Food, String) -> MassModel.Estimate?

    package init(
        local: FoodPrediction, remote: [RemoteFood], by predictor: Predictor, mass: @escaping Mass = { _, _ in nil }
    ) {
        self.local = local
        self.remote = remote
        self.predictor = predictor
        self.mass = mass
    }

    /// The foods found by both models, as indices in the two lists.
    ///
    /// They are matched by position, then by name, then as the only remaining ones.
    package var pairs: [(local: Int, remote: Int)] {
        var pairs: [(local: Int, remote: Int)] = []
        var lefts = Set(local.foods.indices), rights = Set(remote.indices)
        func pair(_ left: Int, _ right: Int) {
            guard lefts.contains(left), rights.contains(right) else { return }
            lefts.remove(left)
            rights.remove(right)
            pairs.append((left, right))
        }
        for (left, right, _) in overlaps.sorted(by: { ($0.2, $1.0, $1.1) > ($1.2, $0.0, $0.1) }) { pair(left, right) }
        for right in rights.sorted() {
            guard let label = remote[right].label else { continue }
            if let left = lefts.sorted().first(where: { local.foods[$0].label == label }) { pair(left, right) }
        }
        let unnamed = lefts.filter { local.foods[$0].isUnnamed }
        if let left = unnamed.first, let right = rights.first, unnamed.count == 1, rights.count == 1 {
            pair(left, right)
        }
        return pairs.sorted { $0.local < $1.local }
    }

    private var overlaps: [(Int, Int, Double)] {
        local.foods.indices.flatMap { left in
            remote.indices.compactMap { right in
                guard let box = remote[right].box.map(FoodBox.init(parts:)) else { return nil }
                let ours = FoodBox(parts: local.foods[left].box)
                let overlap = ours.overlap(box)
                return overlap > Self.sameFood ? (left, right, overlap) : nil
            }
        }
    }

    /// The merged foods, the most certain first.
    package func sight(_ scope: Scope) -> FoodPrediction {
        var result = local
        let pairs = pairs
        for (left, right) in pairs { result.foods[left] = fused(local.foods[left], remote[right], scope) }
        let paired = Set(pairs.map(\.remote))
        if scope == .all || local.foods.isEmpty {
            for (place, food) in remote.enumerated() where !paired.contains(place) {
                // If there are local foods, one without a position would probably be counted twice, so it is dropped.
                guard let box = food.box ?? (local.foods.isEmpty ? Self.somewhere : nil) else { continue }
                result.foods.append(added(food, in: box))
            }
        }
        result.foods = Array(result.foods.sorted { $0.score > $1.score }.prefix(RemoteAnswer.maxFoods))
        return result
    }

    private func fused(_ ours: FoodPrediction.Food, _ theirs: RemoteFood, _ scope: Scope) -> FoodPrediction.Food {
        if ours.isUnnamed {
            // The local mass is that of any dish, so the mass of the named food is used if there is one.
            let own = theirs.label.flatMap { mass(ours, $0) } ?? ours.mass
            return renamed(ours, as: theirs, mass: own.reconciled(with: theirs.mass))
        }
        // A lesson takes precedence.
        guard scope == .all, ours.recalled == nil else { return ours }
        if ours.label == theirs.label {
            var food = ours
            food.mass = ours.mass.reconciled(with: theirs.mass)
            food.method = .remote
            food.guess = nil
            return food
        }
        // The local mass is that of another food, so it is not used.
        return theirs.confidence > ours.score ? renamed(ours, as: theirs, mass: theirs.mass) : ours
    }

    /// A local food with another name, and the local position and outline.
    private func renamed(_ ours: FoodPrediction.Food, as theirs: RemoteFood, mass: MassModel.Estimate)
        -> FoodPrediction.Food
    {
        var food = ours
        food.label = theirs.label ?? FoodLabels.otherFood
        food.name = theirs.label == nil ? theirs.name : nil
        food.score = theirs.confidence
        food.predictor = predictor
        food.mass = mass
        food.method = .remote
        food.guess = nil
        return food
    }

    /// A food that the local model did not find.
    private func added(_ food: RemoteFood, in box: [Double]) -> FoodPrediction.Food {
        let seen = FoodPrediction.Food(
            label: FoodLabels.otherFood, score: 0, box: box, mass: food.mass, method: .remote, embedding: [])
        return renamed(seen, as: food, mass: food.mass)
    }

    /// The comparison of the two models.
    package var comparison: Comparison {
        let pairs = pairs, both = pairs.map { (local.foods[$0.local], remote[$0.remote]) }
        let differences = both.map { abs(log($0.0.mass.grams / $0.1.grams)) }
        return Comparison(
            localFoods: local.foods.count, remoteFoods: remote.count, sameFood: pairs.count,
            sameLabel: both.count { !$0.0.isUnnamed && $0.0.label == $0.1.label },
            newlyNamed: both.count { $0.0.isUnnamed },
            massDifference: differences.isEmpty ? nil : differences.reduce(0, +) / Double(differences.count))
    }

    /// The figures of a comparison, without names of foods.
    package struct Comparison: Sendable, Equatable {
        package let localFoods: Int
        package let remoteFoods: Int
        /// Number of foods that both found at the same position.
        package let sameFood: Int
        /// Number of these foods with the same label.
        package let sameLabel: Int
        /// Number of these foods that only the remote model could name.
        package let newlyNamed: Int
        /// Mean difference of the logarithms of these foods' masses; nil without any.
        package let massDifference: Double?
    }
}

extension RemoteFood {
    fileprivate var mass: MassModel.Estimate { MassModel.Estimate(logarithm: log(grams), spread: spread) }
}

extension MassModel.Estimate {
    /// Combines two independent estimates; if they contradict each other, the range is widened accordingly (Birge's
    /// ratio).
    func reconciled(with other: MassModel.Estimate) -> MassModel.Estimate {
        let fused = fused(with: other), apart = log(grams) - log(other.grams)
        let contradiction = apart * apart / (spread * spread + other.spread * other.spread)
        return MassModel.Estimate(
            logarithm: log(fused.grams), spread: fused.spread * max(1, contradiction).squareRoot())
    }
}
