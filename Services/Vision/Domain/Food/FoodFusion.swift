import Foundation

/// Makes one sight of ours and of what a remote model said: pure.
package struct FoodFusion: Sendable {
    /// What the remote model may change.
    package enum Scope: Sendable {
        /// What ours could not name; what it named stays as it is.
        case unnamed
        /// Everything.
        case all
    }

    /// Boxes that overlap more mean the same food (FOOD-VISION section 7).
    static let sameFood = 0.3
    /// Where a food lies of which only the picture is known.
    private static let somewhere = [0.0, 0, 1, 1]

    let local: FoodSight
    let remote: [RemoteFood]
    let predictor: Predictor

    package init(local: FoodSight, remote: [RemoteFood], by predictor: Predictor) {
        self.local = local
        self.remote = remote
        self.predictor = predictor
    }

    /// Which foods both saw, as places in the two lists.
    ///
    /// By where they lie, then by what they are called, then because only one is left on either side.
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
                guard let ours = FoodBox(parts: local.foods[left].box), let theirs = remote[right].box,
                    let box = FoodBox(parts: theirs)
                else { return nil }
                let overlap = ours.overlap(box)
                return overlap > Self.sameFood ? (left, right, overlap) : nil
            }
        }
    }

    /// The foods, the surest first.
    package func sight(_ scope: Scope) -> FoodSight {
        var result = local
        let pairs = pairs
        for (left, right) in pairs { result.foods[left] = fused(local.foods[left], remote[right], scope) }
        let paired = Set(pairs.map(\.remote))
        if scope == .all || local.foods.isEmpty {
            for (place, food) in remote.enumerated() where !paired.contains(place) {
                // Beside foods of ours one without a place would be counted twice as likely as not.
                guard let box = food.box ?? (local.foods.isEmpty ? Self.somewhere : nil) else { continue }
                result.foods.append(named(food, in: box, mass: food.mass))
            }
        }
        result.foods = Array(result.foods.sorted { $0.score > $1.score }.prefix(RemoteAnswer.mostFoods))
        return result
    }

    private func fused(_ ours: FoodSight.Food, _ theirs: RemoteFood, _ scope: Scope) -> FoodSight.Food {
        guard !ours.isUnnamed else {
            var food = named(theirs, in: ours.box, mass: ours.mass.fused(with: theirs.mass))
            food.embedding = ours.embedding
            return food
        }
        guard scope == .all else { return ours }
        if ours.label == theirs.label {
            var food = ours
            food.mass = ours.mass.fused(with: theirs.mass)
            food.method = .remote
            return food
        }
        guard theirs.confidence > ours.score else { return ours }
        // What ours weighs was told of another food.
        var food = named(theirs, in: ours.box, mass: theirs.mass)
        food.embedding = ours.embedding
        return food
    }

    private func named(_ food: RemoteFood, in box: [Double], mass: MassModel.Estimate) -> FoodSight.Food {
        FoodSight.Food(
            label: food.label ?? FoodLabels.otherFood, score: food.confidence, box: box, mass: mass, method: .remote,
            embedding: [], name: food.label == nil ? food.name : nil, predictor: predictor)
    }

    /// How the two compare.
    package var comparison: Comparison {
        let pairs = pairs, both = pairs.map { (local.foods[$0.local], remote[$0.remote]) }
        let differences = both.map { abs(log($0.0.mass.grams / $0.1.grams)) }
        return Comparison(
            localFoods: local.foods.count, remoteFoods: remote.count, sameFood: pairs.count,
            sameLabel: both.count { !$0.0.isUnnamed && $0.0.label == $0.1.label },
            newlyNamed: both.count { $0.0.isUnnamed },
            massDifference: differences.isEmpty ? nil : differences.reduce(0, +) / Double(differences.count))
    }

    /// Figures of a comparison, without a word of what was seen.
    package struct Comparison: Sendable, Equatable {
        package let localFoods: Int
        package let remoteFoods: Int
        /// That both saw in the same place.
        package let sameFood: Int
        /// Of those, called the same.
        package let sameLabel: Int
        /// Of those, named by the remote model alone.
        package let newlyNamed: Int
        /// Of those, the mean difference of the logarithms of their masses; nil without any.
        package let massDifference: Double?
    }
}

extension RemoteFood {
    fileprivate var mass: MassModel.Estimate { MassModel.Estimate(logarithm: log(grams), spread: spread) }
}

extension MassModel.Estimate {
    /// Half width of the range, in logarithms.
    private var spread: Double { log(high / low) / 2 }

    /// One estimate of two that know nothing of each other: weighed by how sure they are, in logarithms; where they
    /// contradict each other the range grows with the contradiction (Birge's ratio).
    func fused(with other: MassModel.Estimate) -> MassModel.Estimate {
        let (mine, theirs) = (1 / (spread * spread), 1 / (other.spread * other.spread))
        let mean = (mine * log(grams) + theirs * log(other.grams)) / (mine + theirs)
        let apart = log(grams) - log(other.grams)
        let contradiction = apart * apart / (spread * spread + other.spread * other.spread)
        return MassModel.Estimate(
            logarithm: mean, spread: (max(1, contradiction) / (mine + theirs)).squareRoot())
    }
}

extension FoodBox {
    /// Of four sides in the order of the contract.
    fileprivate init?(parts: [Double]) {
        guard parts.count == 4 else { return nil }
        self.init(left: parts[0], top: parts[1], right: parts[2], bottom: parts[3])
    }
}
